/**
 * Ends servers and processes and removes directories if the bench is interrupted. Otherwise they would continue without
 * it, or leave their files. Without a call of `endAtInterrupt`, a signal ends the process as usual.
 */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const INTERRUPTED = 130

const closers = new Set<() => Promise<void>>()
let isInterrupted = false

/**
 * Returns a `close` that runs only once, even if it is called several times. An interrupt calls it if it has not run yet.
 */
export function closedAtInterrupt(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  const closeOnce = (): Promise<void> => {
    closing ??= close().finally(() => closers.delete(closeOnce))
    return closing
  }
  closers.add(closeOnce)
  return closeOnce
}

/** Closes in reverse order of opening, including resources opened meanwhile. */
async function closeAll(): Promise<void> {
  for (let close = [...closers].at(-1); close !== undefined; close = [...closers].at(-1))
    await close().catch((error: unknown) => console.error(error))
  process.exit(INTERRUPTED)
}

/** Makes a signal close all resources and then end the process. A second signal ends it at once. */
export function endAtInterrupt(): void {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (isInterrupted) process.exit(INTERRUPTED)
      isInterrupted = true
      console.log('\nInterrupted: what was started is being ended; once more to leave it.')
      // Interrupted work fails, and these failures need no report.
      for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => {})
      void closeAll()
    })
}

/** Never returns after an interrupt: the interrupted work has nothing more to print. */
export async function untilEnded(): Promise<void> {
  if (isInterrupted) await new Promise<never>(() => {})
}
