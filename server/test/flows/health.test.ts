/** Every process can be watched, in every role, and says that it stops before it does. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { dayStart, partitionName } from '../../src/platform/db/partitions/catalog.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster } from '../faults/cluster.ts'
import { failToStart } from '../process.ts'
import type { ServiceProcess } from '../process.ts'
import { startTestService, until } from '../service.ts'

const DAY_MS = 86_400_000
const TOKEN = 'metrics-token-0123456789'

let cluster: Cluster
before(async () => {
  cluster = await createCluster()
})
after(() => cluster.close())

/** Starts a service in this process. */
async function start(roles: string, variables: Record<string, string>) {
  const { service, stop } = await startTestService(cluster.database, {
    ...cluster.variables,
    ROLES: roles,
    LOG_LEVEL: 'error',
    ...variables,
  })
  return { url: service.url ?? '', healthUrl: service.healthUrl ?? '', stop }
}

/** The address of the process's listener for health and metrics. */
async function healthOf(process: ServiceProcess): Promise<string> {
  const [, url] = await process.printed(/"health_url":"(http:[^"]+)"/)
  return url!
}

async function ask(url: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers })
  return { status: response.status, text: await response.text() }
}

describe('the listener for health', () => {
  for (const roles of ['api', 'dispatch', 'tasks', 'api,dispatch,tasks'])
    test(`with the roles ${roles} it serves health and metrics, and nothing else`, async () => {
      const service = await start(roles, { HEALTH_PORT: '0', METRICS_TOKEN: TOKEN })
      const url = service.healthUrl
      assert.deepEqual(await ask(url, '/healthz'), { status: 200, text: '{"status":"ok"}' })
      assert.deepEqual(await ask(url, '/readyz'), { status: 200, text: '{"status":"ready"}' })
      const { status, text } = await ask(url, '/metrics', { authorization: `Bearer ${TOKEN}` })
      assert.equal(status, 200)
      assert.match(text, /^tidings_event_loop_delay_seconds_count /m)
      assert.equal((await ask(url, '/metrics')).status, 401)
      for (const path of ['/', '/docs/', '/openapi.json', '/api/v1/messages', '/o/a.gif'])
        assert.equal((await ask(url, path)).status, 404, path)
      if (service.url !== '') {
        assert.equal((await ask(service.url, '/readyz')).status, 200)
        assert.equal((await ask(service.url, '/metrics', { authorization: `Bearer ${TOKEN}` })).status, 404)
      }
      await service.stop()
    })

  test('off serves no metrics', async () => {
    const { url, healthUrl, stop } = await start('api', { HEALTH_PORT: 'off' })
    assert.equal(healthUrl, '')
    assert.equal((await ask(url, '/healthz')).status, 200)
    assert.equal((await ask(url, '/metrics')).status, 404)
    await stop()
  })

  test('a port in use stops the start, with the variable to change', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      const { code, errors } = await failToStart('/nonexistent', {
        DATABASE_URL: cluster.database.url,
        SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        ROLES: 'dispatch',
        HEALTH_PORT: String(port),
        LOG_LEVEL: 'error',
      })
      assert.equal(code, 1)
      assert.deepEqual(errors, [
        `Port ${port} of 127.0.0.1 is already in use: set HEALTH_PORT to another port, to 0 for any free port, or to off for no metrics`,
      ])
    } finally {
      other.close()
    }
  })
})

test('after SIGTERM the process is not ready, and goes on for SHUTDOWN_DELAY', async () => {
  const process = await cluster.start('api', { HEALTH_PORT: '0', SHUTDOWN_DELAY: '2s' })
  await addAccounts(cluster, process, 1)
  const url = await healthOf(process)
  process.signal('SIGTERM')
  const notReady = '{"status":"not ready","reasons":["the service is stopping"]}'
  await until(
    () => ask(url, '/readyz'),
    ({ status, text }) => status === 503 && text === notReady,
  )
  assert.equal((await ask(process.url, '/readyz')).status, 503)
  const [account] = cluster.accounts
  const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
  assert.equal((await account!.call(process, 'POST', '/api/v1/messages', { message })).status, 201)
  assert.equal(await process.exited, 0)
})

test('the metrics show sends, queues, leases, tasks and versions, and no account', async () => {
  const service = await start('api,dispatch,tasks', { HEALTH_PORT: '0' })
  await addAccounts(cluster, service, 1)
  const account = cluster.accounts.at(-1)!
  const url = service.healthUrl
  const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
  assert.equal((await account.call(service, 'POST', '/api/v1/messages', { message })).status, 201)
  assert.equal((await account.call(service, 'POST', '/api/v1/messages', { message: {} })).status, 422)
  const { text } = await until(
    () => ask(url, '/metrics'),
    (found) => /^tidings_sends_total\{provider="sandbox",result="accepted"\} [1-9]/m.test(found.text),
  )
  for (const line of [
    /^tidings_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1$/m,
    /^tidings_leases_held 64$/m,
    /^tidings_leases_lost_total 0$/m,
    /^tidings_partitions_ahead_days\{server="main"\} 7$/m,
    /^tidings_send_queue_rows\{server="main"\} \d+$/m,
    /^tidings_send_oldest_due_seconds\{server="main"\} \d/m,
    /^tidings_webhook_queue_rows\{server="main"\} \d+$/m,
    /^tidings_clock_offset_seconds -?\d/m,
    /^tidings_send_duration_seconds_count\{provider="sandbox"\} [1-9]/m,
    /^tidings_task_last_success_timestamp_seconds\{server="main",task="partitions_made"\} \d{10}/m,
    /^tidings_http_errors_total\{code="\w+"\} 1$/m,
  ])
    assert.match(text, line)
  assert.doesNotMatch(text, /[{,]account\w*=/i)
  await service.stop()
})

describe('partitions', () => {
  test('an insert that finds none makes them, and a process with too few is not ready', async () => {
    const { pool } = cluster.database
    const process = await cluster.start('api', { HEALTH_PORT: '0' })
    await addAccounts(cluster, process, 1)
    const account = cluster.accounts.at(-1)!
    const url = await healthOf(process)
    const today = dayStart(Date.now())
    const drop = (days: readonly number[]) =>
      pool.query(`drop table ${days.map((day) => partitionName('events', today + day * DAY_MS)).join(', ')}`)

    await drop([2])
    const reason =
      'the tables have partitions for 1 more days only: the log tells under database.partitions_not_made why'
    assert.deepEqual(await ask(url, '/readyz'), {
      status: 503,
      text: JSON.stringify({ status: 'not ready', reasons: [reason] }),
    })

    await drop([-1, 0, 1])
    const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
    const calls = Array.from({ length: 8 }, () => account.call(process, 'POST', '/api/v1/messages', { message }))
    assert.deepEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      Array.from({ length: 8 }, () => 201),
    )
    assert.equal((await ask(url, '/readyz')).status, 200)
    assert.equal(await process.stop(), 0)
  })
})
