/** Calls the API of the service, with types by operation. */
import { whenBack } from './connection.ts'
import type { ErrorBody, Operations } from '../../../sdk/src/types.ts'

export type { Operations } from '../../../sdk/src/types.ts'

export type OperationName = keyof Operations
export type Answer<Name extends OperationName> = Operations[Name]['answer']

type Given<Key extends string, Value> = [Value] extends [undefined] ? unknown : Record<Key, Value>

/** The input of an operation: its `path`, `query` and `body`, if it has them. */
export type Input<Name extends OperationName> = Given<'path', Operations[Name]['path']> &
  (Operations[Name]['query'] extends undefined ? unknown : { query?: Operations[Name]['query'] }) &
  Given<'body', Operations[Name]['body']>

interface AnyInput {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
}

/** A failed call. `code` is an error code of the API, or `offline` if there was no response. */
export class ApiFailure extends Error {
  readonly status: number | null
  readonly code: string
  /** Field to sentences, each without the field's name. */
  readonly errors: Record<string, string[]>
  readonly requestId: string | null
  /** Seconds to wait before the next call, or null if the service gave no time. */
  readonly retryAfterSeconds: number | null

  constructor(status: number | null, body: Partial<ErrorBody>, retryAfter: string | null = null) {
    super(
      body.error ?? (status === null ? 'The service cannot be reached' : `The service responded with status ${status}`),
    )
    this.name = 'ApiFailure'
    this.status = status
    this.code = body.code ?? (status === null ? 'offline' : 'unknown')
    this.errors = body.errors ?? {}
    this.requestId = body.request_id ?? null
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD'])

let csrfToken: string | null = null

/** The CSRF token of the session. Requests need it to change anything. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token
}

/** The URL of an operation with its path and query filled in. Values null, undefined and '' are left out. */
export function addressOf(template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? filled : `${filled}?${search}`
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
  return new ApiFailure(response.status, body, response.headers.get('retry-after'))
}

/**
 * Calls an operation and returns the body of its response. `repetition`: a call with the key of an earlier one changes
 * nothing, calls `onReplayed`, and returns the first response. Throws `ApiFailure`.
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
  repetition?: { key: string; onReplayed: () => void },
): Promise<Answer<Name>> {
  const [method = '', template = ''] = name.split(' ')
  const given = input as AnyInput
  const headers: Record<string, string> = { accept: 'application/json' }
  if (given.body !== undefined) headers['content-type'] = 'application/json'
  if (!SAFE_METHODS.has(method) && csrfToken !== null) headers['x-csrf-token'] = csrfToken
  if (repetition !== undefined) headers['idempotency-key'] = repetition.key
  const response = await fetch(addressOf(template, given), {
    method,
    headers,
    credentials: 'same-origin',
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    // If the page itself aborted the call, the service did not fail.
    if (signal?.aborted) throw error
    void whenBack()
    throw new ApiFailure(null, {})
  })
  if (!response.ok) throw await failureOf(response)
  if (response.headers.has('idempotency-replayed')) repetition?.onReplayed()
  return (response.status === 204 ? null : await response.json()) as Answer<Name>
}
