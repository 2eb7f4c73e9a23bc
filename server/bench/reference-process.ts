/**
 * The reference: the limit of one Node process with the client that most people would use. undici's `dispatch` over kept
 * TLS connections, one signed POST after the other. It stores, reads and looks up nothing. Its arguments: file of the
 * authority, number of POSTs, limit of POSTs in flight, characters of a body, then the origins, used in turn. Origins
 * with a name are at 127.0.0.1.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, Pool } from 'undici'
import type { Dispatcher } from 'undici'

const [caFile, posts, inFlightMax, bodyCharacters, ...origins] = process.argv.slice(2).map((text, index) => {
  return index === 0 || index > 3 ? text : Number(text)
}) as [string, number, number, number, ...string[]]
const SECRET = 'whsec_0123456789012345678901234567890123456789012'

const ca = readFileSync(caFile, 'utf8')
const limits = { connections: inFlightMax, pipelining: 1 }
const client =
  origins.length === 1
    ? new Pool(origins[0]!, { ...limits, connect: { ca } })
    : new Agent({
        ...limits,
        connect: { ca, lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]) },
      })
const filler = 'x'.repeat(bodyCharacters - '{"filler":""}'.length)
const body = JSON.stringify({ filler })
let started = 0
let ended = 0

function fail(error: Error): never {
  console.error(error)
  process.exit(1)
}

function post(): void {
  const origin = origins[started % origins.length]!
  started += 1
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', SECRET).update(`${seconds}.`).update(body).digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
    'X-Service-Event': 'delivery.sent',
    'X-Service-Event-Id': 'evt_01KAJ6Y3M00000000000000000',
    'X-Service-Signature': `t=${seconds},v1=${signature}`,
  }
  client.dispatch({ origin, path: '/webhooks', method: 'POST', headers, body }, handler)
}

const handler: Dispatcher.DispatchHandler = {
  onRequestStart() {},
  onResponseStart(_controller, status) {
    if (status !== 200) fail(new Error(`The receiver returned ${status}`))
  },
  onResponseData() {},
  onResponseEnd() {
    ended += 1
    if (started < posts) post()
    else if (ended === posts) void client.close()
  },
  onResponseError(_controller, error) {
    fail(error)
  },
}

while (started < Math.min(inFlightMax, posts)) post()
