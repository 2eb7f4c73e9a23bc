import type { Page } from 'playwright-core'

export interface Rules {
  /** The origin of the page's server. */
  origin: string
  /** Other origins that the page may call. */
  expected: ReadonlySet<string>
  problems: string[]
  /** The test closes the server of the page, and browsers report each failed connection. */
  mayBeAway: boolean
}

/**
 * Forbidden actions of a page: requests to other servers, errors in the console, exceptions. The
 * rules change with the test that uses the page.
 */
export function watch(page: Page, rules: Rules): void {
  page.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    const isOwn = target === rules.origin || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn && !rules.expected.has(target)) rules.problems.push(`request to ${request.url()}`)
  })
  page.on('response', (response) => {
    const method = response.request().method()
    if (response.status() === 503 && method !== 'GET') rules.problems.push(`503 for ${method} ${response.url()}`)
  })
  page.on('console', (message) => {
    // A browser reports every 4xx response, also expected ones: a wrong password, a bad URL,
    // a deleted object. If the machine is busy, the service may refuse a read with 503, and the page reads again.
    // Only the files of the page itself must load.
    const isOfApi = new URL(message.location().url || rules.origin).pathname.startsWith('/api/')
    const answered = /^Failed to load resource: the server responded with a status of (401|403|404|409|422|429|503) /
    const isAway = rules.mayBeAway && /net::ERR_|MIME type|dynamically imported/.test(message.text())
    if (message.type() === 'error' && !isAway && !(isOfApi && answered.test(message.text())))
      rules.problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => rules.problems.push(`exception: ${error.stack ?? error.message}`))
}
