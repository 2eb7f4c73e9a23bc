import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Quality 6: the first caller waits for the compression. 4 MB take a third of a second. */
const BROTLI_QUALITY = 6
/** Shorter content is sent uncompressed. */
const COMPRESSED_BYTES_MIN = 1024

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

/** The best accepted encoding (RFC 9110, section 12.5.3). Null: send uncompressed. */
function acceptedEncoding(header: string | undefined): Encoding | null {
  const accepted = new Set<string>()
  for (const item of (header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';')
    const isRefused = parameters.some((one) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(one))
    if (!isRefused) accepted.add(name.trim().toLowerCase())
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : null
}

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) has the tag or `*`. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()))
}

/** Content in memory that never changes while the process runs. */
export interface Content {
  /** Sends it with its ETag, in the best accepted encoding. Sends 304 if the caller has it already. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Each encoding is made once, at the first request for it, in a thread of Node's pool. */
export function createContent(contentType: string, bytes: Buffer): Content {
  const digest = hash('sha256', bytes, 'base64url')
  const made = new Map<Encoding, Promise<Buffer>>()

  function encoded(encoding: Encoding): Promise<Buffer> {
    const before = made.get(encoding)
    if (before !== undefined) return before
    const making = compress[encoding](bytes)
    made.set(encoding, making)
    return making
  }

  return {
    async send(request, reply) {
      const isCompressed = bytes.length >= COMPRESSED_BYTES_MIN
      const encoding = isCompressed ? acceptedEncoding(request.headers['accept-encoding']) : null
      // Each encoding is a representation of its own, so it has its own strong ETag.
      const tag = encoding === null ? `"${digest}"` : `"${digest}-${encoding}"`
      void reply.headers({ etag: tag, vary: 'accept-encoding' })
      if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
      if (encoding !== null) void reply.header('content-encoding', encoding)
      return reply.type(contentType).send(encoding === null ? bytes : await encoded(encoding))
    },
  }
}
