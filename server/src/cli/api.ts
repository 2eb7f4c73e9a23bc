/** Calls the API of a running service. Several commands use it. */
import type { CommandInput } from './command.ts'
import { urlOf } from '../http/link-base.ts'

export const API_OPTIONS = { service: 'URL' }

/** The error of a command without an API key. */
export const KEY_MISSING = 'Set TIDINGS_API_KEY to an API key of the account, sk_...'

/** Timeout of one call, ms. */
const CALL_TIMEOUT_MS = 30_000

export type ApiAnswer =
  | { ok: true; body: Record<string, unknown> }
  /** `status`: null if the service could not be reached. */
  | { ok: false; status: number | null; sentence: string }

/** Calls `path` at the service with the key in TIDINGS_API_KEY. An error is a sentence for the user. */
export type CallApi = (method: string, path: string, body?: unknown) => Promise<ApiAnswer>

/** Uses the service of `--service` or TIDINGS_URL, or that of this configuration. Null without a key. */
export function apiOf({ config, options }: Pick<CommandInput, 'config' | 'options'>): CallApi | null {
  const key = config.tidingsApiKey
  if (key === null) return null
  const own = config.publicUrl ?? urlOf(config.host, config.port)
  const service = (options['service'] ?? config.tidingsUrl ?? own).replace(/\/+$/, '')
  return async (method, path, body) => {
    try {
      const response = await fetch(`${service}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      const { ok, status } = response
      return ok ? { ok, body: answer } : { ok, status, sentence: sentenceOf(answer, status) }
    } catch (error) {
      const { message, cause } = error as Error
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
      return { ok: false, status: null, sentence: `${service} could not be reached: ${reason}` }
    }
  }
}

function sentenceOf(answer: Record<string, unknown>, status: number): string {
  return typeof answer['error'] === 'string' ? answer['error'] : `The service responded with status ${status}`
}
