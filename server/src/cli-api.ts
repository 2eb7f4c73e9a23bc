/** What the commands share that call the API of a running service. */
import type { CommandInput } from './cli-command.ts'
import { urlOf } from './http/link-base.ts'

export const API_OPTIONS = { key: 'API_KEY', service: 'URL' }

/** How long one call may take, ms. */
const CALL_TIMEOUT_MS = 30_000

export type ApiAnswer = { ok: true; body: Record<string, unknown> } | { ok: false; sentence: string }

/** Calls `path` below the service's address, with the key given by `--key`. A refusal is a sentence for a person. */
export type CallApi = (method: string, path: string, body?: unknown) => Promise<ApiAnswer>

/** The service of `--service`, or the one of this configuration; null without `--key`. */
export function apiOf({ config, options }: Pick<CommandInput, 'config' | 'options'>): CallApi | null {
  const { key } = options
  if (key === undefined) return null
  const own = config.publicUrl ?? urlOf(config.host, config.port)
  const service = (options['service'] ?? own).replace(/\/+$/, '')
  return async (method, path, body) => {
    try {
      const response = await fetch(`${service}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      return response.ok ? { ok: true, body: answer } : { ok: false, sentence: sentenceOf(answer, response.status) }
    } catch (error) {
      const { message, cause } = error as Error
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
      return { ok: false, sentence: `${service} could not be reached: ${reason}` }
    }
  }
}

function sentenceOf(answer: Record<string, unknown>, status: number): string {
  return typeof answer['error'] === 'string' ? answer['error'] : `The service answered ${status}`
}
