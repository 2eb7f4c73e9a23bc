import { createShares } from '../../platform/admission/shares.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { HeldClock } from '../../../test/held-clock.ts'
import { ApiError } from '../../platform/errors.ts'
import { observeRequests } from '../../platform/http/observe-requests.ts'
import { createServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/log.ts'
import { recordRequests, RequestRecorder } from './recorder.ts'
import { isInLog, pathOf } from './request.ts'

const database = await endAfterTests(createTestDatabase())
const log = createLogger('silent')
/** The requests that an account may make at once. */
const BURST = 200

/** A server of which every request is of the account in its path. */
async function serve() {
  const clock = Object.assign(new HeldClock(), { monotonicMs: 0, monotonic: () => clock.monotonicMs })
  const metrics = new Registry()
  const app = createServer({ config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null }, log })
  const shares = createShares({ pool: database.pool, connectionsMax: 10, waitMsMax: 10_000 })
  const recorder = new RequestRecorder({ pool: shares.ofAll('requests'), log })
  observeRequests(app, { clock, log, metrics, config: { logRequestEvery: 0 } })
  recordRequests(app, { clock, metrics, serverAt: (bucket) => (bucket === 1 ? { requests: recorder } : null) })
  app.addHook('onRequest', (request, _reply, done) => {
    const [, bucket, accountId] = request.url.split('/').map(Number)
    request.caller = { bucket: bucket!, accountId: accountId!, role: 'full', actor: 'api_key:1' }
    done()
  })
  app.post('/:bucket/:account', () => {
    throw new ApiError('not_found')
  })
  app.put('/:bucket/:account', () => ({}))
  await app.ready()
  const unrecorded = async () => {
    const text = await metrics.metrics()
    return Number(/^tidings_requests_unrecorded_total (\d+)$/m.exec(text)?.[1])
  }
  const stored = async (accountId: number) => {
    await recorder.drained()
    const text = 'select count(*)::int as count from requests where account_id = $1'
    const { rows } = await database.pool.query<{ count: number }>({ text, values: [accountId] })
    return rows[0]!.count
  }
  /** POST is refused, and PUT is not. */
  const send = async (path: string, times: number, method: 'POST' | 'PUT' = 'POST') => {
    for (let sent = 0; sent < times; sent++) await app.inject({ method, url: path })
  }
  return { clock, send, stored, unrecorded }
}

test('an account fills its rate and no other one, and requests above it are counted', async () => {
  const { clock, send, stored, unrecorded } = await serve()
  await send('/1/7', BURST + 5)
  await send('/1/8', 3)
  assert.deepEqual([await stored(7), await stored(8), await unrecorded()], [BURST, 3, 5])
  clock.monotonicMs += 1000
  await send('/1/7', 3)
  assert.deepEqual([await stored(7), await unrecorded()], [BURST + 2, 6])
})

test('refused requests have a lower rate, and take none of the rate of changes', async () => {
  const { clock, send, stored, unrecorded } = await serve()
  await send('/1/17', BURST + 1)
  await send('/1/17', BURST + 1, 'PUT')
  assert.deepEqual([await stored(17), await unrecorded()], [2 * BURST, 2])
  clock.monotonicMs += 500
  await send('/1/17', 12)
  await send('/1/17', 12, 'PUT')
  assert.deepEqual([await stored(17), await unrecorded()], [2 * BURST + 1 + 10, 2 + 11 + 2])
})

test('while the server of the account is away, its requests are counted and not recorded', async () => {
  const { send, stored, unrecorded } = await serve()
  await send('/2/9', 4)
  assert.deepEqual([await stored(9), await unrecorded()], [0, 4])
})

test('numbers in the path are recorded, and texts are not', () => {
  assert.equal(pathOf('/api/v1/things/:id/parts/:name', { id: 12, name: 'ada' }), '/api/v1/things/12/parts/:name')
})

test('changes and refused requests are in the log, and successful reads and previews are not', () => {
  assert.equal(isInLog('POST', '/api/v1/messages', 201), true)
  assert.equal(isInLog('GET', '/api/v1/messages', 200), false)
  assert.equal(isInLog('GET', '/api/v1/messages', 422), true)
  assert.equal(isInLog('POST', '/api/v1/messages/preview', 200), false)
})
