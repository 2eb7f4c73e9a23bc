import type { Config } from '../config/config.ts'

/** Browsers use only TLS for this host for one year, s. */
const HSTS_SECONDS = 365 * 24 * 60 * 60

/**
 * The headers of every response. `no-store`, because most responses show data of one account, and some show a secret. A
 * route may override it.
 */
export function answerHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  if (publicUrl?.startsWith('https:') !== true) return headers
  return { ...headers, 'strict-transport-security': `max-age=${HSTS_SECONDS}` }
}
