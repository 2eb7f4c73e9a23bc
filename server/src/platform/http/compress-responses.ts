/**
 * Compresses large JSON responses of GET requests. A response with a secret is never compressed: its length would reveal
 * parts of the secret to an attacker who can add text to the response (BREACH). The schemas say which responses have one.
 * Responses of other methods are short, and each millisecond of a create counts.
 */
import type { App } from './route.ts'
import { acceptedEncoding, compress, COMPRESSED_BYTES_MIN } from './content.ts'

/** 1 MiB takes about 10 ms. */
const BROTLI_QUALITY = 4

/** Fields with a secret, a key, a token, or a URL that holds one. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'secret',
  'standard_secret',
  'key',
  'token',
  'csrf_token',
  'callback_url',
  'preferences_url',
  'subscription',
])

/** True if a part of the schema is a field for a secret. */
export function showsSecret(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(([name, part]) =>
    name === 'properties'
      ? Object.entries(part as object).some(([field, value]) => SECRET_FIELDS.has(field) || showsSecret(value))
      : showsSecret(part),
  )
}

/** Applies to the GET routes registered after this call. Limits of bytes count the response before it is compressed. */
export function compressResponses(app: App): void {
  app.addHook('onRoute', (route) => {
    const response = route.schema?.response
    if ((route.method !== 'GET' && route.method !== 'HEAD') || response === undefined || showsSecret(response)) return
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (request, reply, payload) => {
        const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
        if (!isWhole || reply.hasHeader('content-encoding')) return payload
        void reply.header('vary', 'accept-encoding')
        const encoding = acceptedEncoding(request.headers['accept-encoding'])
        if (encoding === null || payload.length < COMPRESSED_BYTES_MIN) return payload
        void reply.header('content-encoding', encoding).removeHeader('content-length')
        return compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding, BROTLI_QUALITY)
      },
    ]
  })
}
