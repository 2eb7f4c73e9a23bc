/** Reads the bytes of a mail. A refused mail is read to its end, so that the client gets the reply. */
import type { SMTPServerDataStream } from 'smtp-server'
import { READ_BYTES_MAX } from '../../core/providers/smtp.ts'
import { busy, later, tooLarge } from './reply.ts'

/** Calls `take` with each chunk. Throws `Refused` if the mail is too large, or if the client hangs up. */
async function readChunks(stream: SMTPServerDataStream, take: (chunk: Buffer) => void): Promise<void> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) take(chunk)
  } catch {
    throw stream.sizeExceeded ? tooLarge() : later()
  }
  if (stream.sizeExceeded) throw tooLarge()
}

/** The start of a mail. */
export async function readStart(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  await readChunks(stream, (chunk) => {
    if (bytes < READ_BYTES_MAX) chunks.push(chunk)
    bytes += chunk.length
  })
  return Buffer.concat(chunks).subarray(0, READ_BYTES_MAX)
}

/** The whole mail. `reserve` takes the memory of a chunk, and returns false if there is none. */
export async function readWhole(stream: SMTPServerDataStream, reserve: (bytes: number) => boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let hasRoom = true
  await readChunks(stream, (chunk) => {
    hasRoom &&= reserve(chunk.length)
    if (hasRoom) chunks.push(chunk)
    else chunks.length = 0
  })
  if (!hasRoom) throw busy()
  return Buffer.concat(chunks)
}
