import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { createEmitter } from '../events/event.ts'
import type { QueuedEvent } from '../events/event.ts'
import { createEventIds } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/route.ts'
import { createSecretsCipher } from '../../platform/secrets.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { resolverWith } from '../../../test/host-resolver.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import type { ApiResponse } from '../../../test/room-server.ts'
import { secretContext } from './endpoints/reader.ts'
import { EndpointChanges } from './endpoints/changes.ts'
import { webhookRoutes } from './routes.ts'
import type { WebhookRouteDependencies } from './routes.ts'
import { createReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const PATH = '/api/v1/webhook_endpoints'
const URL = 'https://receiver.test/webhooks'

const ADDRESSES: Record<string, string[]> = {
  'receiver.test': ['93.184.216.34'],
  'other.test': ['93.184.216.35', '2606:4700::1'],
  'half-private.test': ['93.184.216.34', '10.0.0.1'],
}

const cipher = createSecretsCipher([{ id: 'key1', key: Buffer.alloc(32, 7) }])
const system = createSystemClock()
let aheadMs = 0
let wallAheadMs = 0
const clock: Clock = { ...system, now: () => system.now() + wallAheadMs, monotonic: () => system.monotonic() + aheadMs }
const changed: number[] = []
const queued: QueuedEvent[] = []
const lookedUp: string[] = []
const config = { apiRateLimit: 500 }

const database = await endAfterTests(createTestDatabase())
const emitter = createEmitter((events) => queued.push(...events))
const resolver = resolverWith((name) => {
  lookedUp.push(name)
  return ADDRESSES[name] ?? []
})
const dependencies: WebhookRouteDependencies = {
  clock,
  config: config as WebhookRouteDependencies['config'],
  cipher,
  policy: createReceiverPolicy({ allowCidrs: [], allowHosts: [] }),
  resolver,
  emitter,
  eventIds: createEventIds(clock),
  testPost: () => Promise.resolve({ kind: 'held' }),
  onEndpointChanged: (_bucket, accountId) => changed.push(accountId),
  onQueuedAgain: () => {},
}
const changes = new EndpointChanges({ ...dependencies, onEndpointDeleted: () => Promise.resolve() })
const server = await endAfterTests(startRoomServer(database.pool, (app) => webhookRoutes(app, dependencies, changes)))

const create = (caller: Caller, fields: object = { url: URL }) =>
  server.request(caller, 'POST', PATH, { webhook_endpoint: fields })
const patch = (caller: Caller, id: number, fields: object) =>
  server.request(caller, 'PATCH', `${PATH}/${id}`, { webhook_endpoint: fields })
const post = (caller: Caller, id: number, operation: string, body?: unknown) =>
  server.request(caller, 'POST', `${PATH}/${id}/${operation}`, body)

/** A caller with a new endpoint. */
async function withEndpoint(): Promise<{ caller: Caller; id: number; secret: string }> {
  const caller = server.newCaller()
  const response = await create(caller)
  assert.equal(response.status, 201)
  return { caller, id: response.body.webhook_endpoint.id, secret: response.body.webhook_endpoint.secret }
}

async function shown(caller: Caller, id: number) {
  const response = await server.request(caller, 'GET', `${PATH}/${id}`)
  assert.equal(response.status, 200)
  return response.body.webhook_endpoint
}

async function rowOf(caller: Caller) {
  const text = 'select * from webhook_endpoints where bucket = $1 and account_id = $2'
  return (await database.pool.query({ text, values: [caller.bucket, caller.accountId] })).rows[0]
}

async function disable(caller: Caller): Promise<void> {
  const text = `update webhook_endpoints
    set disabled_at = $3, disabled_reason = 'consecutive_failures', inactive_since = coalesce(inactive_since, $3), consecutive_failures = 20
    where bucket = $1 and account_id = $2`
  await database.pool.query({ text, values: [caller.bucket, caller.accountId, isoTime(clock.now())] })
}

async function auditOf(caller: Caller): Promise<string[]> {
  const text = 'select action from audit_log where bucket = $1 and account_id = $2 order by id'
  const { rows } = await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
  return rows.map((row) => row.action.replace('webhook_endpoint.', ''))
}

function refused(response: ApiResponse, status: number, code: string, field?: string): void {
  assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(response.body))
  if (field !== undefined) assert.deepEqual(Object.keys(response.body.errors), [field])
}

