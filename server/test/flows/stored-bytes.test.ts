// Invariant 4: the stored bytes are sent unchanged, with their own id and a signature of the attempt's time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verify } from '../verify.ts'
import { createSystemClock, isoTime } from '../../src/platform/clock.ts'
import { createEventIds } from '../../src/platform/ids.ts'
import { testService } from '../test-service.ts'

/** An event of this age would have a stale signature by its own time (specification 5.3). */
const AGE_MS = 600_000

const { database, receiver, running } = await testService({
  receiver: true,
  // The test writes the event itself, so only a sweep finds it.
  variables: { SWEEP_INTERVAL: '50ms' },
})

test('an event that waited goes out byte for byte, with a signature of now', async () => {
  const { accountId, bucket, call } = await running.client()
  const created = await call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url: receiver.url } })
  const { id: endpointId, secret } = created.body.webhook_endpoint as { id: number; secret: string }
  const clock = createSystemClock()
  const { id, timeMs } = createEventIds({ ...clock, now: () => clock.now() - AGE_MS }).next(0)
  // JSON that no serializer of ours would write.
  const body = `{ "id":"${id}", "type": "ping", "created_at":"${isoTime(timeMs).slice(0, 19)}Z",\n "data":{"message":"caf\\u00e9 é","n":1.50} }`
  await database.pool.query({
    text: `with event as (
        insert into events (bucket, account_id, id, type, created_at, source, body)
        values ($1, $2, $3, 'ping', $4, 'api', $5)
      )
      insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start)
      values ($1, $2, $6, $3, 0, 0)`,
    values: [bucket, accountId, id, isoTime(timeMs), body, endpointId],
  })
  receiver.respond(({ index }) => ({ status: index === 0 ? 503 : 200 }))
  await receiver.waitFor(1)
  const [request] = receiver.requests
  assert.equal(request!.body.toString(), body)
  assert.equal(request!.headers['x-service-event-id'], id)
  assert.ok(verify(request!.body, request!.headers['x-service-signature'], secret))
})
