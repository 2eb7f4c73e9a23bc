/** Warnings about settings for mails that do nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig } from '../../platform/config/config.ts'
import { halfConfigurations } from './server.ts'

const TLS = { SMTP_TLS_CERT_FILE: '/cert.pem', SMTP_TLS_KEY_FILE: '/key.pem' }
const LISTEN = { SMTP_LISTEN: '127.0.0.1:2525' }
const BOUNCES = { BOUNCE_DOMAIN: 'bounces.example.net' }
const ALL = { ROLES: 'api,dispatch,tasks' }

test('each half configuration has its warning, and a whole one or a part of several processes has none', () => {
  const cases: [Record<string, string>, RegExp[]][] = [
    [{}, []],
    [{ ...LISTEN, ...BOUNCES }, []],
    [{ ...LISTEN, ...TLS }, []],
    [LISTEN, [/takes no mails/]],
    [BOUNCES, [/does not take them: set SMTP_LISTEN/]],
    [TLS, [/SMTP_TLS_CERT_FILE has no effect/]],
    [{ ...ALL, ...LISTEN, ...TLS }, [/add smtp to ROLES/]],
    [{ ...ALL, ...LISTEN, ...BOUNCES }, [/add smtp to ROLES/, /does not take them/]],
    [{ ROLES: 'dispatch', ...LISTEN, ...BOUNCES }, []],
    [{ ROLES: 'smtp', ...LISTEN, ...BOUNCES }, []],
  ]
  for (const [environment, warnings] of cases) {
    const read = loadConfig(environment)
    assert.ok(read.ok, JSON.stringify(read))
    const found = halfConfigurations(read.config)
    assert.equal(found.length, warnings.length, `${JSON.stringify(environment)}: ${found.join()}`)
    warnings.forEach((warning, index) => assert.match(found[index]!, warning))
  }
})
