/** The progress of a long run for people: each line with the time, and at least one line every ten seconds. */

const SILENCE_MAX_MS = 10_000

export interface Progress {
  tell(text: string): void
  end(): void
}

/** Every line begins with `what`. */
export function createProgress(what: string): Progress {
  const startMs = performance.now()
  let last = 'begins'
  let toldMs = startMs
  const show = (text: string) => {
    toldMs = performance.now()
    console.log(`${String(Math.round((toldMs - startMs) / 1000)).padStart(4)} s  ${what}: ${text}`)
  }
  const timer = setInterval(() => {
    if (performance.now() - toldMs >= SILENCE_MAX_MS) show(`still at work since: ${last}`)
  }, SILENCE_MAX_MS / 4)
  return {
    tell(text) {
      last = text
      show(text)
    },
    end: () => clearInterval(timer),
  }
}
