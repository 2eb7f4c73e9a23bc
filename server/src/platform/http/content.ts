import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** By the ending of the file's name; undefined if files of the kind are not served. */
export function contentTypeOf(fileName: string): string | undefined {
  return CONTENT_TYPES[extname(fileName)]
}

export type Encoding = 'br' | 'gzip'

/** Quality 6: the first caller waits for the compression. 4 MB take a third of a second. */
const BROTLI_QUALITY = 6
/** Shorter content is sent uncompressed: it fits into a packet. */
export const COMPRESSED_BYTES_MIN = 1024

/** Compresses in a thread of Node's pool. `quality`: of brotli. */
export function compress(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes)
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return promisify(brotliCompress)(bytes, { params })
}

/** The best accepted encoding (RFC 9110, section 12.5.3). Null: send uncompressed. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
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

/** The bytes of a content and where they come from. */
export interface ContentSource {
  /** A hash of the uncompressed bytes. */
  digest: string
  isCompressed: boolean
  /** Is called once for each encoding. null: uncompressed. */
  read(encoding: Encoding | null): Promise<Buffer>
}

/** Bytes in memory, compressed at the first request in a thread of Node's pool. */
export function inMemory(bytes: Buffer): ContentSource {
  return {
    digest: hash('sha256', bytes, 'base64url'),
    isCompressed: bytes.length >= COMPRESSED_BYTES_MIN,
    read: async (encoding) => (encoding === null ? bytes : compress(bytes, encoding, BROTLI_QUALITY)),
  }
}

/** Bytes in memory that are sent as they are: small ones, or compressed by their format. */
export function asTheyAre(bytes: Buffer): ContentSource {
  return { digest: hash('sha256', bytes, 'base64url'), isCompressed: false, read: () => Promise.resolve(bytes) }
}

/** Bytes in memory that a build has compressed. */
export function builtInMemory(bytes: Buffer, compressed: Record<Encoding, Buffer>): ContentSource {
  return {
    digest: hash('sha256', bytes, 'base64url'),
    isCompressed: true,
    read: (encoding) => Promise.resolve(encoding === null ? bytes : compressed[encoding]),
  }
}

/** Files that a build has compressed beside the file itself: `page.html`, `page.html.br`, `page.html.gz`. */
export function inFiles(
  path: string,
  { digest, isCompressed }: Pick<ContentSource, 'digest' | 'isCompressed'>,
): ContentSource {
  const endings = { br: '.br', gzip: '.gz' }
  return {
    digest,
    isCompressed,
    read: (encoding) => readFile(encoding === null ? path : `${path}${endings[encoding]}`),
  }
}

/** Content in memory that never changes while the process runs. */
export interface Content {
  /** Sends it with its ETag, in the best accepted encoding. Sends 304 if the caller has it already. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Each encoding is read or made once, at the first request for it. It stays in memory, so that all responses share its bytes. */
export function createContent(contentType: string, source: ContentSource): Content {
  const kept = new Map<Encoding | null, Promise<Buffer>>()

  function bytesOf(encoding: Encoding | null): Promise<Buffer> {
    const before = kept.get(encoding)
    if (before !== undefined) return before
    const reading = source.read(encoding)
    kept.set(encoding, reading)
    // If it failed, the next caller tries again.
    reading.catch(() => kept.delete(encoding))
    return reading
  }

  return {
    async send(request, reply) {
      const encoding = source.isCompressed ? acceptedEncoding(request.headers['accept-encoding']) : null
      // Each encoding is a representation of its own, so it has its own strong ETag.
      const tag = encoding === null ? `"${source.digest}"` : `"${source.digest}-${encoding}"`
      void reply.headers({ etag: tag, vary: 'accept-encoding' })
      if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
      const bytes = await bytesOf(encoding)
      if (encoding !== null) void reply.header('content-encoding', encoding)
      return reply.type(contentType).send(bytes)
    },
  }
}
