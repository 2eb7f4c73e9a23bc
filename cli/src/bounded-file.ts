/** Reads files up to a limit, also if they are devices or pipes without an end. */
import { closeSync, openSync, readSync } from 'node:fs'

export type BoundedFile = { ok: true; bytes: Buffer } | { ok: false; sentence: string }

const CHUNK_BYTES = 64 * 1024

export function readBoundedFile(path: string, bytesMax: number): BoundedFile {
  try {
    const file = openSync(path, 'r')
    try {
      const chunks: Buffer[] = []
      for (let length = 0; length <= bytesMax;) {
        const chunk = Buffer.alloc(CHUNK_BYTES)
        const read = readSync(file, chunk)
        if (read === 0) return { ok: true, bytes: Buffer.concat(chunks) }
        chunks.push(chunk.subarray(0, read))
        length += read
      }
      return { ok: false, sentence: `${path} has more than ${bytesMax} bytes` }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return { ok: false, sentence: `${path} cannot be read: ${(error as Error).message}` }
  }
}
