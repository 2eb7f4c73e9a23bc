/**
 * The output of a start. The service writes the log to standard output, as lines of JSON. If a person reads it in a
 * terminal, the start also prints plain text to standard error.
 */
import { isatty } from 'node:tty'
import type { FirstStart } from './bootstrap.ts'
import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/db/servers/start-error.ts'
import { closeLog, createLogger, STANDARD_ERROR, STANDARD_OUTPUT } from '../platform/log.ts'
import type { Logger } from '../platform/log.ts'

/** `url`: null without the role `api`. */
interface StartedFields {
  url: string | null
  health_url: string | null
  embedded: boolean
  /** The version of Node. */
  node: string
}

export interface StartOutput {
  /** The start takes long: this is under way. */
  progress(text: string): void
  /** Shows the credentials of the first start, except those from the operator's configuration. */
  firstStart(first: FirstStart, config: GivenCredentials): void
  /** The service listens. `sentence`: for people. */
  started(about: StartedFields, sentence: string): void
  /** The start or the service failed: one line if the operator can fix the cause, otherwise an error with its stack. */
  failed(error: unknown): void
}

type GivenCredentials = Pick<Config, 'bootstrapEmail' | 'bootstrapPassword' | 'bootstrapApiKey'>

/** True if a person reads the output. */
const isForPerson = isatty(STANDARD_OUTPUT) && isatty(STANDARD_ERROR)

/** The lines come at every `LOG_LEVEL`, and without masks: no later start can show the credentials. */
function linesOf(log: Logger): Logger {
  return log.child({}, { level: 'info', formatters: { log: (fields) => fields } })
}

export function createStartOutput(log: Logger): StartOutput {
  const lines = linesOf(log)
  return {
    progress(text) {
      if (isForPerson) print(text)
      else lines.info({ event: 'service.starting', progress: text })
    },
    firstStart(first, { bootstrapEmail, bootstrapPassword, bootstrapApiKey }) {
      const email = bootstrapEmail === null ? first.email : undefined
      const password = bootstrapPassword === null ? first.password : undefined
      const key = bootstrapApiKey === null ? first.apiKey : undefined
      if (!isForPerson) {
        lines.info({ event: 'first_start', email, password, api_key: key })
        return lines.flush()
      }
      print('This is the first start. These credentials are shown only once:')
      print(`  Sign in with  ${email ?? '(BOOTSTRAP_EMAIL)'}  ${password ?? '(BOOTSTRAP_PASSWORD)'}`)
      print(`  API key       ${key ?? '(BOOTSTRAP_API_KEY)'}`)
    },
    started(about, sentence) {
      lines.info({ event: 'service.started', ...about })
      if (isForPerson) print(sentence)
    },
    failed(error) {
      if (!(error instanceof StartError)) lines.fatal({ event: 'service.failed', err: error })
      else refuse(lines, [error.message])
    },
  }
}

function print(text: string): void {
  process.stderr.write(`${text}\n`)
}

function refuse(lines: Logger, causes: readonly string[]): void {
  for (const cause of causes)
    if (isForPerson) print(cause)
    else lines.fatal({ event: 'service.not_started', cause })
}

/** Ends a start without a configuration: one line for each cause. */
export async function refuseStart(causes: readonly string[]): Promise<never> {
  const lines = createLogger('info', { output: STANDARD_OUTPUT })
  refuse(lines, causes)
  await closeLog(lines)
  process.exit(1)
}
