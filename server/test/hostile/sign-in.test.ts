/**
 * An attacker knows an email and guesses its password, often and from many addresses. The owner can still sign in, and
 * signed-in members are not affected. Only the test's clock moves the throttles.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setHashCost } from '../../src/features/sign-in/passwords.ts'
import { createMember } from '../../src/features/members/members.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { hashCheaply } from '../members.ts'
import { plainFetch } from '../plain-fetch.ts'
import { testService } from '../test-service.ts'

const PASSWORD = 'correct horse battery'
const WRONG = 'wrong horse battery'

const HOUR_MS = 3_600_000

let monotonicMs = 0
const system = createSystemClock()
const clock: Clock = { now: () => system.now(), wall: () => system.wall(), monotonic: () => monotonicMs }

const passwordHash = await hashCheaply(PASSWORD)
const { database, running } = await testService({
  variables: { ROLES: 'api', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' },
  clock,
})

/** Resets the throttles between tests. */
beforeEach(() => {
  monotonicMs += 24 * HOUR_MS
})

interface Reply {
  status: number
  code: string | undefined
  cookies: string[]
  body: any
}

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> {
  const response = await plainFetch(`${running.service.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = text === '' ? null : JSON.parse(text)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!)
  return { status: response.status, code: parsed?.code, cookies, body: parsed }
}

function signIn(email: string, password: string, address: string, cookie = 'a=b'): Promise<Reply> {
  return send('POST', '/session', { 'x-forwarded-for': address, cookie }, { session: { email, password } })
}

let owners = 0
/** An owner and an API key of the account. */
async function newOwner() {
  const client = await running.client()
  const { bucket, accountId } = client
  const email = `owner${(owners += 1)}@example.com`
  const made = await transaction(database.pool, (connection) =>
    createMember(connection, clock, { bucket, accountId, email, role: 'owner', passwordHash }),
  )
  assert.ok(made.ok)
  return { client, email }
}

/** The device cookie of a successful sign-in. */
function deviceOf({ status, cookies }: Reply): string {
  assert.equal(status, 201)
  return cookies.find((cookie) => cookie.startsWith('tidings_device='))!
}

/** Guesses twice a second for 130 s. The owner signs in about every 5 s. Returns the statuses of both. */
async function besiege(email: string, guessFrom: (index: number) => string, owner: () => Promise<Reply>) {
  const guesses: number[] = []
  const signIns: number[] = []
  for (let index = 0; index < 260; index++) {
    guesses.push((await signIn(email, WRONG, guessFrom(index))).status)
    if (index % 11 === 10 || index === 259) signIns.push((await owner()).status)
    monotonicMs += 500
  }
  return { guesses, signIns }
}

const ALL = Array.from({ length: 24 }, () => 201)
const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

describe('an owner signs in 24 of 24 times while an attacker guesses twice a second', () => {
  const cases: [what: string, guessFrom: (index: number) => string][] = [
    ['from all of one /48', (index) => `2001:db8:1:${index.toString(16)}::1`],
    ['from five networks', (index) => `203.0.${index % 5}.${index % 256}`],
  ]
  for (const [what, guessFrom] of cases)
    test(`${what}: without a device cookie, from another network`, async () => {
      const { email } = await newOwner()
      const { guesses, signIns } = await besiege(email, guessFrom, () => signIn(email, PASSWORD, '198.51.100.7'))
      assert.deepEqual(signIns, ALL)
      assert.ok(countOf(guesses, 429) > 130, `${countOf(guesses, 429)} of 260 guesses were refused`)
    })

  test("from the owner's own address: with the cookie of a device", async () => {
    const { email } = await newOwner()
    const device = deviceOf(await signIn(email, PASSWORD, '198.51.100.7'))
    const { signIns } = await besiege(
      email,
      () => '198.51.100.7',
      () => signIn(email, PASSWORD, '198.51.100.7', device),
    )
    assert.deepEqual(signIns, ALL)
  })
})

describe('the cookie of a device', () => {
  test('is given by each sign-in, and signs no one in', async () => {
    const { email } = await newOwner()
    const device = deviceOf(await signIn(email, PASSWORD, '198.51.100.7'))
    assert.equal((await send('GET', '/session', { cookie: device })).status, 401)
    assert.equal((await signIn(email, WRONG, '198.51.100.7', device)).status, 401)
  })

  test('has ten tries of its own, which no other device shares', async () => {
    const { email } = await newOwner()
    const [device, other] = [
      deviceOf(await signIn(email, PASSWORD, '198.51.100.7')),
      deviceOf(await signIn(email, PASSWORD, '198.51.100.7')),
    ]
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await signIn(email, WRONG, `198.51.${guess}.7`, device)).status)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
    for (const cookie of [other, 'a=b'])
      assert.equal((await signIn(email, PASSWORD, '198.51.100.7', cookie)).status, 201)
  })

  test("gives no more tries for another member's email, nor forged", async () => {
    const [own, victim] = [await newOwner(), await newOwner()]
    const device = deviceOf(await signIn(own.email, PASSWORD, '203.0.113.9'))
    const statuses: number[] = []
    for (let guess = 0; guess < 20; guess++) {
      const forged = `tidings_device=${'a'.repeat(21)}${guess % 10}.${Math.floor(clock.now() / 1000)}.${'a'.repeat(43)}`
      statuses.push((await signIn(victim.email, WRONG, '203.0.113.9', guess % 2 === 0 ? device : forged)).status)
    }
    assert.equal(countOf(statuses, 401), 10)
    assert.equal((await signIn(victim.email, PASSWORD, '198.51.100.7')).status, 201)
  })
})

describe('password checks of a signed-in member', () => {
  async function signedIn() {
    const { client, email } = await newOwner()
    const response = await signIn(email, PASSWORD, '198.51.100.7')
    const headers = {
      cookie: response.cookies.join('; '),
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': response.body.session.csrf_token as string,
      'x-forwarded-for': '203.0.113.9',
    }
    const made = await client.call('POST', '/api/v1/webhook_endpoints', {
      webhook_endpoint: { url: 'https://127.0.0.1:9443/webhooks' },
    })
    const rotate = (password: string) =>
      send('POST', `/webhook_endpoints/${made.body.webhook_endpoint.id}/rotate_secret`, headers, {
        current_password: password,
      })
    const change = (current: string) =>
      send('PUT', '/session/password', headers, {
        password: { current_password: current, new_password: 'another horse battery' },
      })
    return { email, rotate, change }
  }

  test('12 anonymous wrong sign-ins, from its own address too, stop neither a rotation nor a new password', async () => {
    const { email, rotate, change } = await signedIn()
    for (let guess = 0; guess < 12; guess++) await signIn(email, WRONG, '203.0.113.9')
    assert.equal((await signIn(email, WRONG, '203.0.113.9')).status, 429)
    assert.equal((await rotate(PASSWORD)).status, 200)
    assert.equal((await change(PASSWORD)).status, 200)
  })

  test('guesses of a session count for the session alone', async () => {
    const { email, rotate, change } = await signedIn()
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++) statuses.push((await rotate(WRONG)).status, (await change(WRONG)).status)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 422), 429, 429])
    assert.equal((await rotate(PASSWORD)).status, 429)
    assert.equal((await signIn(email, PASSWORD, '203.0.113.9')).status, 201)
    monotonicMs += 60_000
    assert.equal((await rotate(PASSWORD)).status, 200)
  })
})

describe('the work of hashing', () => {
  let cheap: string
  before(() => void (cheap = setHashCost()))
  after(() => void setHashCost(cheap))

  /** Many sign-ins of unknown emails at once. */
  const burst = (count: number, addressOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => signIn(`crowd${index}@example.com`, WRONG, addressOf(index)))

  test('100 at once from one network do not keep another out', async () => {
    const { email } = await newOwner()
    const crowd = burst(100, (index) => `203.0.113.${index % 10}`)
    const owner = await Promise.all(Array.from({ length: 5 }, () => signIn(email, PASSWORD, '198.51.100.7')))
    assert.deepEqual(
      owner.map(({ status, code }) => code ?? status),
      [201, 201, 201, 201, 201],
    )
    const codes = new Set((await Promise.all(crowd)).map(({ code }) => code))
    assert.deepEqual(codes, new Set(['invalid_credentials', 'overloaded']))
  })

  test('100 at once, each from another network, do not keep a device out that is known', async () => {
    const { email } = await newOwner()
    const device = deviceOf(await signIn(email, PASSWORD, '198.51.100.7'))
    const crowd = burst(100, (index) => `10.3.${index}.1`)
    const owner = await Promise.all(Array.from({ length: 5 }, () => signIn(email, PASSWORD, '198.51.100.7', device)))
    assert.deepEqual(
      owner.map(({ status, code }) => code ?? status),
      [201, 201, 201, 201, 201],
    )
    assert.ok((await Promise.all(crowd)).some(({ code }) => code === 'overloaded'))
    // An attempt that was refused because of load does not count.
    assert.equal((await signIn(email, PASSWORD, '198.51.100.7')).status, 201)
  })

  test('is not done for a try that is refused', async () => {
    const cpuMs = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage()
      await work()
      const { user, system: kernel } = process.cpuUsage(before)
      return (user + kernel) / 1000
    }
    const tries = async (count: number, status: number) => {
      for (let index = 0; index < count; index++)
        assert.equal((await signIn('hashed@example.com', WRONG, '203.0.113.9')).status, status)
    }
    const hashed = await cpuMs(() => tries(10, 401))
    const refused = await cpuMs(() => tries(10, 429))
    assert.ok(
      refused < hashed / 2,
      `${refused} ms of processor time for 10 refused tries, ${hashed} ms for 10 hashed ones`,
    )
  })
})
