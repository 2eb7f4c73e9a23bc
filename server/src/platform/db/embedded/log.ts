import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'

/** If PostgreSQL's log is larger than this at a start, a new one is begun. The previous one is kept. */
const LOG_BYTES_MAX = 10 * 1024 * 1024

const TAIL_BYTES = 8192

/** Keeps the embedded PostgreSQL's log bounded. Call it only while no PostgreSQL runs. */
export function rotateLog(logFile: string): void {
  const status = statSync(logFile, { throwIfNoEntry: false })
  if (status && status.size > LOG_BYTES_MAX) renameSync(logFile, `${logFile}.1`)
}

/** Opens PostgreSQL's log for appending. Only our own user may read it. */
export function openLog(logFile: string): number {
  return openSync(logFile, 'a', 0o600)
}

/** The last lines of a log after the byte offset `from`. None if it cannot be read. */
export function lastLines(logFile: string, from = 0): string[] {
  let file: number
  try {
    file = openSync(logFile, 'r')
  } catch {
    return []
  }
  try {
    const start = Math.max(from, statSync(logFile).size - TAIL_BYTES)
    const buffer = Buffer.alloc(TAIL_BYTES)
    const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, TAIL_BYTES, start))
    return text.split('\n').filter((line) => line.trim() !== '')
  } finally {
    closeSync(file)
  }
}