describe('registering', () => {
  it('201 shows the secret, and nothing shows it again', async () => {
    const caller = server.newCaller()
    assert.deepEqual((await server.request(caller, 'GET', PATH)).body, { webhook_endpoints: [] })
    const response = await create(caller)
    assert.equal(response.status, 201)
    const { id, secret, ...rest } = response.body.webhook_endpoint
    assert.deepEqual(rest, { url: URL, active: true })
    assert.match(secret, /^whsec_[0-9A-Za-z]{43}$/)
    const list = await server.request(caller, 'GET', PATH)
    const endpoint = await shown(caller, id)
    assert.deepEqual(list.body, { webhook_endpoints: [endpoint] })
    const { created_at, updated_at, ...others } = endpoint
    assert.deepEqual(others, {
      id,
      url: URL,
      active: true,
      status: 'active',
      secret_preview: `whsec_…${secret.slice(-4)}`,
      previous_secret_expires_at: null,
      signature_format: 'service',
      include_message: false,
      consecutive_failures: 0,
      inactive_since: null,
      disabled_at: null,
      disabled_reason: null,
      missing_dismissed_at: null,
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(updated_at, created_at)
    const row = await rowOf(caller)
    assert.ok(!row.secret.includes(secret))
    assert.equal(cipher.decrypt(row.secret, secretContext(caller.accountId, id)), secret)
    assert.deepEqual(await auditOf(caller), ['created'])
  })

  it('form notation registers too', async () => {
    const body = `webhook_endpoint[url]=${encodeURIComponent(URL)}`
    assert.equal((await server.request(server.newCaller(), 'POST', PATH, body)).status, 201)
  })

  it('409 second endpoint, before its host is resolved', async () => {
    const { caller } = await withEndpoint()
    refused(await create(caller, { url: 'https://nobody.test/' }), 409, 'endpoint_exists')
    assert.ok(!lookedUp.includes('nobody.test'))
    assert.deepEqual(await auditOf(caller), ['created'])
  })

  it('of 20 parallel creates exactly one is 201, the others are 409', async () => {
    const caller = server.newCaller()
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(caller)))
    const statuses = responses.map((response) => response.status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 409)])
    assert.deepEqual(await auditOf(caller), ['created'])
  })

  const badUrls: [unknown, string][] = [
    [undefined, 'url_invalid'],
    ['', 'url_invalid'],
    [null, 'url_invalid'],
    [7, 'url_invalid'],
    [['https://receiver.test/'], 'url_invalid'],
    ['https://receiver.test/\r\nX-Injected: 1', 'url_invalid'],
    ['http://receiver.test/', 'url_not_https'],
    [`https://receiver.test/${'a'.repeat(2048)}`, 'url_too_long'],
    ['https://127.0.0.1/', 'url_not_public'],
    ['https://receiver.test/hook#a', 'url_invalid'],
    ['https://receiver.test/hook#', 'url_invalid'],
    [`https://receiver.test/?${"'".repeat(1000)}`, 'url_too_long'],
    ['https://hooks.internal/', 'url_not_public'],
    ['https://half-private.test/', 'url_not_public'],
    ['https://unknown.test/', 'url_unresolvable'],
  ]
  for (const [url, code] of badUrls)
    it(`422 ${code}: ${JSON.stringify(url)?.slice(0, 50)}`, async () => {
      const caller = server.newCaller()
      refused(await create(caller, { url }), 422, code, 'url')
      assert.equal(await rowOf(caller), undefined)
      if (url === undefined || url === null) return
      await create(caller)
      const { id } = await rowOf(caller)
      refused(await patch(caller, id, { url, active: false }), 422, code, 'url')
      const { url: kept, active } = await rowOf(caller)
      assert.deepEqual([kept, active], [URL, true])
    })

  it('the refusal of a URL names what helps: settings, or tidings listen for plain HTTP', async () => {
    for (const url of ['https://127.0.0.1/', 'https://hooks.internal/', 'https://half-private.test/']) {
      const { body } = await create(server.newCaller(), { url })
      assert.match(body.errors.url[0], /WEBHOOK_ALLOW_HOSTS or WEBHOOK_ALLOW_CIDRS/, url)
    }
    const { body } = await create(server.newCaller(), { url: 'http://localhost:4000/' })
    assert.match(body.errors.url[0], /^must use https: use `tidings listen`/)
  })

  it('400 without a body, or with nothing in it', async () => {
    const caller = server.newCaller()
    refused(await server.request(caller, 'POST', PATH, {}), 400, 'missing_root_key')
    refused(await server.request(caller, 'POST', PATH), 400, 'missing_root_key')
  })
})

