import type { Config } from '../config/config.ts'

/** Browsers then use TLS for this host for so long, s: a year. */
const HSTS_SECONDS = 365 * 24 * 60 * 60

/**
 * The headers of every answer. Nothing is stored by anything in between unless a route says otherwise: most answers show what
 * one account may see, and some a secret.
 */
export function answerHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  if (publicUrl?.startsWith('https:') !== true) return headers
  return { ...headers, 'strict-transport-security': `max-age=${HSTS_SECONDS}` }
}
