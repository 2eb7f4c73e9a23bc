import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import type { ApiError } from '../errors.ts'

/** The header of a response after which the connection closes, for `ApiError`. */
export const CLOSE = { connection: 'close' } as const

/** Browsers use only TLS for this host for one year, s. */
const HSTS_SECONDS = 365 * 24 * 60 * 60

/**
 * The headers of every response. `no-store`, because most responses show data of one account, and some show a secret. A
 * route may override it.
 */
export function responseHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  if (publicUrl?.startsWith('https:') !== true) return headers
  return { ...headers, 'strict-transport-security': `max-age=${HSTS_SECONDS}` }
}

/** The page that has a heading for each code (`docs/errors.md`). */
export const ERRORS_PAGE = '/docs/errors'

/** Makes the body of an error: no stack, no SQL, no internal address. */
export type ErrorBodies = (error: ApiError, requestId: string) => object

/** `docs_url` is absolute if PUBLIC_URL is set: the header Host says what the caller likes. */
export function createErrorBodies({ publicUrl }: Pick<Config, 'publicUrl'>): ErrorBodies {
  const page = `${publicUrl?.replace(/\/$/, '') ?? ''}${ERRORS_PAGE}`
  return ({ message, code, errors }, requestId) => ({
    error: message,
    code,
    ...(errors ? { errors } : {}),
    docs_url: `${page}#${code}`,
    request_id: requestId,
  })
}

/**
 * Calls `giveBack` after the response is sent or the caller has hung up. If the response is closed already, it calls it
 * now, because `close` is not emitted again.
 */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, giveBack: () => void): void {
  if (raw.destroyed) giveBack()
  else raw.once('close', giveBack)
}

export interface SendingTimes {
  /** A reader that takes nothing for this time is cut off, ms. */
  idleMs: number
  /** A reader that needs longer for the whole response is cut off, ms. */
  totalMs: number
}

const TIMES: SendingTimes = { idleMs: 60_000, totalMs: 600_000 }

export function cutOffIfIdle(reply: FastifyReply, { idleMs, totalMs } = TIMES): void {
  const { raw } = reply
  // Node's timer restarts if part of a write was sent, so only a stopped reader times out.
  raw.setTimeout(idleMs)
  const timer = setTimeout(() => raw.destroy(), totalMs)
  onceClosed(reply, () => clearTimeout(timer))
}