describe('changing', () => {
  it('changes the URL, and refuses read-only fields', async () => {
    const { caller, id } = await withEndpoint()
    const before = await rowOf(caller)
    const url = 'https://other.test/hook?x=1'
    const readOnly = { id: id + 1, secret: 'whsec_x', status: 'disabled', consecutive_failures: 3 }
    for (const [name, value] of Object.entries(readOnly)) {
      const response = await patch(caller, id, { url, [name]: value })
      assert.deepEqual([response.status, response.body.errors], [422, { [name]: ['is read-only'] }])
    }
    for (const [name, value] of Object.entries({ account_id: 1, generation: 9 }))
      refused(await patch(caller, id, { url, [name]: value }), 422, 'unknown_field', name)
    assert.deepEqual(await rowOf(caller), before)
    const response = await patch(caller, id, { url })
    assert.equal(response.status, 200)
    assert.equal(response.body.webhook_endpoint.url, url)
    const { updated_at, ...row } = await rowOf(caller)
    assert.deepEqual({ ...row, updated_at: before.updated_at }, { ...before, url, url_number: 2 })
    assert.ok(updated_at >= before.updated_at)
    assert.deepEqual(await auditOf(caller), ['created', 'changed'])
  })

  it('saves the URL as it is sent', async () => {
    const { caller, id } = await withEndpoint()
    for (const [given, sent] of [
      ['https://Receiver.test', 'https://receiver.test'],
      ['https://receiver.test:443/a/../b/./c', 'https://receiver.test/b/c'],
      ["https://receiver.test/it's?name='x'", "https://receiver.test/it's?name=%27x%27"],
      ['https://receiver.test/hook?', 'https://receiver.test/hook'],
      ['https://receiver.test?a="b"', 'https://receiver.test/?a=%22b%22'],
      ['https://receiver.test./%7e/[x]{y}', 'https://receiver.test./%7e/[x]%7By%7D'],
    ]) {
      const response = await patch(caller, id, { url: given })
      assert.deepEqual([response.status, response.body.webhook_endpoint?.url], [200, sent])
    }
  })

  it('pauses and resumes', async () => {
    const { caller, id } = await withEndpoint()
    const paused = (await patch(caller, id, { active: false })).body.webhook_endpoint
    assert.deepEqual([paused.active, paused.status], [false, 'paused'])
    assert.ok(Math.abs(Date.parse(paused.inactive_since) - clock.now()) < 60_000)
    assert.deepEqual((await patch(caller, id, { active: false })).body.webhook_endpoint, paused)
    const resumed = (await patch(caller, id, { active: true })).body.webhook_endpoint
    assert.deepEqual([resumed.active, resumed.status, resumed.inactive_since], [true, 'active', null])
    assert.deepEqual(await auditOf(caller), ['created', 'paused', 'resumed'])
  })

  it('409 active: true on a disabled endpoint; active: false changes nothing there', async () => {
    const { caller, id } = await withEndpoint()
    await disable(caller)
    const before = await shown(caller, id)
    assert.deepEqual([before.active, before.status], [false, 'disabled'])
    refused(await patch(caller, id, { url: 'https://other.test/', active: true }), 409, 'endpoint_disabled')
    const response = await patch(caller, id, { active: false })
    assert.deepEqual([response.status, response.body.webhook_endpoint], [200, before])
    assert.deepEqual(await shown(caller, id), before)
  })

  it('422 on active that is neither true nor false', async () => {
    const { caller, id } = await withEndpoint()
    refused(await patch(caller, id, { active: 'perhaps' }), 422, 'invalid', 'active')
  })

  it('null and an empty body change nothing', async () => {
    const { caller, id } = await withEndpoint()
    const before = await shown(caller, id)
    for (const body of [{}, { webhook_endpoint: {} }, { webhook_endpoint: { url: null, active: null } }]) {
      const { status, body: responded } = await server.request(caller, 'PATCH', `${PATH}/${id}`, body)
      assert.deepEqual([status, responded.webhook_endpoint], [200, before], JSON.stringify(body))
    }
  })

  it('takes the object back as it was shown, with a change of one field', async () => {
    const { caller, id, secret } = await withEndpoint()
    const created = { id, url: URL, secret }
    for (const own of [() => created, () => shown(caller, id)]) {
      const response = await patch(caller, id, { ...(await own()), active: false })
      assert.deepEqual([response.status, response.body.webhook_endpoint.status], [200, 'paused'])
      await patch(caller, id, { active: true })
    }
    const other = server.newCaller()
    const nulls = { id: null, active: null, secret: null }
    assert.equal((await create(other, { ...nulls, url: URL })).status, 201)
    refused(await create(server.newCaller(), { url: URL, id: 0 }), 422, 'invalid', 'id')
  })

  it('reports every committed change, and none without effect', async () => {
    const { caller, id } = await withEndpoint()
    const times = () => changed.filter((accountId) => accountId === caller.accountId).length
    assert.equal(times(), 1)
    await patch(caller, id, { active: true, url: URL })
    assert.equal(times(), 1)
    for (const [index, change] of [
      () => patch(caller, id, { active: false }),
      () => patch(caller, id, { active: true }),
      () => post(caller, id, 'rotate_secret'),
      () => post(caller, id, 'reactivate'),
      () => server.request(caller, 'DELETE', `${PATH}/${id}`),
    ].entries()) {
      await change()
      assert.equal(times(), index + 2)
    }
  })
})

