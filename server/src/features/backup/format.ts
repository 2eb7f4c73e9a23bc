/**
 * The format of a backup file. It begins with two lines of text, so people can recognize it: `TIDINGS BACKUP` and a
 * header in JSON. Then comes one zstd stream of frames. A frame has a kind (1 byte), a length (4 bytes, big endian) and
 * its payload:
 *
 *     table        {"name": ..., "columns": [...], "partitions": [{"from": ..., "to": ...}]}
 *     data         rows of the table in PostgreSQL's text format of COPY, in any number of frames
 *     table_end    {"rows": 12}
 *     ...
 *     sequences    [{"name": ..., "last": 12, "used": true}]
 *
 * The last line is text: the file's length, and the SHA-256 of all bytes before the line. Without this line, the file
 * is incomplete. If the length or SHA-256 differs, the file was altered. This detects accidents, not attacks: an
 * attacker can also write the SHA-256.
 */

import type { Span } from '../../platform/db/partitions/catalog.ts'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { FileHandle } from 'node:fs/promises'
import { errorCode } from '../../platform/db/database-error.ts'

export const MAGIC = 'TIDINGS BACKUP\n'
export const FORMAT = 1

/** If the second line is longer, the file is not a backup. The header is short. */
const HEAD_BYTES_MAX = 64 * 1024

/** Payload of a frame, bytes. */
const FRAME_BYTES_MAX = 16 * 1024 * 1024

export interface BackupHeader {
  format: number
  /** ISO 8601. */
  created_at: string
  /** The schema of the rows. */
  migrations: { version: number; name: string; sha256: string }[]
}

/** In backups of earlier versions: days, also of the ids of messages. */
export interface DaySpan {
  fromMs: number
  toMs: number
}

export interface TableHead {
  name: string
  columns: string[]
  /** The span of each partition. Empty if the table has no partitions. */
  partitions: (Span | DaySpan)[]
}

export interface SequenceState {
  name: string
  last: number
  /** Whether `last` was already used. */
  used: boolean
}

const FRAME_KINDS = ['table', 'data', 'table_end', 'sequences'] as const
type FrameKind = (typeof FRAME_KINDS)[number]

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

const FRAME_HEAD_BYTES = 5

/** Digits of the length. The SHA-256 has 64 characters. */
const LENGTH_DIGITS = 16
const LAST_LINE_START = '\nTIDINGS BACKUP END '
const LAST_LINE_BYTES = LAST_LINE_START.length + LENGTH_DIGITS + 1 + 64 + 1

/** The last line of a file. `fileBytes`: the file's length with this line. */
function lastLine(fileBytes: number, sha256: string): string {
  return `${LAST_LINE_START}${String(fileBytes).padStart(LENGTH_DIGITS, '0')} ${sha256}\n`
}

/** Parses the last line. Null if it is not one. */
function readLastLine(line: string): { fileBytes: number; sha256: string } | null {
  const [, length, sha256] = /^ (\d{16}) ([0-9a-f]{64})\n$/.exec(line.slice(LAST_LINE_START.length - 1)) ?? []
  if (!line.startsWith(LAST_LINE_START) || length === undefined || sha256 === undefined) return null
  return { fileBytes: Number(length), sha256 }
}

function encodeFrame(kind: FrameKind, payload: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt8(FRAME_KINDS.indexOf(kind) + 1)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** A problem with a file, as a sentence for the user. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

/** Splits chunks into frames. Throws `BackupError` if the bytes are not frames. */
async function* decodeFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = []
  let heldBytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    heldBytes += chunk.length
    for (;;) {
      if (heldBytes < FRAME_HEAD_BYTES) break
      if (held[0]!.length < FRAME_HEAD_BYTES) held = [Buffer.concat(held)]
      const first = held[0]!
      const kind = FRAME_KINDS[first.readUInt8() - 1]
      const length = first.readUInt32BE(1)
      if (kind === undefined || length > FRAME_BYTES_MAX)
        throw new BackupError('The file was altered: it is not readable')
      if (heldBytes < FRAME_HEAD_BYTES + length) break
      const all = held.length === 1 ? first : Buffer.concat(held)
      const end = FRAME_HEAD_BYTES + length
      yield { kind, payload: all.subarray(FRAME_HEAD_BYTES, end) }
      held = end < all.length ? [all.subarray(end)] : []
      heldBytes -= end
    }
  }
  if (heldBytes > 0) throw new BackupError('The file was altered: its last frame is cut off')
}

/** Readable by the owner only, because the file has personal data and password hashes. */
const FILE_MODE = 0o600

export interface BackupWriter {
  write(kind: FrameKind, payload: Buffer | object): Promise<void>
  /** Ends the file, makes it durable and renames it. Returns its size in bytes. */
  finish(): Promise<number>
  /** Removes the partial file. */
  discard(): Promise<void>
}

/**
 * Writes to `<path>.partial` and renames it when it is complete. So a failed backup does not damage an existing one.
 */
export async function createBackupWriter(path: string, header: BackupHeader): Promise<BackupWriter> {
  const partial = `${path}.partial`
  const file = createWriteStream(partial, { mode: FILE_MODE, flags: 'w', flush: true })
  await once(file, 'open')
  const sum = createHash('sha256')
  const head = `${MAGIC}${JSON.stringify(header)}\n`
  sum.update(head)
  file.write(head)
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  async function* summed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      sum.update(chunk)
      yield chunk
    }
  }
  const done = pipeline(compress, summed, file, { end: false })
  // The next write or `finish` gets the error.
  done.catch(() => {})

  async function push(bytes: Buffer): Promise<void> {
    if (compress.write(bytes)) return
    // If the disk is full, the pipeline ends and `drain` never comes.
    await Promise.race([once(compress, 'drain'), done])
  }

  return {
    async write(kind, payload) {
      const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload))
      if (bytes.length > FRAME_BYTES_MAX) throw new Error(`A frame of ${bytes.length} bytes is too long`)
      await push(encodeFrame(kind, bytes))
    },
    async finish() {
      compress.end()
      await done
      // The last bytes may not be written yet.
      const bytes = file.bytesWritten + file.writableLength + LAST_LINE_BYTES
      file.end(lastLine(bytes, sum.digest('hex')))
      await finished(file)
      await rename(partial, path)
      // The directory must be synced too, so that the new name is durable.
      const directory = await open(dirname(path))
      try {
        await directory.sync()
      } finally {
        await directory.close()
      }
      return bytes
    },
    async discard() {
      compress.destroy()
      await done.catch(() => {})
      file.destroy()
      await rm(partial, { force: true })
    },
  }
}

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
