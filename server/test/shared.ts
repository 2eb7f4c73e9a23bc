/** Things that all test files of one process share, for example a browser. */
import { after } from 'node:test'

interface Shared {
  end(): Promise<unknown>
}

const started: Shared[] = []
/** True if a batch of files runs in this process, and ends the shared things itself. */
let isBatch = false

/** A batch calls this before its first file. */
export function shareInBatch(): void {
  isBatch = true
}

/** How many shared things have started. */
export function sharedCount(): number {
  return started.length
}

/** Ends the shared things in reverse order of their starts. */
export async function endShared(): Promise<void> {
  for (const one of started.splice(0).toReversed()) await one.end()
}

/**
 * Returns a function that starts the thing at its first call, and returns the same one to all callers. It ends after the
 * batch, or after the tests of the file if the file runs alone.
 */
export function sharedInProcess<Thing>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown>,
): () => Promise<Thing> {
  let thing: Promise<Thing> | null = null
  return () => {
    if (thing === null) {
      thing = start()
      const starting = thing
      if (!isBatch && started.length === 0) after(endShared)
      started.push({
        async end() {
          thing = null
          await end(await starting)
        },
      })
    }
    // Node's runner puts the tests behind an awaited promise into the suite in which the promise was made.
    return new Promise((resolve, reject) => void thing!.then(resolve, reject))
  }
}
