/**
 * The database goes away under load, in three ways. The service returns 503, never 500, and recovers by itself. No data
 * of successful responses is lost (invariant 11).
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runningEmbedded } from '../../src/platform/db/embedded/embedded.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { judgeDrained } from '../drained.ts'
import { pause } from '../pause.ts'
import { databaseProcessId, logLines, startProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import { call } from '../service.ts'
import type { ApiResponse } from '../service.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { faultVariables, RETRY_SCHEDULE_MS } from '../faults/settings.ts'

const API_KEY = `sk_${'o'.repeat(43)}`
const RECIPIENTS = ['delivered', 'opened', 'bounced', 'failed', 'retry', 'silent']
const CALLERS = 4
/** Deliveries created before the outage, and again after it. */
const CREATES = 30
/** After a refusal, ms. */
const PAUSE_MS = 20

async function endSessions(dataDir: string): Promise<void> {
  await withSession((await runningEmbedded(dataDir))!, async (session) => {
    const others = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null`
    // Repeated, for sessions in the middle of a transaction.
    for (let rounds = 0; rounds < 5; rounds++) await session.query({ text: others })
  })
}

const TROUBLES: [what: string, cause: (dataDir: string) => void | Promise<void>][] = [
  ['is killed', (dataDir) => void process.kill(-databaseProcessId(dataDir), 'SIGKILL')],
  ['is shut down', (dataDir) => void process.kill(databaseProcessId(dataDir), 'SIGINT')],
  ['ends all sessions', endSessions],
]

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-outage-'))
const receiver = await endAfterTests(startReceiver())
const service = await endAfterTests(
  startProcess(dataDir, {
    BOOTSTRAP_API_KEY: API_KEY,
    ...faultVariables(receiver.caPath),
    LOG_LEVEL: 'info',
  }),
)
/** When the troubles began and ended. */
const startedAtMs = Date.now()
let refusedRequests = 0
const endpoint = { webhook_endpoint: { url: receiver.url } }
const created = await call(service.url, API_KEY, 'POST', '/api/v1/webhook_endpoints', endpoint)
assert.equal(created.status, 201)
const secret = created.body.webhook_endpoint.secret
after(async () => {
  rmSync(dataDir, { recursive: true, force: true })
})

describe('when the database', () => {
  const acknowledgedDeliveryIds: number[] = []

  /** Creates messages until `stopped`. Returns the responses other than 201. */
  async function createUntil(stopped: () => boolean): Promise<ApiResponse[]> {
    const refused: ApiResponse[] = []
    for (let calls = 0; !stopped(); calls++) {
      const word = RECIPIENTS[calls % RECIPIENTS.length]!
      const recipient = { external_user_id: word, notification_user: { email: `${word}@tidings.test` } }
      const message = { ...recipient, message_template_name: 'welcome_message' }
      const response = await call(service.url, API_KEY, 'POST', '/api/v1/messages', { message })
      if (response.status === 201)
        for (const { id } of response.body.message.deliveries as { id: number }[]) acknowledgedDeliveryIds.push(id)
      else {
        refused.push(response)
        await pause(PAUSE_MS)
      }
    }
    return refused
  }

  for (const [what, cause] of TROUBLES)
    test(`${what}: 503, then on by itself`, async (t) => {
      let enough = acknowledgedDeliveryIds.length + CREATES
      let caused: Promise<void> | undefined
      const stopped = (): boolean => {
        if (acknowledgedDeliveryIds.length < enough) return false
        if (caused !== undefined) return true
        caused = Promise.resolve(cause(dataDir))
        enough += CREATES
        return false
      }
      const refused = (await Promise.all(Array.from({ length: CALLERS }, () => createUntil(stopped)))).flat()
      await caused
      refusedRequests += refused.length
      t.diagnostic(`${refused.length} of the calls were refused meanwhile`)
      for (const { status, headers, body } of refused) {
        assert.equal(status, 503, JSON.stringify(body))
        assert.equal(headers.get('retry-after'), '1')
        assert.equal(body.code, 'unavailable')
      }
      const { body } = await call(service.url, API_KEY, 'GET', '/readyz')
      assert.deepEqual(body, { status: 'ready' })
    })

  test('no acknowledged data is lost, and no fact has two events', async () => {
    const url = (await runningEmbedded(dataDir))!
    const run = { url, receiver, secret, acknowledgedDeliveryIds, retryScheduleMs: RETRY_SCHEDULE_MS }
    const { breaches, events } = await judgeDrained(run)
    assert.deepEqual(breaches, [])
    assert.ok(events > acknowledgedDeliveryIds.length)
  })

  test('an outage is one line a minute for each class, with the number of its refusals, without SQL and without a stack', async (t) => {
    assert.equal(await service.stop(), 0)
    const lines = logLines(service.output())
    const outages = lines.filter(({ event }) => event === 'database.unavailable')
    t.diagnostic(JSON.stringify(outages.map(({ requests, tasks, connections }) => ({ requests, tasks, connections }))))
    const minutes = Math.ceil((Date.now() - startedAtMs) / 60_000)
    // In each minute the first of each class and then the rest, which the end of the process cuts off.
    const linesMax = (minutes + 1) * (new Set(outages.map((line) => line['class'])).size + 1)
    assert.ok(outages.length >= 1 && outages.length <= linesMax, `${outages.length} lines in ${minutes} minutes`)
    assert.equal(
      outages.reduce((sum, { requests }) => sum + Number(requests), 0),
      refusedRequests,
    )
    const requestsOf = (status: number) => lines.filter((line) => line['status'] === status).length
    assert.equal(requestsOf(503), 0)
    assert.equal(/"stack"|node_modules|\b(select|insert|update) /.exec(service.output()), null)
  })
})
