/** One call of the API: typed by the operation, tried again where that may help. */
import { randomUUID } from 'node:crypto'
import type { ErrorBody, Operations } from './types.ts'

/** Waits before tries 2, 3, ... where the service names none, ms. */
const RETRY_WAITS_MS = [250, 1000, 4000]

/** A service that asks for a longer wait is not waited for, ms. */
const RETRY_AFTER_MS_MAX = 60_000

const TIMEOUT_MS_DEFAULT = 30_000

export interface ClientOptions {
  /** `sk_...` */
  apiKey: string
  /** Where the service is, without `/api/v1`: `https://tidings.example.com`. */
  baseUrl: string
  /** Tries of one call after the first; 3 by default, which is the most, 0 for none. */
  retriesMax?: number
  /** How long one try may take, ms; 30 s by default. */
  timeoutMs?: number
  /** Instead of the global one. */
  fetch?: typeof fetch
}

/** An error that the API answered with; what never got an answer is thrown as `fetch` throws it. */
export class TidingsError extends Error {
  readonly status: number
  /** One of `ErrorCode`, or one of a later version. */
  readonly code: string
  /** The sentences for each field. Only with status 422. */
  readonly errors: Record<string, string[]> | null
  readonly requestId: string | null

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error ?? `The service responded with status ${status}`)
    this.name = 'TidingsError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.errors = body.errors ?? null
    this.requestId = body.request_id ?? null
  }
}

type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : Record<Name, Value>

/** What an operation takes: of `path`, `query` and `body` those that it has. */
export type Input<Name extends keyof Operations> = Given<'path', Operations[Name]['path']> &
  (Operations[Name]['query'] extends undefined ? unknown : { query?: Operations[Name]['query'] }) &
  Given<'body', Operations[Name]['body']> & {
    /** Of a POST: a second call with the same key and body returns what the first did, and does nothing. */
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

export type Send = <Name extends keyof Operations>(
  name: Name,
  input: Input<Name>,
) => Promise<Operations[Name]['answer']>

/** A value as one segment of a path. A URL drops `.` and `..`, escaped too: the call would be of another operation. */
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

/** What came of one try. */
type Outcome =
  | { kind: 'answered'; status: number; retryAfterMs: number | null; body: unknown }
  | { kind: 'unanswered'; error: unknown }

/**
 * How long to wait before another try, ms, or null if there is to be none. After a 503, or without an answer, the call may have
 * been done, and yet may be made again: a POST has its key, and another method does the same twice as once.
 */
export function retryWait(outcome: Outcome, triesMade: number, retriesMax: number): number | null {
  const wait = RETRY_WAITS_MS[triesMade - 1]
  if (triesMade > retriesMax || wait === undefined) return null
  if (outcome.kind === 'unanswered') return wait
  const { status, body, retryAfterMs } = outcome
  const isRunning = status === 409 && (body as Partial<ErrorBody> | null)?.code === 'idempotency_key_running'
  if (status !== 429 && status !== 503 && !isRunning) return null
  const asked = retryAfterMs ?? wait
  return asked > RETRY_AFTER_MS_MAX ? null : asked
}

async function readOutcome(response: Response): Promise<Outcome> {
  const text = await response.text()
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    kind: 'answered',
    status: response.status,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : null,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
  }
}

/** Resolves after a time; rejects at once if the caller gives up. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** Throws a TypeError that says what to set: without it the first call would fail, and tell less. */
function checkOptions({ apiKey, baseUrl }: { apiKey: unknown; baseUrl: unknown }): void {
  if (typeof apiKey !== 'string' || apiKey.trim() === '')
    throw new TypeError('apiKey is missing or empty: give an API key, "sk_..."')
  if (typeof baseUrl !== 'string' || !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new TypeError('baseUrl must be where the service is, like "https://tidings.example.com"')
}

/** Makes what calls the API. Answers the body of a 2xx; throws `TidingsError` for every other answer. */
export function createSend(options: ClientOptions): Send {
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
      return { kind: 'unanswered', error }
    }
  }

  async function send(name: string, input: AnyInput): Promise<unknown> {
    const [method = '', template = ''] = name.split(' ')
    // Every try of a POST is the same request, which is done once.
    const key = input.idempotencyKey ?? (method === 'POST' ? randomUUID() : null)
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` }
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    if (key !== null) headers['idempotency-key'] = key
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) }
    const url = urlOf(baseUrl, template, input)
    for (let triesMade = 1; ; triesMade++) {
      const outcome = await attempt(url, { method, headers, redirect: 'error', ...body }, input.signal)
      if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return outcome.body
      const wait = retryWait(outcome, triesMade, retriesMax)
      if (wait !== null) await pause(wait, input.signal)
      else if (outcome.kind === 'unanswered') throw outcome.error
      else throw new TidingsError(outcome.status, outcome.body ?? {})
    }
  }

  return send as Send
}
