/** One API call: typed by its operation, and retried if a retry may help. */
import { randomUuid } from './crypto.ts'
import type { ErrorBody, Operations } from './types.ts'

/** Waits before retries 1, 2, 3 if the service names none, ms. */
export const RETRY_WAITS_MS = [250, 1000, 4000]

/** If the service asks for a longer wait, the call fails at once, ms. */
const RETRY_AFTER_MS_MAX = 60_000

const TIMEOUT_MS_DEFAULT = 30_000
/** Timers take no longer time, ms. */
const TIMEOUT_MS_MAX = 2_147_483_647

export interface ClientOptions {
  /** `sk_...` */
  apiKey: string
  /** The URL of the service, without `/api/v1`: `https://tidings.example.com`. */
  baseUrl: string
  /** Retries of one call, from 0 to 3. Default 3. */
  retriesMax?: number
  /** The time limit of one try, ms. Default 30 s. */
  timeoutMs?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

/** An error response of the API. If no response arrived, the error of `fetch` is thrown instead. */
export class TidingsError extends Error {
  readonly status: number
  /** A value of `ErrorCode`, or a code added by a later version. */
  readonly code: string
  /** The sentences for each field. Only with status 422. */
  readonly errors: Record<string, string[]> | null
  /** Where the documentation explains the code. A path if the service's PUBLIC_URL is not set. */
  readonly docsUrl: string | null
  readonly requestId: string | null

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? `The service responded with status ${status}`)
    this.name = 'TidingsError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.errors = body.errors ?? null
    this.docsUrl = body.docs_url ?? null
    this.requestId = body.request_id ?? null
  }
}

type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : Record<Name, Value>

/** A body without required fields may be left out. */
type GivenBody<Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { body?: Value }
    : { body: Value }

/** The input of an operation: its `path`, `query` and `body`. */
export type Input<Name extends keyof Operations> = Given<'path', Operations[Name]['path']> &
  (Operations[Name]['query'] extends undefined ? unknown : { query?: Operations[Name]['query'] }) &
  GivenBody<Operations[Name]['body']> & {
    /** For a POST. A second call with the same key and body changes nothing and returns the first response. */
    idempotencyKey?: string
    signal?: AbortSignal
  }

interface AnyInput {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Request = <Name extends keyof Operations>(
  name: Name,
  input: Input<Name>,
) => Promise<Operations[Name]['answer']>

/**
 * A value as one segment of a path. URLs drop `.` and `..`, even escaped, so the call would reach another operation.
 */
function segmentOf(name: string, value: string | number | undefined): string {
  const text = String(value ?? '')
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`${name} must not be ${JSON.stringify(text)}: no path of the API can contain it`)
  return encodeURIComponent(text)
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, path[name]))
  const url = new URL(`${baseUrl.replace(/\/$/, '')}${filled}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url.href
}

type Outcome =
  | { kind: 'responded'; status: number; retryAfterMs: number | null; body: unknown }
  | { kind: 'failed'; error: unknown }

/** The request did not arrive in time, or the service has no place for it now. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 503])

/**
 * The wait before the next try, ms, or null if the call is not retried. After a 503 or without a response, the service
 * may have done the work already. A retry is safe: a POST has its idempotency key, and other methods are idempotent.
 */
export function retryWait(outcome: Outcome, triesMade: number, retriesMax: number): number | null {
  const wait = RETRY_WAITS_MS[triesMade - 1]
  if (triesMade > retriesMax || wait === undefined) return null
  if (outcome.kind === 'failed') return wait
  const { status, body, retryAfterMs } = outcome
  const isRunning = status === 409 && (body as Partial<ErrorBody> | null)?.code === 'idempotency_key_running'
  if (!RETRIED_STATUSES.has(status) && !isRunning) return null
  const asked = retryAfterMs ?? wait
  return asked > RETRY_AFTER_MS_MAX ? null : asked
}

async function readOutcome(response: Response): Promise<Outcome> {
  const text = await response.text()
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    kind: 'responded',
    status: response.status,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : null,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
  }
}

/** Resolves after `ms`. Rejects at once if the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted === true) onAbort()
  })
}

function protocolOf(url: unknown): string | null {
  try {
    return new URL(url as string).protocol
  } catch {
    return null
  }
}

/** Throws a TypeError with a clear message. Without this check the first call would fail with a less helpful one. */
function checkOptions(options: ClientOptions): void {
  const { apiKey, baseUrl, retriesMax = 0, timeoutMs = TIMEOUT_MS_DEFAULT } = options
  if (typeof apiKey !== 'string' || apiKey.trim() === '')
    throw new TypeError('apiKey is missing or empty: give an API key, "sk_..."')
  if (!/^https?:$/.test(protocolOf(baseUrl) ?? '') || /\/api\/v1\/?$/.test(baseUrl))
    throw new TypeError('baseUrl must be the URL of the service without /api/v1, like "https://tidings.example.com"')
  if (!Number.isInteger(retriesMax) || retriesMax < 0 || retriesMax > RETRY_WAITS_MS.length)
    throw new TypeError(`retriesMax must be a whole number from 0 to ${RETRY_WAITS_MS.length}`)
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > TIMEOUT_MS_MAX)
    throw new TypeError(`timeoutMs must be a whole number from 1 to ${TIMEOUT_MS_MAX}`)
  if (options.fetch !== undefined && typeof options.fetch !== 'function')
    throw new TypeError('fetch must be a function like the global fetch')
}

/**
 * Creates the function that calls the API. It returns the body of a 2xx response and throws `TidingsError` for all
 * others.
 */
export function createRequest(options: ClientOptions): Request {
  checkOptions(options)
  const { apiKey, baseUrl, retriesMax = RETRY_WAITS_MS.length, timeoutMs = TIMEOUT_MS_DEFAULT } = options
  const call = options.fetch ?? fetch

  async function attempt(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Outcome> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await call(url, {
        ...init,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      return await readOutcome(response)
    } catch (error) {
      if (signal?.aborted === true) throw error
      return { kind: 'failed', error }
    }
  }

  async function request(name: string, input: AnyInput): Promise<unknown> {
    const [method = '', template = ''] = name.split(' ')
    // All tries of a POST share one key, so the service executes it once.
    const key = input.idempotencyKey ?? (method === 'POST' ? await randomUuid() : null)
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` }
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    if (key !== null) headers['idempotency-key'] = key
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) }
    const url = urlOf(baseUrl, template, input)
    for (let triesMade = 1; ; triesMade++) {
      const outcome = await attempt(url, { method, headers, redirect: 'error', ...body }, input.signal)
      if (outcome.kind === 'responded' && outcome.status >= 200 && outcome.status < 300) return outcome.body
      const wait = retryWait(outcome, triesMade, retriesMax)
      if (wait !== null) await pause(wait, input.signal)
      else if (outcome.kind === 'failed') throw outcome.error
      else throw new TidingsError(outcome.status, outcome.body ?? {})
    }
  }

  return request as Request
}