describe('deleting', () => {
  const countOf = async (caller: Caller, table: string) => {
    const text = `select count(*) as count from ${table} where bucket = $1 and account_id = $2`
    return (await database.pool.query({ text, values: [caller.bucket, caller.accountId] })).rows[0].count
  }

  it('204; more pending events than one statement takes end as dropped; a new endpoint starts empty', async () => {
    const { caller, id } = await withEndpoint()
    const text = `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start)
      select $1, $2, $3, 'evt_' || n, 0, 0 from generate_series(1, 10001) as n`
    await database.pool.query({ text, values: [caller.bucket, caller.accountId, id] })
    const response = await server.request(caller, 'DELETE', `${PATH}/${id}`)
    assert.deepEqual([response.status, response.body], [204, null])
    assert.equal(await countOf(caller, 'webhook_queue'), 0)
    assert.equal(await countOf(caller, "(select * from dropped_events where reason = 'endpoint_deleted') d"), 10_001)
    refused(await server.request(caller, 'DELETE', `${PATH}/${id}`), 404, 'not_found')
    assert.deepEqual((await server.request(caller, 'GET', PATH)).body, { webhook_endpoints: [] })
    const next = await create(caller)
    assert.equal(next.status, 201)
    assert.notEqual(next.body.webhook_endpoint.id, id)
    assert.deepEqual(await auditOf(caller), ['created', 'deleted', 'created'])
  })

  it('of parallel deletions exactly one is 204', async () => {
    const { caller, id } = await withEndpoint()
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => server.request(caller, 'DELETE', `${PATH}/${id}`)),
    )
    assert.deepEqual(
      responses.map((response) => response.status).toSorted((a, b) => a - b),
      [204, 404, 404, 404, 404],
    )
    assert.deepEqual(await auditOf(caller), ['created', 'deleted'])
  })
})

