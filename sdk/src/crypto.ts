/** WebCrypto, in every runtime since Node 18. The DOM library and the types of Node declare it differently. */
interface WebCrypto {
  subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array<ArrayBuffer>,
      algorithm: typeof HMAC,
      extractable: boolean,
      uses: 'sign'[],
    ): Promise<object>
    sign(algorithm: string, key: object, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
  }
  randomUUID(): string
}

/** Node 18 has WebCrypto only in a module. Bundlers must not follow the import: the edge has no `node:crypto`. */
async function webCrypto(): Promise<WebCrypto> {
  const found = globalThis.crypto as WebCrypto | undefined
  if (found !== undefined) return found
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:crypto')).webcrypto
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const encoder = new TextEncoder()

/** Returns a function that computes the HMAC-SHA256 of bytes. The key is the text in UTF-8. */
export function hmacSha256(key: string): (signed: Uint8Array) => Promise<Uint8Array> {
  let imported: ReturnType<WebCrypto['subtle']['importKey']> | undefined
  return async (signed) => {
    const { subtle } = await webCrypto()
    imported ??= subtle.importKey('raw', encoder.encode(key), HMAC, false, ['sign'])
    // The DOM library refuses bytes that may be in shared memory. Every runtime signs them.
    const bytes = signed as Uint8Array<ArrayBuffer>
    return new Uint8Array(await subtle.sign('HMAC', await imported, bytes))
  }
}

/** A random UUID, for example for an idempotency key. */
export async function randomUuid(): Promise<string> {
  return (await webCrypto()).randomUUID()
}

/** The bytes of a text or of any type of bytes, also of another realm. Null for a value of another type. */
export function bytesOf(body: unknown): Uint8Array | null {
  if (typeof body === 'string') return encoder.encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  const isBuffer = /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(body))
  return isBuffer ? new Uint8Array(body as ArrayBuffer) : null
}

/** The UTF-8 bytes of `prefix`, followed by `body`. */
export function concatenate(prefix: string, body: Uint8Array): Uint8Array {
  const start = encoder.encode(prefix)
  const bytes = new Uint8Array(start.length + body.length)
  bytes.set(start)
  bytes.set(body, start.length)
  return bytes
}

/** Compares in constant time: the time depends on the lengths only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [index, byte] of a.entries()) difference |= byte ^ b[index]!
  return difference === 0
}
