import { pino } from 'pino'
import type { Logger } from 'pino'

export type { Logger }

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
    pino.destination({ fd: 2, sync: false }),
  )
}