describe('rotating the secret', () => {
  it('the old one ends at once without an overlap', async () => {
    const { caller, id, secret: old } = await withEndpoint()
    const response = await post(caller, id, 'rotate_secret')
    assert.equal(response.status, 200)
    const { secret, ...rest } = response.body.webhook_endpoint
    assert.deepEqual(rest, { id, url: URL, active: true })
    assert.notEqual(secret, old)
    const row = await rowOf(caller)
    assert.equal(cipher.decrypt(row.secret, secretContext(caller.accountId, id)), secret)
    assert.deepEqual([row.previous_secret, row.previous_secret_until], [null, null])
    assert.equal((await shown(caller, id)).secret_preview, `whsec_…${secret.slice(-4)}`)
    assert.deepEqual(await auditOf(caller), ['created', 'secret_rotated'])
  })

  it('the old one also signs during the overlap', async () => {
    const { caller, id, secret: old } = await withEndpoint()
    assert.equal((await post(caller, id, 'rotate_secret', { overlap_seconds: '604800' })).status, 200)
    const row = await rowOf(caller)
    assert.equal(cipher.decrypt(row.previous_secret, secretContext(caller.accountId, id)), old)
    assert.equal(row.previous_secret_until - row.updated_at, 604_800_000)
    assert.equal((await shown(caller, id)).previous_secret_expires_at, isoTime(row.previous_secret_until))
  })

  it('the overlap is shown as long as it runs', async () => {
    const { caller, id } = await withEndpoint()
    await post(caller, id, 'rotate_secret', { overlap_seconds: 60 })
    const { previous_secret_expires_at: until } = await shown(caller, id)
    const [listed] = (await server.request(caller, 'GET', PATH)).body.webhook_endpoints
    const changed = (await patch(caller, id, { active: true })).body.webhook_endpoint
    assert.match(until, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual([listed.previous_secret_expires_at, changed.previous_secret_expires_at], [until, until])
    wallAheadMs = 60_000
    try {
      assert.equal((await shown(caller, id)).previous_secret_expires_at, null)
      assert.equal((await post(caller, id, 'end_overlap')).status, 200)
      assert.deepEqual(await auditOf(caller), ['created', 'secret_rotated'])
    } finally {
      wallAheadMs = 0
    }
  })

  it('the overlap is ended early, once', async () => {
    const { caller, id } = await withEndpoint()
    const rotated = await post(caller, id, 'rotate_secret', { overlap_seconds: 60 })
    const { secret } = rotated.body.webhook_endpoint
    assert.deepEqual(Object.keys(rotated.body.webhook_endpoint), ['id', 'url', 'active', 'secret'])
    const before = changed.length
    const ended = await post(caller, id, 'end_overlap')
    assert.equal(ended.status, 200)
    assert.deepEqual(ended.body.webhook_endpoint, await shown(caller, id))
    assert.equal(ended.body.webhook_endpoint.previous_secret_expires_at, null)
    assert.deepEqual(changed.slice(before), [caller.accountId])
    const row = await rowOf(caller)
    assert.deepEqual([row.previous_secret, row.previous_secret_until], [null, null])
    assert.equal(cipher.decrypt(row.secret, secretContext(caller.accountId, id)), secret)
    const again = await post(caller, id, 'end_overlap')
    assert.deepEqual([again.status, again.body], [200, ended.body])
    assert.deepEqual(await rowOf(caller), row)
    assert.deepEqual(await auditOf(caller), ['created', 'secret_rotated', 'overlap_ended'])
  })

  it('a paused or disabled endpoint ends its overlap too', async () => {
    const { caller, id } = await withEndpoint()
    await post(caller, id, 'rotate_secret', { overlap_seconds: 60 })
    await disable(caller)
    const ended = await post(caller, id, 'end_overlap')
    const { status, previous_secret_expires_at: until } = ended.body.webhook_endpoint
    assert.deepEqual([ended.status, status, until], [200, 'disabled', null])
  })

  for (const overlap of [-1, 604_801, 1.5, 'week', true])
    it(`422 overlap_seconds ${JSON.stringify(overlap)}`, async () => {
      const { caller, id } = await withEndpoint()
      const before = await rowOf(caller)
      refused(await post(caller, id, 'rotate_secret', { overlap_seconds: overlap }), 422, 'invalid', 'overlap_seconds')
      assert.deepEqual(await rowOf(caller), before)
    })
})

describe('reactivating', () => {
  it('a disabled endpoint is active again and its count begins anew, paused before or not', async () => {
    for (const paused of [false, true]) {
      const { caller, id } = await withEndpoint()
      if (paused) await patch(caller, id, { active: false })
      await disable(caller)
      const { generation } = await rowOf(caller)
      const response = await post(caller, id, 'reactivate')
      assert.equal(response.status, 200)
      const { active, status, consecutive_failures, inactive_since, disabled_at, disabled_reason } =
        response.body.webhook_endpoint
      assert.deepEqual([active, status, consecutive_failures], [true, 'active', 0])
      assert.deepEqual([inactive_since, disabled_at, disabled_reason], [null, null, null])
      assert.equal((await rowOf(caller)).generation, generation + 1)
      assert.equal((await auditOf(caller)).at(-1), 'reactivated')
    }
  })

  it('an active one only gets its count back to 0', async () => {
    const { caller, id } = await withEndpoint()
    const text = 'update webhook_endpoints set consecutive_failures = 7 where bucket = $1 and account_id = $2'
    await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
    const before = await shown(caller, id)
    const response = await post(caller, id, 'reactivate')
    assert.deepEqual(response.body.webhook_endpoint, { ...before, consecutive_failures: 0 })
    assert.equal((await rowOf(caller)).generation, 2)
  })

  it('409 on a paused one', async () => {
    const { caller, id } = await withEndpoint()
    await patch(caller, id, { active: false })
    refused(await post(caller, id, 'reactivate'), 409, 'endpoint_paused')
  })
})

describe('testing', () => {
  it('202; a ping is stored, queued and handed to the dispatcher', async () => {
    const { caller, id } = await withEndpoint()
    const response = await post(caller, id, 'test')
    assert.equal(response.status, 202)
    const eventId = response.body.event_id
    assert.deepEqual(response.body, { event_id: eventId })
    const text = `select e.type, e.body, e.delivery_id, q.endpoint_id from events e
      join webhook_queue q on q.bucket = e.bucket and q.account_id = e.account_id and q.event_id = e.id
      where e.bucket = $1 and e.account_id = $2 and e.id = $3`
    const { rows } = await database.pool.query({ text, values: [caller.bucket, caller.accountId, eventId] })
    const [{ body, ...event }] = rows
    assert.deepEqual(event, { type: 'ping', delivery_id: null, endpoint_id: id })
    const { created_at, ...envelope } = JSON.parse(body)
    assert.deepEqual(envelope, { id: eventId, type: 'ping', data: { message: 'Test event' } })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.ok(queued.some((one) => one.eventId === eventId && one.endpointId === id && one.body === body))
  })

  it('409 while paused or disabled, and nothing is stored', async () => {
    const paused = await withEndpoint()
    await patch(paused.caller, paused.id, { active: false })
    const disabled = await withEndpoint()
    await disable(disabled.caller)
    for (const { caller, id } of [paused, disabled]) {
      refused(await post(caller, id, 'test'), 409, 'endpoint_inactive')
      const text = 'select count(*) as count from events where bucket = $1 and account_id = $2'
      const { rows } = await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
      assert.equal(rows[0].count, 0)
    }
  })

  it('429 after 6 in a minute, each endpoint for itself; a limit of 0 lifts it', async () => {
    const { caller, id } = await withEndpoint()
    const other = await withEndpoint()
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await post(caller, id, 'test')).status))
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [202, 202, 202, 202, 202, 202, 429, 429],
    )
    const response = await post(caller, id, 'test')
    refused(response, 429, 'rate_limited')
    assert.match(response.body.error, /^A webhook endpoint may be tested 6 times a minute: wait \d+ seconds$/)
    const retryAfter = Number(response.headers.get('retry-after'))
    assert.ok(retryAfter >= 1 && retryAfter <= 60)
    assert.equal((await post(other.caller, other.id, 'test')).status, 202)
    aheadMs += 60_000
    assert.equal((await post(caller, id, 'test')).status, 202)
    config.apiRateLimit = 0
    const lifted = await Promise.all(Array.from({ length: 8 }, async () => (await post(caller, id, 'test')).status))
    config.apiRateLimit = 500
    assert.deepEqual(new Set(lifted), new Set([202]))
  })
})

