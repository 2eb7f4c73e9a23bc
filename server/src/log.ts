import { pino } from 'pino'
import type { Logger } from 'pino'

export type { Logger }

/** What is gathered before it is written: at the most so many characters, and for so long, ms. */
const GATHERED_CHARACTERS = 4096
const GATHERED_MS = 100

/**
 * One line of JSON per unit of work on standard error, under a fixed name (`delivery.send`, `webhook.attempt`,
 * `http.request`) with every id: `log.info({ event: 'webhook.attempt', ... })`. Standard output is for people and programs.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      // No secret in a log: whatever is logged by mistake under these names is masked.
      redact: {
        paths: [
          'authorization',
          'secret',
          'password',
          'api_key',
          '*.authorization',
          '*.secret',
          '*.password',
          '*.api_key',
        ],
        censor: '[redacted]',
      },
    },
    // Lines are gathered: a write for each of them took a twentieth of the time of a request.
    pino.destination({ fd: 2, sync: false, minLength: GATHERED_CHARACTERS, periodicFlush: GATHERED_MS }),
  )
}
