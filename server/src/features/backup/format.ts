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

export const MAGIC = 'TIDINGS BACKUP\n'
export const FORMAT = 1

/** If the second line is longer, the file is not a backup. The header is short. */
export const HEAD_BYTES_MAX = 64 * 1024

/** Payload of a frame, bytes. */
export const FRAME_BYTES_MAX = 16 * 1024 * 1024

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

export const FRAME_KINDS = ['table', 'data', 'table_end', 'sequences'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

const FRAME_HEAD_BYTES = 5

/** Digits of the length. The SHA-256 has 64 characters. */
const LENGTH_DIGITS = 16
const LAST_LINE_START = '\nTIDINGS BACKUP END '
export const LAST_LINE_BYTES = LAST_LINE_START.length + LENGTH_DIGITS + 1 + 64 + 1

/** The last line of a file. `fileBytes`: the file's length with this line. */
export function lastLine(fileBytes: number, sha256: string): string {
  return `${LAST_LINE_START}${String(fileBytes).padStart(LENGTH_DIGITS, '0')} ${sha256}\n`
}

/** Parses the last line. Null if it is not one. */
export function readLastLine(line: string): { fileBytes: number; sha256: string } | null {
  const [, length, sha256] = /^ (\d{16}) ([0-9a-f]{64})\n$/.exec(line.slice(LAST_LINE_START.length - 1)) ?? []
  if (!line.startsWith(LAST_LINE_START) || length === undefined || sha256 === undefined) return null
  return { fileBytes: Number(length), sha256 }
}

export function encodeFrame(kind: FrameKind, payload: Buffer): Buffer {
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
export async function* decodeFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
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
