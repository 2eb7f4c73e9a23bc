import { setTimeout as delay } from 'node:timers/promises'

/** Calls the API with a key. A response other than 2xx is an error with its body. */
export type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>

/** Until everything has been sent and reported: seconds, on a busy machine more. */
const SETTLE_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 500

export function caller(url: string, apiKey: string): Call {
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return JSON.parse(text) as Body
  }
}

/** Makes an object and returns it. `root`: its name in the body of the request and of the response. */
export async function make<Made = { id: number }>(call: Call, path: string, root: string, fields: object) {
  const response = await call<Record<string, Made>>('POST', path, { [root]: fields })
  return response[root]!
}

export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await isSo()); waitedMs += POLL_INTERVAL_MS) {
    if (waitedMs > SETTLE_TIMEOUT_MS) throw new Error('The deliveries did not come to their end')
    await delay(POLL_INTERVAL_MS)
  }
}

/** Whether no delivery of the account is on its way any more. A sent one stays if no report comes. */
export async function isSettled(
  call: Call,
  open: readonly string[] = ['queued', 'retrying', 'sent'],
): Promise<boolean> {
  const counts = await Promise.all(
    open.map(async (status) => {
      const response = await call<{ deliveries: object[] }>('GET', `/deliveries?status=${status}&limit=1`)
      return response.deliveries.length
    }),
  )
  return counts.every((count) => count === 0)
}
