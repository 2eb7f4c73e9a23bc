import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from '../../platform/http/server.ts'
import type { CallerRole } from '../../platform/http/route.ts'
import { createLogger } from '../../platform/log.ts'
import { authenticate } from './authentication.ts'
import { inArea } from './areas.ts'
import { refusalOf } from './roles.ts'

test('a refusal says who may', () => {
  const cases: [role: CallerRole, area: Parameters<typeof refusalOf>[1], method: string, sentence: string | null][] = [
    ['read', 'sending', 'GET', null],
    ['read', 'sending', 'HEAD', null],
    ['read', 'sending', 'POST', 'An API key with the role read may not do this: use one with the role send or full'],
    ['send', 'outcomes', 'DELETE', 'An API key with the role send may not do this: use one with the role full'],
    [
      'send',
      'configuration',
      'GET',
      'An API key with the role send may not do this: use one with the role read or full',
    ],
    ['send', 'personal_data', 'DELETE', 'An API key with the role send may not do this: use one with the role full'],
    ['viewer', 'personal_data', 'GET', 'Only a developer or an owner may do this'],
    ['read', 'account', 'GET', 'An API key with the role read may not do this: use one with the role full'],
    ['full', 'members', 'GET', 'Only a signed-in member may do this'],
    ['full', 'own_sessions', 'DELETE', 'Only a signed-in member may do this'],
    ['viewer', 'sending', 'PATCH', 'Only a developer or an owner may do this'],
    ['developer', 'api_keys', 'GET', 'Only an owner may do this'],
    ['owner', 'members', 'DELETE', null],
    ['read', 'own_key', 'GET', null],
    ['owner', 'own_key', 'GET', 'Only an API key may do this'],
  ]
  for (const [role, area, method, sentence] of cases)
    assert.equal(refusalOf(role, area, method), sentence, `${role} ${method} ${area}`)
})

test('a service with a route in no area does not start', async () => {
  const log = createLogger('silent')
  const starting = async (withArea: boolean) => {
    const app = createServer({ config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null }, log })
    const clock = { now: () => 0, wall: () => 0, monotonic: () => 0 }
    const context = {
      config: { batchWaitMs: 1000 },
      clock,
      log: null as never,
      pool: null as never,
      sessions: null as never,
      directory: null,
    }
    await app.register((api: typeof app, _options, done) => {
      authenticate(api, context)
      inArea(api, 'sending', (room) => room.get('/api/v1/messages', () => ({})))
      if (!withArea) api.get('/api/v1/thoughts', () => ({}))
      done()
    })
    await app.ready()
    await app.close()
  }
  await starting(true)
  await assert.rejects(starting(false), /The route GET \/api\/v1\/thoughts is in no area/)
})
