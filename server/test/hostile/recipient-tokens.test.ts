/** Recipient tokens in wrong hands: forged, expired, of others, and at every other route of the API. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { SignJWT } from 'jose'
import { createLogger } from '../../src/platform/log.ts'
import { callInbox, openStream, prepareInbox, sendToInbox, tokenOf } from '../inbox.ts'
import { responseOf, until } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { testService } from '../test-service.ts'

const logDirectory = mkdtempSync(join(tmpdir(), 'tidings-log-'))
const logPath = join(logDirectory, 'log')
const log = createLogger('debug', { output: openSync(logPath, 'w') })
const { database, running } = await testService({ variables: { LOG_REQUEST_EVERY: '1' }, log })
const { url } = running.service

const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security }]) => ({ method: method.toUpperCase(), path, security })),
)
const isOfInbox = ({ path }: { path: string }) => path.startsWith('/api/v1/inbox/')
const inboxOperations = operations.filter(isOfInbox)

/** A request with any credential. */
async function ask(method: string, path: string, headers: Record<string, string>): Promise<ApiResponse> {
  const stopping = new AbortController()
  const isWrite = method !== 'GET'
  const body = isWrite ? { body: '{}', headers: { 'content-type': 'application/json', ...headers } } : { headers }
  const response = await fetch(`${url!}${path.replaceAll(/\{\w+\}/g, '1')}`, {
    method,
    signal: stopping.signal,
    ...body,
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    stopping.abort()
    return { status: response.status, headers: response.headers, body: null }
  }
  return responseOf(response)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Signed {
  client: Client
  recipientId: number
  key: { id: number; secret: string }
}

async function signingAccount(): Promise<Signed> {
  const client = await running.client()
  const { recipientId } = await prepareInbox(client)
  const { status, body } = await client.call('POST', '/api/v1/recipient_signing_keys', {
    recipient_signing_key: { name: 'Production' },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return { client, recipientId, key: body.recipient_signing_key }
}

interface Claims {
  iss?: unknown
  sub?: unknown
  aud?: unknown
  iat?: unknown
  exp?: unknown
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Other letters for the same bytes: the last letter of 32 bytes has two bits that no byte has. */
function respelled(signature: string): string {
  const other = signature.slice(0, -1) + LETTERS[LETTERS.indexOf(signature.at(-1)!) + 1]!
  assert.deepEqual(Buffer.from(other, 'base64url'), Buffer.from(signature, 'base64url'))
  return other
}

/** A token signed with the secret of the account, as its own server makes it. */
function token({ client, recipientId, key }: Signed, claims: Claims = {}, header: object = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const whole = {
    aud: 'inbox',
    iss: String(client.accountId),
    sub: String(recipientId),
    iat: now,
    exp: now + 600,
    ...claims,
  }
  const signed = `${part({ alg: 'HS256', kid: String(key.id), ...header })}.${part(whole)}`
  return `${signed}.${createHmac('sha256', key.secret).update(signed).digest('base64url')}`
}

const status = async (value: string) => (await callInbox(url!, value, 'GET', '/counts')).status

describe('recipient tokens', { timeout: 600_000 }, () => {
  test('the account signs tokens itself, also with a library', async () => {
    const signed = await signingAccount()
    assert.equal(await status(token(signed)), 200)
    const { client, recipientId, key } = signed
    const made = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', kid: String(key.id) })
      .setAudience('inbox')
      .setIssuer(String(client.accountId))
      .setSubject(String(recipientId))
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key.secret))
    assert.equal(await status(made), 200)
  })

  test('every wrong token gets the same 401 at every route of the inbox', async () => {
    const [own, other] = [await signingAccount(), await signingAccount()]
    const now = Math.floor(Date.now() / 1000)
    const whole = token(own)
    const [head, claims, signature] = whole.split('.') as [string, string, string]
    const deleted = await own.client.call('POST', '/api/v1/notification_users', {
      notification_user: { external_user_id: 'gone' },
    })
    const goneId: number = deleted.body.notification_user.id
    const ofDeleted = token({ ...own, recipientId: goneId })
    assert.equal(await status(ofDeleted), 200)
    await own.client.call('DELETE', `/api/v1/notification_users/${goneId}`)
    const wrong: Record<string, string> = {
      nothing: '',
      'an API key': own.client.apiKey,
      'no signature': `${head}.${claims}.`,
      'alg none': `${part({ alg: 'none', kid: String(own.key.id) })}.${claims}.`,
      'alg none, signed': token(own, {}, { alg: 'none' }),
      'alg in capitals': token(own, {}, { alg: 'HS512' }),
      'the signature in another spelling': `${head}.${claims}.${respelled(signature)}`,
      forged: `${head}.${claims}.${signature.slice(0, -2)}AA`,
      'other claims under the signature': `${head}.${part({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '1' })}.${signature}`,
      expired: token(own, { iat: now - 7200, exp: now - 3600 }),
      'from the future': token(own, { iat: now + 3600, exp: now + 7200 }),
      'longer than a day': token(own, { exp: now + 90_000 }),
      'without an end': token(own, { exp: undefined }),
      'without a begin': token(own, { iat: undefined }),
      'with texts as times': token(own, { iat: String(now), exp: String(now + 600) }),
      'another audience': token(own, { aud: 'other' }),
      'two audiences': token(own, { aud: ['inbox', 'other'] }),
      "another account's key": token({ ...own, key: other.key }),
      "another account's name": token(own, { iss: String(other.client.accountId) }),
      "another account's recipient": token(own, { sub: String(other.recipientId + 1_000_000) }),
      'an id as a number': token(own, { sub: own.recipientId }),
      'a huge id': token(own, { sub: '9'.repeat(30) }),
      'a key of no account': token(own, {}, { kid: '999999999' }),
      'a key as SQL': token(own, {}, { kid: "1' or '1'='1" }),
      'critical extensions': token(own, {}, { crit: ['exp'] }),
      'a deleted recipient': ofDeleted,
      'a megabyte': `${head}.${claims}.${'A'.repeat(14_000)}`,
      'not a token': 'a.b.c',
      'four parts': `${whole}.${signature}`,
    }
    const bodies = new Set<string>()
    for (const [name, value] of Object.entries(wrong))
      for (const { method, path } of inboxOperations) {
        const response = await ask(method, path, value === '' ? {} : bearer(value))
        assert.equal(response.status, 401, `${name} at ${method} ${path}`)
        assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer /)
        bodies.add(JSON.stringify({ ...response.body, request_id: '' }))
      }
    assert.equal(bodies.size, 1, [...bodies].join('\n'))
    assert.equal(await status(whole), 200)
  })

  test('a recipient token opens no other route, and no session', async () => {
    const own = await signingAccount()
    const value = token(own)
    const closed = operations.filter((operation) => !isOfInbox(operation) && operation.security?.length !== 0)
    assert.ok(closed.length > 80)
    for (const { method, path } of closed) {
      const response = await ask(method, path, bearer(value))
      assert.equal(response.status, 401, `${method} ${path}`)
      assert.equal(response.body.code, 'invalid_api_key', `${method} ${path}`)
    }
  })

  test("another recipient's messages are not found, and stay as they are", async () => {
    const own = await signingAccount()
    const { client, recipientId } = own
    const messageId = await sendToInbox(client, 'private')
    const owner = await tokenOf(client, recipientId)
    await until(
      () => callInbox(url!, owner, 'GET', '/messages'),
      ({ body }) => body.inbox_messages.length === 1,
    )
    const { body } = await client.call('POST', '/api/v1/notification_users', {
      notification_user: { external_user_id: 'eve' },
    })
    const eve = await tokenOf(client, body.notification_user.id)
    const stranger = token(await signingAccount())
    for (const thief of [eve, stranger]) {
      assert.deepEqual((await callInbox(url!, thief, 'GET', '/messages')).body.inbox_messages, [])
      const patched = await callInbox(url!, thief, 'PATCH', `/messages/${messageId}`, { archived: true })
      const absent = await callInbox(url!, thief, 'PATCH', '/messages/1', { archived: true })
      assert.deepEqual([patched.status, absent.status], [404, 404])
      assert.deepEqual({ ...patched.body, request_id: '' }, { ...absent.body, request_id: '' })
      assert.equal((await callInbox(url!, thief, 'PATCH', '/messages', { archived: true })).status, 200)
      assert.equal((await callInbox(url!, thief, 'PATCH', '/messages', { seen: true, up_to: messageId })).status, 422)
    }
    const mine = await callInbox(url!, owner, 'GET', '/messages')
    assert.deepEqual([mine.body.inbox_messages.length, mine.body.inbox_messages[0].seen_at], [1, null])
  })

  test('a deleted key ends its tokens, and another key of the account goes on', async () => {
    const own = await signingAccount()
    const { client, recipientId } = own
    const old = token(own)
    const next = await client.call('POST', '/api/v1/recipient_signing_keys', {
      recipient_signing_key: { name: 'Next' },
    })
    const issued = await tokenOf(client, recipientId)
    assert.equal((await client.call('DELETE', `/api/v1/recipient_signing_keys/${own.key.id}`)).status, 204)
    assert.equal(await status(old), 401)
    assert.equal(await status(issued), 200, 'the service signs with the newest key')
    assert.equal(await status(token({ client, recipientId, key: next.body.recipient_signing_key })), 200)
    const { rows } = await database.pool.query('select secret from recipient_signing_keys where id = $1', [
      next.body.recipient_signing_key.id,
    ])
    assert.ok(!rows[0].secret.includes(next.body.recipient_signing_key.secret))
  })

  test('a token in the query opens the stream alone, and comes into no line of the log', async () => {
    const own = await signingAccount()
    const value = token(own)
    for (const { method, path } of inboxOperations.filter(({ path: one }) => !one.endsWith('/stream'))) {
      const response = await ask(method, `${path}?token=${value}`, {})
      assert.equal(response.status, 401, `${method} ${path}`)
    }
    const stream = await openStream(url!, value, { query: `?token=${value}` })
    assert.equal(stream.status, 200)
    await stream.waitFor((events) => events.length > 0)
    stream.close()
    await stream.ended
    assert.equal((await openStream(url!, value, { query: `?token=${value.slice(0, -3)}` })).status, 401)
    const logged = await until(
      () => readFile(logPath, 'utf8'),
      (text) => text.split('/api/v1/inbox/stream').length > 2,
    )
    for (const secret of [value, value.split('.')[2]!, own.key.secret]) assert.ok(!logged.includes(secret))
  })

  test('a page of another origin needs the consent of the account', async () => {
    const [own, other] = [await signingAccount(), await signingAccount()]
    const origin = `https://app-${own.client.accountId}.example.com`
    const set = (origins: unknown) =>
      own.client.call('PATCH', '/api/v1/account', { account: { allowed_origins: origins } })
    const wrong = [
      '*',
      'https://*.example.com',
      `${origin}/`,
      'example.com',
      'null',
      'file:///x',
      `${origin}:443`,
      'ftp://a.b',
      origin.toUpperCase(),
    ]
    for (const one of wrong) assert.equal((await set([one])).status, 422, one)
    assert.equal((await set([origin, origin])).status, 422)
    assert.equal((await set(Array.from({ length: 21 }, (_, index) => `https://a${index}.example.com`))).status, 422)
    const saved = await set([origin])
    assert.deepEqual(saved.body.account.allowed_origins, [origin])

    const preflight = (from: string) =>
      fetch(`${url!}/api/v1/inbox/messages?status=active&limit=5`, {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'PATCH' },
      })
    const allowed = await preflight(origin)
    assert.equal(allowed.status, 204)
    assert.equal(allowed.headers.get('access-control-allow-origin'), '*')
    assert.match(allowed.headers.get('access-control-allow-headers') ?? '', /authorization/)

    const read = (value: string, from: string) => callInbox(url!, value, 'GET', '/counts', undefined, { origin: from })
    assert.equal((await read(token(own), origin)).status, 200)
    const theirs = await read(token(other), origin)
    assert.deepEqual([theirs.status, theirs.body.code], [403, 'origin_not_allowed'])
    assert.equal((await read(token(own), 'https://evil.example.com')).status, 403)

    // Headers of CORS tell no stranger that the origin is a customer's.
    const corsOf = ({ headers }: { headers: Headers }) =>
      [...headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-'))
    const unknown = 'https://evil.example.com'
    assert.deepEqual(corsOf(await preflight(unknown)), corsOf(allowed))
    assert.ok(corsOf(allowed).length > 0)
    const refused = await read('a.b.c', origin)
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(corsOf(await read('a.b.c', unknown)), corsOf(refused))
    assert.equal((await read(token(own), url!)).status, 200, 'a page of the service itself')
  })
})
