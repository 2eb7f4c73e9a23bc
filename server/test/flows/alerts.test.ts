/** The alerts and the dashboard use metrics that exist, and Prometheus fires an alert for a real fault. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster } from '../faults/cluster.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { until } from '../service.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const RULES = join(ROOT, 'deploy/prometheus/alerts.yaml')

const rules = readFileSync(RULES, 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
const hasPrometheus = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).error === undefined)

let directory: string
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'tidings-alerts-'))
})
after(() => rmSync(directory, { recursive: true, force: true }))

/** Names in the text that are no metric of the printed page. A histogram has several series. */
function unknownMetrics(text: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8')
  const known = new Set(
    [...page.matchAll(/^\| `(tidings_\w+)` \| (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name!],
    ),
  )
  return [...new Set(text.match(/\btidings_\w+/g))].filter((name) => !known.has(name))
}

describe('the alerts', () => {
  test('name only metrics that exist, and so does the dashboard', () => {
    assert.deepEqual(unknownMetrics(rules), [])
    assert.deepEqual(unknownMetrics(readFileSync(join(ROOT, 'deploy/grafana/tidings.json'), 'utf8')), [])
  })

  test('have a section each in the operating page', () => {
    const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
    assert.deepEqual(
      alerts.filter(
        (name) => !page.includes(`\n### ${name}\n`) || !rules.includes(`docs/operating.md#${name.toLowerCase()}\n`),
      ),
      [],
    )
    assert.ok(alerts.length >= 8 && alerts.length <= 13)
  })

  test('are valid rules, and fire as their tests say', (context) => {
    if (!hasPrometheus)
      return context.diagnostic('prometheus and promtool are not installed: only the names were checked')
    const tests = fileURLToPath(new URL('alerts.promtool.yaml', import.meta.url))
    for (const args of [
      ['check', 'rules', RULES],
      ['test', 'rules', tests],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      assert.equal(status, 0, `${stdout}${stderr}`)
    }
  })
})

describe('a real Prometheus', () => {
  let cluster: Cluster
  before(async () => {
    cluster = await createCluster()
  })
  after(() => cluster.close())

  /** Starts Prometheus. It scrapes each second and fires at once. */
  async function startPrometheus(targets: readonly string[]) {
    const port = await freePort()
    writeFileSync(join(directory, 'alerts.yaml'), rules.replaceAll(/for: \w+/g, 'for: 0s'))
    writeFileSync(
      join(directory, 'prometheus.yml'),
      [
        'global: { scrape_interval: 1s, evaluation_interval: 1s }',
        'rule_files: [alerts.yaml]',
        'scrape_configs:',
        `  - { job_name: tidings, static_configs: [{ targets: ${JSON.stringify(targets)} }] }`,
      ].join('\n'),
    )
    const args = [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    const child = spawn('prometheus', args, { stdio: 'ignore' })
    return {
      async firing(): Promise<string[]> {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => null)
        if (response === null || !response.ok) return []
        const { data } = (await response.json()) as {
          data: { alerts: { state: string; labels: { alertname: string } }[] }
        }
        return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
      },
      async stop() {
        child.kill('SIGTERM')
        await once(child, 'exit')
      },
    }
  }

  test('scrapes a service whose receiver is down, and fires the alert for it', async (context) => {
    if (!hasPrometheus) return context.diagnostic('prometheus is not installed')
    const service = await cluster.start('api,dispatch,tasks', { HEALTH_PORT: '0' })
    const [, url] = await service.printed(/"health_url":"(http:[^"]+)"/)
    await addAccounts(cluster, service, 1)
    // Some succeed, so that the endpoint is not disabled: without attempts nothing would fail.
    cluster.receiver.respond(({ index }) => (index % 8 === 0 ? {} : 'drop'))
    const [account] = cluster.accounts
    const prometheus = await startPrometheus([new URL(url!).host])
    try {
      await until(
        async () => {
          // Each message makes events, and each event an attempt that fails.
          const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
          await account!.call(service, 'POST', '/api/v1/messages', { message })
          return prometheus.firing()
        },
        (firing) => firing.includes('TidingsWebhooksFail'),
      )
      const firing = await prometheus.firing()
      for (const quiet of [
        'TidingsDown',
        'TidingsNotDispatching',
        'TidingsPartitionsEnd',
        'TidingsDatabaseFails',
        'TidingsSendsFail',
        'TidingsInternalErrors',
      ])
        assert.ok(!firing.includes(quiet), quiet)
    } finally {
      await prometheus.stop()
    }
    assert.equal(await service.stop(), 0)
  })
})