describe('attempts', () => {
  it('shows the 50 newest of this endpoint, newest first, in eight fields', async () => {
    const { caller, id } = await withEndpoint()
    const now = clock.now()
    const eventId = createEventIds(clock).next(0).id
    const text = `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final,
        response_code, error_message, duration_ms, response_head, created_at)
      select $1, $2, $3, $4, 'ping', n, false, false, null, 'connect_timeout', n, 'head',
        $5::timestamptz + n * interval '1 second' from generate_series(1, $6::integer) as n`
    const insert = (endpointId: number, count: number) =>
      database.pool.query({
        text,
        values: [caller.bucket, caller.accountId, endpointId, eventId, isoTime(now), count],
      })
    await insert(id, 60)
    await insert(id + 1_000_000, 1)
    const response = await server.request(caller, 'GET', `${PATH}/${id}/attempts`)
    assert.equal(response.status, 200)
    const { attempts } = response.body
    assert.deepEqual(
      attempts.map((attempt: { attempt_number: number }) => attempt.attempt_number),
      Array.from({ length: 50 }, (_, index) => 60 - index),
    )
    assert.deepEqual(attempts[0], {
      event_id: eventId,
      event_type: 'ping',
      attempt_number: 60,
      succeeded: false,
      response_code: null,
      error_message: 'connect_timeout',
      duration_ms: 60,
      created_at: isoTime(now + 60_000),
    })
  })
})

// Invariant 12
describe("another account's endpoint", () => {
  const operations: [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', { webhook_endpoint: { url: 'http://wrong', active: 'perhaps' } }],
    ['DELETE', ''],
    ['POST', '/rotate_secret', { overlap_seconds: -1 }],
    ['POST', '/end_overlap'],
    ['POST', '/reactivate'],
    ['POST', '/test'],
    ['GET', '/attempts'],
  ]
  for (const [method, suffix, body] of operations)
    it(`404 as an unknown one: ${method} :id${suffix}`, async () => {
      const owner = await withEndpoint()
      const before = await rowOf(owner.caller)
      const stranger = await withEndpoint()
      const responses: ApiResponse[] = []
      for (const id of [owner.id, 9_007_199_254_740_991, 0, 'abc', '9223372036854775808', '%00', '1.5'])
        responses.push(await server.request(stranger.caller, method, `${PATH}/${id}${suffix}`, body))
      for (const response of responses) {
        assert.equal(response.status, 404)
        assert.deepEqual({ ...response.body, request_id: '' }, { ...responses[1]!.body, request_id: '' })
      }
      assert.deepEqual(await rowOf(owner.caller), before)
    })
})
