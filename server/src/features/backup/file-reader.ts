import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { errorCode } from '../../platform/db/database-error.ts'
import { BackupError, decodeFrames, FORMAT, HEAD_BYTES_MAX, LAST_LINE_BYTES, readLastLine, MAGIC } from './format.ts'
import type { BackupHeader, Frame } from './format.ts'

export interface BackupHead {
  header: BackupHeader
  /** Size of the whole file. */
  bytes: number
  /** The expected SHA-256. */
  sha256: string
  /** The first two lines, as bytes. */
  text: Buffer
}

/** Reads the header and the last line. Throws `BackupError` if the file is not a backup or has a newer format. */
export async function readHead(path: string): Promise<BackupHead> {
  const file = await open(path).catch((error: Error) => {
    throw new BackupError(`The file ${path} cannot be read (${errorCode(error)})`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES_MAX), 0, HEAD_BYTES_MAX, 0)
    const bytes = buffer.subarray(0, bytesRead)
    if (!bytes.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC)))
      throw new BackupError(`The file ${path} is not a backup of Tidings`)
    const end = bytes.indexOf(0x0a, MAGIC.length)
    if (end < 0) throw new BackupError('The file is incomplete: its end is missing')
    const header = parsed<BackupHeader>(bytes.subarray(MAGIC.length, end))
    if (header.format !== FORMAT)
      throw new BackupError(`The backup has the format ${header.format}: use a newer version of Tidings`)
    if (!Array.isArray(header.migrations)) throw new BackupError('The file was altered: its header is not readable')
    return { header, text: bytes.subarray(0, end + 1), ...(await readEnd(file)) }
  } catch (error) {
    // A directory can be opened, but not read.
    if (error instanceof Error && 'syscall' in error)
      throw new BackupError(`The file ${path} cannot be read (${errorCode(error)})`, { cause: error })
    throw error
  } finally {
    await file.close()
  }
}

/** Size and SHA-256 in the last line. Throws `BackupError` if the size differs. */
async function readEnd(file: FileHandle): Promise<{ bytes: number; sha256: string }> {
  const { size } = await file.stat()
  const line = Buffer.alloc(LAST_LINE_BYTES)
  await file.read(line, 0, LAST_LINE_BYTES, Math.max(0, size - LAST_LINE_BYTES))
  const end = readLastLine(line.toString('latin1'))
  if (end === null) throw new BackupError('The file is incomplete: its end is missing')
  if (end.fileBytes !== size) throw new BackupError('The file was altered: its length differs')
  return { bytes: size, sha256: end.sha256 }
}

/** Parses JSON of the file. */
export function parsed<Value>(bytes: Buffer): Value {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    if (typeof value === 'object' && value !== null) return value as Value
  } catch (error) {
    throw new BackupError('The file was altered: it is not readable', { cause: error })
  }
  throw new BackupError('The file was altered: it is not readable')
}

/**
 * Reads the frames. Throws `BackupError` if the file was altered, possibly only after the last frame. So use the
 * frames' effects only after all are read.
 */
export async function* readFrames(path: string, { text, bytes, sha256 }: BackupHead): AsyncGenerator<Frame> {
  const sum = createHash('sha256').update(text)
  async function* summed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      sum.update(chunk)
      yield chunk
    }
  }
  const file = createReadStream(path, { start: text.length, end: bytes - LAST_LINE_BYTES - 1 })
  const decompress = createZstdDecompress()
  const fed = pipeline(file, summed, decompress)
  // The frames end with the same error.
  fed.catch(() => {})
  try {
    yield* decodeFrames(decompress)
    await fed
  } catch (error) {
    throw damage(error)
  } finally {
    decompress.destroy()
  }
  if (sum.digest('hex') !== sha256) throw new BackupError('The file was altered: its checksum differs')
}

/** Decompression errors mean that the file is damaged. */
function damage(error: unknown): unknown {
  if (!/^(Z_|ZSTD_)/.test(errorCode(error) ?? '')) return error
  return new BackupError('The file was altered: it cannot be decompressed', { cause: error })
}
