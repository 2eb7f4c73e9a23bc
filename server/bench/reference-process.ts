/**
 * The reference: what one Node process can do at the most with the client that most people would use. undici's
 * `dispatch` over kept TLS connections, one signed POST after the other, nothing stored, nothing read. Its arguments:
 * origin, file of the authority, number of POSTs, POSTs in flight at the most, characters of a body.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'

const [origin, caFile, ...numbers] = process.argv.slice(2)
const [posts, inFlightMax, bodyCharacters] = numbers.map(Number)
const SECRET = 'whsec_0123456789012345678901234567890123456789012'

const pool = new Pool(origin!, {
  connections: inFlightMax!,
  pipelining: 1,
  connect: { ca: readFileSync(caFile!, 'utf8') },
})
const filler = 'x'.repeat(bodyCharacters! - '{"filler":""}'.length)
const body = JSON.stringify({ filler })
let started = 0
let ended = 0

function fail(error: Error): never {
  console.error(error)
  process.exit(1)
}

function post(): void {
  started += 1
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', SECRET).update(`${seconds}.`).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': 'delivery.sent',
    'x-service-event-id': 'evt_01KAJ6Y3M00000000000000000',
    'x-service-signature': `t=${seconds},v1=${signature}`,
  }
  pool.dispatch({ path: '/webhooks', method: 'POST', headers, body }, handler)
}

const handler: Dispatcher.DispatchHandler = {
  onRequestStart() {},
  onResponseStart(_controller, status) {
    if (status !== 200) fail(new Error(`The receiver answered ${status}`))
  },
  onResponseData() {},
  onResponseEnd() {
    ended += 1
    if (started < posts!) post()
    else if (ended === posts) void pool.close()
  },
  onResponseError(_controller, error) {
    fail(error)
  },
}

while (started < Math.min(inFlightMax!, posts!)) post()
