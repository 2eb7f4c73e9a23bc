/** The lines of one message: its create, its failed send, its failed attempt, and the disabled endpoint. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import { logLines } from '../process.ts'
import type { LogLine, ServiceProcess } from '../process.ts'
import { until } from '../service.ts'

const FAILED_EVENTS_MAX = 20

let cluster: Cluster
let service: ServiceProcess
let account: ClusterAccount
before(async () => {
  cluster = await createCluster()
  service = await cluster.start('api,dispatch,tasks')
  await addAccounts(cluster, service, 1)
  account = cluster.accounts[0]!
  // A permanent failure, so that each event has one attempt.
  cluster.receiver.respond(() => ({ status: 400, body: 'ada@example.com is unknown' }))
})
after(() => cluster.close())

const messageTo = (word: string) => ({ external_user_id: word, message_template_name: 'receipt' })

/** All lines with this event, when there are enough. The last line may still be incomplete. */
async function linesWith(event: string, enough: number, about: Partial<LogLine> = {}): Promise<LogLine[]> {
  const read = () => {
    const whole = logLines(service.output().replace(/[^\n]*$/, ''))
    return whole.filter(
      (line) => line.event === event && Object.entries(about).every(([name, value]) => line[name] === value),
    )
  }
  return until(
    () => new Promise<LogLine[]>((resolve) => setImmediate(() => resolve(read()))),
    (lines) => lines.length >= enough,
  )
}

describe('the log', () => {
  test('a message id finds its create, its failed send and its failed attempts', async () => {
    const { body, headers } = await account.call(service, 'POST', '/api/v1/messages', { message: messageTo('failed') })
    const { id, deliveries } = body.message as { id: number; deliveries: { id: number }[] }
    const ofMessage = { account_id: account.accountId, message_id: id }
    const ids = { ...ofMessage, delivery_id: deliveries[0]!.id }
    const [created] = await linesWith('http.request', 1, ofMessage)
    const { request_id, method, route, status } = created!
    assert.deepEqual(
      [request_id, method, route, status],
      [headers.get('x-request-id'), 'POST', '/api/v1/messages', 201],
    )
    const [send] = await linesWith('delivery.send', 1, ids)
    assert.deepEqual(
      [send!.level, send!['number'], send!['result'], send!['cause']],
      ['info', 1, 'permanent', 'sandbox'],
    )
    for (const { level, endpoint_id, event_id, number, status: code, final } of await linesWith(
      'webhook.attempt',
      2,
      ids,
    )) {
      assert.deepEqual([level, endpoint_id, number, code, final], ['info', account.endpointId, 1, 400, true])
      assert.match(String(event_id), /^evt_/)
    }
  })

  test('a batch names all its messages, and a repeated request names none', async () => {
    const batch = { messages: ['silent', 'nobody', 'silent'].map(messageTo) }
    const { body } = await account.call(service, 'POST', '/api/v1/messages/batch', batch)
    const made = (body.results as { message?: { id: number } }[]).flatMap(({ message }) => message?.id ?? [])
    assert.equal(made.length, 2)
    const [line] = await linesWith('http.request', 1, { route: '/api/v1/messages/batch' })
    assert.deepEqual(line!['message_ids'], made)
    const headers = {
      authorization: `Bearer ${account.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'x',
    }
    const create = { method: 'POST', headers, body: JSON.stringify({ message: messageTo('silent') }) }
    const requestIds: (string | null)[] = []
    for (let times = 0; times < 2; times++)
      requestIds.push((await fetch(`${service.url}/api/v1/messages`, create)).headers.get('x-request-id'))
    const [first, second] = await Promise.all(
      requestIds.map(async (request_id) => (await linesWith('http.request', 1, { request_id }))[0]!),
    )
    assert.equal(typeof first!['message_id'], 'number')
    assert.deepEqual([second!['status'], second!['message_id']], [201, undefined])
  })

  test('a disabled endpoint is a line, and no line has an address, a text or a response', async () => {
    for (let messages = 0; messages < FAILED_EVENTS_MAX; messages++)
      await account.call(service, 'POST', '/api/v1/messages', { message: messageTo('delivered') })
    const ids = { account_id: account.accountId, endpoint_id: account.endpointId }
    const [line] = await linesWith('webhook_endpoint.disabled', 1, ids)
    assert.equal(line!.level, 'info')
    assert.equal(/@(?!localhost)|Hello|is on its way/.exec(service.output()), null)
  })

  test('LOG_REQUEST_EVERY logs every n-th request, and 0 none', async () => {
    for (const [every, lines] of [
      ['3', 3],
      ['0', 0],
    ] as const) {
      const sampled = await cluster.start('api', { LOG_REQUEST_EVERY: every })
      for (let requests = 0; requests < 9; requests++) assert.equal((await fetch(`${sampled.url}/healthz`)).status, 200)
      assert.equal(await sampled.stop(), 0)
      const logged = logLines(sampled.output()).filter(({ event }) => event === 'http.request')
      assert.equal(logged.length, lines)
    }
  })
})
