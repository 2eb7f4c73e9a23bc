import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { encodeFrame, FRAME_BYTES_MAX, LAST_LINE_BYTES, lastLine, MAGIC } from './format.ts'
import type { BackupHeader, FrameKind } from './format.ts'

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
