/** Traces: from the `traceparent` of a create to the spans of its sends and attempts, and to the receiver. */
import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createSystemClock } from '../../src/platform/clock.ts'
import { closeLog, createLogger } from '../../src/platform/log.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster, ClusterAccount, WithUrl } from '../faults/cluster.ts'
import { startOtlpReceiver } from '../otlp/receiver.ts'
import type { OtlpReceiver, ReceivedSpan } from '../otlp/receiver.ts'
import type { ReceivedRequest } from '../receiver.ts'
import { call, startTestService, until } from '../service.ts'

const ROLES = 'api,dispatch,tasks'
const WITH_LOADED_MODULES = fileURLToPath(new URL('../loaded-modules-service.ts', import.meta.url))
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN_ID = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`
const MESSAGE = { external_user_id: 'ada', message_template_name: 'receipt' }
/** Queued, sent, delivered. */
const EVENTS_OF_MESSAGE = 3

let cluster: Cluster
let account: ClusterAccount
let otlp: OtlpReceiver

/** Starts a service in this process. Its stop exports the remaining spans. */
async function start(variables: Record<string, string> = {}, log = createLogger('error')) {
  const all = { ...cluster.variables, ROLES, ...variables }
  const { service, stop } = await startTestService(cluster.database, all, createSystemClock(), log)
  return { url: service.url!, stop }
}

before(async () => {
  cluster = await createCluster()
  const api = await start()
  await addAccounts(cluster, api, 1)
  account = cluster.accounts[0]!
  await api.stop()
})
after(() => cluster.close())

/** A receiver of traces for the test of `context`, and the variables that lead there. */
async function withReceiver(
  context: TestContext,
  variables: Record<string, string> = {},
): Promise<Record<string, string>> {
  otlp = await startOtlpReceiver()
  context.after(() => otlp.close())
  return { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, ...variables }
}

async function create(process: WithUrl, traceparent: string | null, fields: object = {}): Promise<number> {
  const headers = traceparent === null ? {} : { traceparent }
  const message = { ...MESSAGE, ...fields }
  const response = await call(process.url, account.apiKey, 'POST', '/api/v1/messages', { message }, headers)
  assert.equal(response.status, 201)
  return response.body.message.id
}

const messageIdOf = ({ body }: ReceivedRequest): number => JSON.parse(body.toString()).data.delivery.message_id

/** The POSTs of a message's events. Waits for `count` of them. */
async function postsOf(messageId: number, count = EVENTS_OF_MESSAGE): Promise<ReceivedRequest[]> {
  const ofMessage = (requests: ReceivedRequest[]) => requests.filter((request) => messageIdOf(request) === messageId)
  return ofMessage(await cluster.receiver.waitFor((requests) => ofMessage(requests).length >= count))
}

const named = (name: string) => otlp.spans.filter((span) => span.name === name)
const ofMessage = (messageId: number) => (span: ReceivedSpan) => span.attributes['tidings.message.id'] === messageId
const contextOf = ({ traceId, spanId }: ReceivedSpan) => ({ traceId, spanId })
const CREATE = 'POST /api/v1/messages'

describe('with a receiver of traces', () => {
  test('the spans of a send and of its attempts link to the request, which continues the trace of its caller', async (context) => {
    const variables = await withReceiver(context, {
      OTEL_SERVICE_NAME: 'notifications',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-tenant=one',
      WEBHOOK_TRACEPARENT: 'true',
    })
    const service = await cluster.start(ROLES, variables, WITH_LOADED_MODULES)
    const messageId = await create(service, TRACEPARENT)
    const posts = await postsOf(messageId)
    assert.equal(await service.stop(), 0)
    assert.match(service.output(), /^loads @opentelemetry\/sdk-trace$/m)

    const [request] = named(CREATE)
    assert.ok(request !== undefined && named(CREATE).length === 1)
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [TRACE_ID, CALLER_SPAN_ID, 'server'])
    assert.ok(request.startMs <= request.endMs)
    const { 'tidings.request.id': requestId, ...attributes } = request.attributes
    assert.match(String(requestId), /^req_/)
    assert.deepEqual(attributes, {
      'http.request.method': 'POST',
      'http.route': '/api/v1/messages',
      'url.scheme': 'http',
      'http.response.status_code': 201,
      'tidings.account.id': account.accountId,
    })
    const { 'service.name': name, 'deployment.environment.name': environment } = request.resource
    assert.deepEqual([name, environment], ['notifications', 'test'])

    const [send] = named('delivery.send')
    assert.deepEqual([send!.kind, send!.parentSpanId, send!.isError], ['client', '', false])
    assert.deepEqual(send!.links, [contextOf(request)])
    assert.notEqual(send!.traceId, TRACE_ID)
    const { 'tidings.delivery.id': deliveryId, ...ofSend } = send!.attributes
    assert.equal(typeof deliveryId, 'number')
    assert.deepEqual(ofSend, {
      'tidings.account.id': account.accountId,
      'tidings.message.id': messageId,
      'tidings.send.number': 1,
      'tidings.channel.type': 'email',
      'tidings.provider': 'sandbox',
      'tidings.send.result': 'accepted',
    })

    const attempts = named('webhook.attempt')
    assert.equal(attempts.length, EVENTS_OF_MESSAGE)
    for (const { body, headers } of posts) {
      const event = JSON.parse(body.toString())
      const attempt = attempts.find((span) => span.attributes['tidings.event.id'] === event.id)!
      assert.deepEqual([attempt.kind, attempt.parentSpanId, attempt.links], ['client', '', [contextOf(request)]])
      assert.equal(headers['traceparent'], `00-${attempt.traceId}-${attempt.spanId}-01`)
      assert.deepEqual(attempt.attributes, {
        'tidings.account.id': account.accountId,
        'tidings.endpoint.id': account.endpointId,
        'tidings.event.id': event.id,
        'tidings.event.type': event.type,
        'tidings.attempt.number': 1,
        'http.request.method': 'POST',
        'http.response.status_code': 200,
      })
    }
    const { authorization, 'x-tenant': tenant } = otlp.requests[0]!.headers
    assert.deepEqual([authorization, tenant], ['Bearer abc', 'one'])
    const all = JSON.stringify(otlp.spans)
    // Whole words, because the digits of an id may spell a name.
    for (const personal of ['ada', 'Ada', 'Order', '127\\.0\\.0\\.1', account.apiKey])
      assert.doesNotMatch(all, new RegExp(`\\b${personal}\\b`))
  })

  test('all messages of a batch link to its request, in one transaction or several', async (context) => {
    const service = await start(await withReceiver(context))
    const messages = [MESSAGE, { ...MESSAGE, notification_user: { first_name: 'Ada' } }]
    const ids: number[] = []
    for (const key of [{}, { 'idempotency-key': 'traced' }] as Record<string, string>[]) {
      const headers = { ...key, traceparent: TRACEPARENT }
      const path = '/api/v1/messages/batch'
      const response = await call(service.url, account.apiKey, 'POST', path, { messages }, headers)
      ids.push(...response.body.results.map((result: { message: { id: number } }) => result.message.id))
    }
    for (const id of ids) await postsOf(id)
    await service.stop()
    const requests = named('POST /api/v1/messages/batch').map(contextOf)
    assert.equal(requests.length, 2)
    const links = ids.map((id) => named('delivery.send').find(ofMessage(id))!.links)
    assert.deepEqual(links, [[requests[0]], [requests[0]], [requests[1]], [requests[1]]])
  })

  test('the trace context of a scheduled message survives a restart', async (context) => {
    const variables = await withReceiver(context)
    const first = await start(variables)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const messageId = await create(first, TRACEPARENT, { send_at: tomorrow })
    await postsOf(messageId, 1)
    await first.stop()

    const second = await start(variables)
    const move = { message: { send_at: '2020-01-01T00:00:00Z' } }
    const path = `/api/v1/messages/${messageId}`
    const moved = await call(second.url, account.apiKey, 'PATCH', path, move)
    assert.equal(moved.status, 200)
    await postsOf(messageId, EVENTS_OF_MESSAGE + 1)
    await second.stop()
    const [request] = named(CREATE)
    const caused = [...named('delivery.send'), ...named('webhook.attempt')]
    assert.equal(caused.length, 1 + EVENTS_OF_MESSAGE + 1)
    for (const span of caused) assert.deepEqual(span.links, [contextOf(request!)])
  })

  test('an invalid traceparent is ignored, and so is one without a valid key', async (context) => {
    const service = await start(await withReceiver(context))
    const invalid = [
      TRACEPARENT.toUpperCase(),
      `${TRACEPARENT}-00`,
      TRACEPARENT.replace(/^00/, 'ff'),
      TRACEPARENT.replace(TRACE_ID, '0'.repeat(32)),
      TRACEPARENT.replace(CALLER_SPAN_ID, '0'.repeat(16)),
      `${TRACEPARENT}, ${TRACEPARENT}`,
      'x'.repeat(8000),
    ]
    for (const traceparent of invalid) await postsOf(await create(service, traceparent))
    const response = await call(service.url, 'sk_wrong', 'POST', '/api/v1/messages', {}, { traceparent: TRACEPARENT })
    assert.equal(response.status, 401)
    await service.stop()
    const requests = named(CREATE)
    assert.equal(requests.length, invalid.length + 1)
    for (const { traceId, parentSpanId } of requests) {
      assert.notEqual(traceId, TRACE_ID)
      assert.equal(parentSpanId, '')
    }
  })

  test('a request that its caller does not record is not exported, nor is anything that follows from it', async (context) => {
    const service = await start(await withReceiver(context, { WEBHOOK_TRACEPARENT: 'true' }))
    const posts = await postsOf(await create(service, TRACEPARENT.replace(/01$/, '00')))
    await service.stop()
    assert.deepEqual(otlp.spans, [])
    for (const { headers } of posts) assert.match(String(headers['traceparent']), /-00$/)
  })

  test('failed sends and attempts have the kind of their failure, without the text of the provider', async (context) => {
    const service = await start(await withReceiver(context))
    cluster.receiver.respond(() => ({ status: 410 }))
    context.after(() => cluster.receiver.respond(() => ({ status: 200 })))
    const messageId = await create(service, null, { external_user_id: 'failed' })
    await postsOf(messageId, 2)
    await service.stop()
    cluster.receiver.respond(() => ({ status: 200 }))
    const [send] = named('delivery.send')
    assert.deepEqual([send!.isError, send!.attributes['error.type']], [true, 'sandbox'])
    for (const attempt of named('webhook.attempt')) {
      assert.deepEqual([attempt.isError, attempt.attributes['error.type']], [true, '410'])
      assert.deepEqual(attempt.links, [contextOf(named(CREATE)[0]!)])
    }
  })

  test('a receiver of traces that fails stops no work, and is logged once', async (context) => {
    const variables = await withReceiver(context)
    otlp.respond(400)
    const directory = mkdtempSync(join(tmpdir(), 'tidings-traces-'))
    context.after(() => rmSync(directory, { recursive: true }))
    const path = join(directory, 'log')
    const log = createLogger('warn', { output: openSync(path, 'w') })
    const service = await start(variables, log)
    await postsOf(await create(service, TRACEPARENT))
    const failures = () => readFileSync(path, 'utf8').match(/"event":"traces\.failed"/g)?.length ?? 0
    await until(
      () => Promise.resolve(failures()),
      (count) => count > 0,
    )
    await postsOf(await create(service, TRACEPARENT))
    await service.stop()
    assert.ok(otlp.requests.length >= 2)
    await closeLog(log)
    assert.equal(failures(), 1)
  })
})

describe('without a receiver of traces', () => {
  for (const [name, variables] of [
    ['no variable', {}],
    ['OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }],
  ] as const)
    test(`${name}: no module of OpenTelemetry is loaded, and no POST has a traceparent`, async () => {
      const service = await cluster.start(ROLES, { ...variables, WEBHOOK_TRACEPARENT: 'true' }, WITH_LOADED_MODULES)
      const messageId = await create(service, TRACEPARENT)
      for (const { headers } of await postsOf(messageId)) assert.equal(headers['traceparent'], undefined)
      assert.equal(await service.stop(), 0)
      assert.doesNotMatch(service.output(), /opentelemetry/)
      const { rows } = await cluster.database.pool.query<{ traceparent: string | null }>({
        text: 'select traceparent from messages where account_id = $1 and id = $2',
        values: [account.accountId, messageId],
      })
      assert.deepEqual(rows, [{ traceparent: null }])
    })
})
