import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { SETTINGS, TUNING } from './settings.ts'
import { loadConfig, rereadSecrets } from './config.ts'
import type { Config } from './config.ts'

function load(environment: Record<string, string | undefined>): Config {
  const loaded = loadConfig(environment)
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.mistakes.join('\n'))
  return loaded.config
}

function mistakesOf(environment: Record<string, string | undefined>): string[] {
  const loaded = loadConfig(environment)
  assert.ok(!loaded.ok, 'the configuration is accepted')
  return loaded.mistakes
}

const KEYS = `2026:${'A'.repeat(43)}=`

describe('configuration', () => {
  it('has the defaults that the documentation promises', () => {
    const config = load({})
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.port, 3000)
    assert.equal(config.databaseUrl, null)
    assert.equal(config.dataDir, './data')
    assert.deepEqual(config.roles, ['api', 'dispatch', 'tasks'])
    assert.deepEqual(
      config.webhookRetryScheduleMs,
      [10_000, 60_000, 300_000, 900_000, 2_700_000, 7_200_000, 14_400_000],
    )
    assert.deepEqual(config.sendRetryScheduleMs, [30_000, 120_000, 600_000, 1_800_000, 7_200_000])
    assert.deepEqual(config.webhookAllowCidrs, [])
    assert.equal(config.eventRetentionDays, 30)
    assert.equal(config.messageRetentionDays, 90)
  })

  it('takes an empty variable as unset', () => {
    const empty = Object.fromEntries(Object.values(SETTINGS).map(({ variable }) => [variable, '']))
    assert.deepEqual(load(empty), load({}))
    assert.deepEqual(load({ PORT: '  ' }), load({}))
  })

  it('has times in their order without a variable for each', () => {
    const { leaseDurationMs, leaseRenewIntervalMs, leaseStartMarginMs, leaseAbortMarginMs } = load({})
    assert.deepEqual(
      [leaseRenewIntervalMs, leaseStartMarginMs, leaseAbortMarginMs, leaseDurationMs],
      [2000, 4000, 5000, 6000],
    )
    assert.ok(TUNING.pollCursorLagMs > TUNING.batchWaitMs)
    const tuned = loadConfig({}, { pollIntervalMs: 5 })
    assert.ok(tuned.ok && tuned.config.pollIntervalMs === 5)
  })

  it('names each variable once, and ends the names of durations in Ms', () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable)
    assert.equal(new Set(variables).size, variables.length)
    for (const [name, { kind, variable }] of Object.entries(SETTINGS)) {
      assert.equal(name.endsWith('Ms'), /durations?$/.test(kind.type), name)
      const expected = name.replace(/Ms$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
      assert.equal(variable, expected.toUpperCase())
    }
  })

  it('reads durations and lists', () => {
    const config = load({
      WEBHOOK_RETRY_SCHEDULE: '250ms, 1s,2m,3h,1d,0s,5s',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8, ::1/128',
      WEBHOOK_ALLOW_HOSTS: 'hooks.example.internal,*.svc.cluster.local',
      WEBHOOK_DNS_SERVERS: '192.0.2.53,192.0.2.54:5353,[2001:db8::53]:53,2001:db8::54',
      TRUST_PROXY: '10.0.0.1,10.1.0.0/16',
      ROLES: 'dispatch,api,dispatch',
      PUBLIC_URL: 'https://tidings.example.com/',
      PROVIDER_URLS: 'one=https://api.eu.example.com/, two=http://127.0.0.1:8080/base,three=http://[::1]:9',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant = one=1',
      OTEL_TRACES_SAMPLER_ARG: '.25',
      OTEL_SDK_DISABLED: 'True',
    })
    assert.deepEqual(config.otelExporterOtlpHeaders, { authorization: 'Bearer abc', 'x-tenant': 'one=1' })
    assert.deepEqual([config.otelTracesSamplerArg, config.otelSdkDisabled], [0.25, true])
    assert.deepEqual(config.webhookRetryScheduleMs, [250, 1000, 120_000, 10_800_000, 86_400_000, 0, 5000])
    assert.deepEqual(config.webhookAllowCidrs, ['127.0.0.0/8', '::1/128'])
    assert.deepEqual(config.webhookAllowHosts, ['hooks.example.internal', '*.svc.cluster.local'])
    assert.equal(config.webhookDnsServers.length, 4)
    assert.deepEqual(config.trustProxy, ['10.0.0.1', '10.1.0.0/16'])
    assert.deepEqual(config.roles, ['api', 'dispatch'])
    assert.equal(config.publicUrl, 'https://tidings.example.com')
    assert.deepEqual(Object.fromEntries(config.providerUrls), {
      one: 'https://api.eu.example.com',
      two: 'http://127.0.0.1:8080/base',
      three: 'http://[::1]:9',
    })
  })

  it('lists all mistakes together', () => {
    const mistakes = mistakesOf({
      PORT: '70000',
      LOG_LEVEL: 'inof',
      WEBHOOK_RETRY_SHEDULE: '1s',
      SEND_RETRY_SCHEDULE: '1s,2s',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/33',
    })
    assert.deepEqual(mistakes, [
      'WEBHOOK_RETRY_SHEDULE is not a variable of this service: did you mean WEBHOOK_RETRY_SCHEDULE?',
      'PORT must be a whole number from 0 to 65535 (it is "70000")',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent: did you mean info? (it is "inof")',
      'SEND_RETRY_SCHEDULE must be 5 durations separated by commas, each like 250ms, 10s, 5m or 4h and at most 7d (it is "1s,2s")',
      'WEBHOOK_ALLOW_CIDRS must be a list of CIDR blocks like 10.0.0.0/8 or fd00::/8: 127.0.0.0/33 is not valid (it is "127.0.0.0/33")',
    ])
  })

  const refused: [variable: keyof NodeJS.ProcessEnv, value: string][] = [
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', '3000.5'],
    ['SEND_TIMEOUT', '10'],
    ['SEND_TIMEOUT', '10 s'],
    ['SEND_TIMEOUT', '1w'],
    ['SEND_TIMEOUT', '0s'],
    ['SEND_TIMEOUT', '8d'],
    ['WEBHOOK_RETRY_SCHEDULE', '1s,1s,1s,1s,1s,1s'],
    ['WEBHOOK_RETRY_SCHEDULE', '1s,1s,1s,1s,1s,1s,1s,1s'],
    ['WEBHOOK_ALLOW_CIDRS', '127.0.0.1'],
    ['WEBHOOK_ALLOW_CIDRS', 'fe80::1%eth0/64'],
    ['WEBHOOK_ALLOW_HOSTS', 'https://example.internal'],
    ['WEBHOOK_ALLOW_HOSTS', '10.0.0.1'],
    ['WEBHOOK_ALLOW_HOSTS', '*'],
    ['WEBHOOK_DNS_SERVERS', 'dns.example.com'],
    ['WEBHOOK_DNS_SERVERS', '192.0.2.53:70000'],
    ['PUBLIC_URL', 'tidings.example.com'],
    ['PUBLIC_URL', 'https://tidings.example.com/?a=1'],
    ['DATABASE_URL', 'mysql://localhost/tidings'],
    ['ROLES', ','],
    ['ROLES', 'api,worker'],
    ['SECRETS_KEYS', 'secret'],
    ['BOOTSTRAP_API_KEY', 'sk_short'],
    ['BOOTSTRAP_EMAIL', 'owner@example.com,other@example.com'],
    ['OPERATOR_SMTP_URL', 'https://mail.example.com'],
    ['OPERATOR_EMAIL_FROM', 'Tidings'],
    ['API_RATE_LIMIT', 'off'],
    ['PROVIDER_URLS', 'https://api.eu.example.com'],
    ['PROVIDER_URLS', 'one=http://api.example.com'],
    ['PROVIDER_URLS', 'one=http://127.0.0.1.example.com'],
    ['PROVIDER_URLS', 'one=https://me:secret@api.example.com'],
    ['PROVIDER_URLS', 'one=https://a.example.com,one=https://b.example.com'],
    ['EVENT_RETENTION_DAYS', '1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,c=%0d%0ax'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '1e-3'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ]
  for (const [variable, value] of refused) {
    it(`refuses ${variable}=${value}`, () => {
      const mistakes = mistakesOf({ [variable]: value })
      assert.equal(mistakes.length, 1)
      assert.ok(mistakes[0]!.startsWith(`${variable} must be `), mistakes[0])
    })
  }

  it('repeats no secret', () => {
    const mistakes = mistakesOf({
      DATABASE_URL: 'mysql://tidings:hunter2@db/tidings',
      MIGRATION_DATABASE_URL: 'hunter2',
      SECRETS_KEYS: 'hunter2',
      BOOTSTRAP_API_KEY: 'sk_hunter2',
      OPERATOR_SMTP_URL: 'hunter2',
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
    })
    assert.equal(mistakes.length, 6)
    assert.ok(!mistakes.join('\n').includes('hunter2'))
  })

  it('does not trip over the variables of others', () => {
    load({
      HOME: '/root',
      HOSTNAME: 'a',
      HOSTTYPE: 'b',
      PATH: '/bin',
      POST: 'c',
      PORTS: 'd',
      ROLE: 'e',
      DATABASE: 'f',
      PGHOST: 'g',
      PUBLIC: 'h',
      TEST_DATABASE_URL: 'postgres://localhost/test',
      WEBHOOK_URL: 'https://example.com',
      npm_config_loglevel: 'info',
      // OpenTelemetry has more variables than the service reads.
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '1000',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOG_LEVEL: 'info',
      OTEL_SERVICE_NAME: 'tidings',
      OTEL_RESOURCE_ATTRIBUTES: 'a=b',
      OTEL_PROPAGATORS: 'tracecontext',
      [`A${'_B'.repeat(100)}`]: 'i',
    })
  })

  it('suggests the nearest name, ignoring case', () => {
    for (const name of ['DATABSE_URL', 'database_url', 'WEBHOOK_ALOW_CIDR', 'SECRET_KEYS', 'DATADIR'])
      assert.match(mistakesOf({ [name]: 'x' })[0]!, /did you mean [A-Z_]+\?$/, name)
  })

  it('requires the keys with a database of its own', () => {
    assert.match(mistakesOf({ DATABASE_URL: 'postgres://localhost/tidings' })[0]!, /^SECRETS_KEYS is required/)
    const config = load({
      DATABASE_URL: 'postgresql://user:p%40ss@db:5432/tidings?sslmode=require',
      SECRETS_KEYS: KEYS,
    })
    assert.equal(config.databaseUrl, 'postgresql://user:p%40ss@db:5432/tidings?sslmode=require')
    assert.equal(config.secretsKeys, KEYS)
  })

  it('refuses values that do not go together', () => {
    assert.match(mistakesOf({ OPERATOR_SMTP_URL: 'smtp://localhost' })[0]!, /^OPERATOR_EMAIL_FROM/)
    assert.match(mistakesOf({ MIGRATION_DATABASE_URL: 'postgres://localhost/x' })[0]!, /^MIGRATION_DATABASE_URL/)
    const several = { DATABASES: 'a=postgres://localhost/a, b=postgres://localhost/b' }
    assert.match(mistakesOf(several)[0]!, /^SECRETS_KEYS is required with DATABASES/)
    const both = { ...several, SECRETS_KEYS: KEYS, DATABASE_URL: 'postgres://localhost/x' }
    assert.match(mistakesOf(both)[0]!, /^DATABASE_URL and DATABASES are both set/)
  })

  describe('a secret in a file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tidings-config-'))
    after(() => rmSync(directory, { recursive: true }))
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text)
      return join(directory, name)
    }

    it('is read, without the line feed at its end', () => {
      const url = file('url', 'postgres://user:secret@localhost/x\n')
      const keys = file('keys', `${KEYS}\n`)
      const config = load({ DATABASE_URL_FILE: url, SECRETS_KEYS_FILE: keys })
      assert.equal(config.databaseUrl, 'postgres://user:secret@localhost/x')
      assert.equal(config.secretsKeys, KEYS)
    })

    it('is refused if it is missing, empty or too large, or if the variable is set as well', () => {
      const token = 'a'.repeat(20)
      assert.match(mistakesOf({ METRICS_TOKEN_FILE: join(directory, 'none') })[0]!, /cannot be read \(ENOENT\)/)
      assert.match(mistakesOf({ METRICS_TOKEN_FILE: file('empty', '\n') })[0]!, /is empty/)
      assert.match(mistakesOf({ METRICS_TOKEN_FILE: file('large', 'a'.repeat(70_000)) })[0]!, /is too large/)
      // No more of a file is read than a secret may have: this one has no end.
      if (process.platform !== 'win32')
        assert.match(mistakesOf({ METRICS_TOKEN_FILE: '/dev/zero' })[0]!, /is too large/)
      const both = { METRICS_TOKEN: token, METRICS_TOKEN_FILE: file('token', token) }
      assert.match(mistakesOf(both)[0]!, /^METRICS_TOKEN and METRICS_TOKEN_FILE are both set/)
    })

    it('is read again where it is asked for, and a mistake changes nothing', () => {
      const headers = { OTEL_EXPORTER_OTLP_HEADERS_FILE: file('headers', 'authorization=Bearer%20a') }
      const variables = { METRICS_TOKEN_FILE: file('rotated', 'a'.repeat(20)), LOG_LEVEL: 'warn', ...headers }
      const config = load(variables)
      assert.deepEqual(rereadSecrets(config, variables), { ok: true, changed: [] })
      file('rotated', 'b'.repeat(20))
      assert.deepEqual(rereadSecrets(config, variables), { ok: true, changed: ['METRICS_TOKEN'] })
      assert.equal(config.metricsToken, 'b'.repeat(20))
      file('headers', 'authorization=Bearer%20b')
      assert.deepEqual(rereadSecrets(config, variables), { ok: true, changed: ['OTEL_EXPORTER_OTLP_HEADERS'] })
      assert.deepEqual(config.otelExporterOtlpHeaders, { authorization: 'Bearer b' })
      file('rotated', 'too short')
      assert.equal(rereadSecrets(config, variables).ok, false)
      if (process.platform !== 'win32') {
        const pipe = join(directory, 'pipe')
        spawnSync('mkfifo', [pipe])
        const reread = rereadSecrets(config, { ...variables, METRICS_TOKEN_FILE: pipe })
        assert.match(reread.ok ? '' : reread.mistakes[0]!, /is a pipe, so it cannot be read again/)
      }
      assert.equal(config.metricsToken, 'b'.repeat(20))
    })
  })
})
