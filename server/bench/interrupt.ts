/**
 * What must be ended when the bench is cut short, for it would go on without it or leave its files: a server, a process, a
 * directory. Where nobody asks for `endAtInterrupt`, a signal ends the process as ever.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const INTERRUPTED = 130

const closers = new Set<() => Promise<void>>()
let isInterrupted = false

/** Answers `close` as one that does its work once, however often it is called; at an interrupt it is called if nobody has. */
export function closedAtInterrupt(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  const closeOnce = (): Promise<void> => {
    closing ??= close().finally(() => closers.delete(closeOnce))
    return closing
  }
  closers.add(closeOnce)
  return closeOnce
}

/** What was opened last is closed first, also what is opened while others are being closed. */
async function closeAll(): Promise<void> {
  for (let close = [...closers].at(-1); close !== undefined; close = [...closers].at(-1))
    await close().catch((error: unknown) => console.error(error))
  process.exit(INTERRUPTED)
}

/** From now on a signal closes what is open, and then ends the process; a second one ends it at once. */
export function endAtInterrupt(): void {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (isInterrupted) process.exit(INTERRUPTED)
      isInterrupted = true
      console.log('\nInterrupted: what was started is being ended; once more to leave it.')
      // What is cut off by that fails, and is no news.
      for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => {})
      void closeAll()
    })
}

/** Never returns once there was an interrupt: whoever was cut off has nothing more to say. */
export async function untilEnded(): Promise<void> {
  if (isInterrupted) await new Promise<never>(() => {})
}
