import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { MIGRATIONS_DIRECTORY } from '../../platform/db/migrations.ts'
import { comparableAddress, findSuppressions, insertSuppressions } from './suppressions.ts'
import { suppressionRoutes } from './suppression-routes.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const PATH = '/api/v1/suppressions'

const database = await endAfterTests(createTestDatabase())
const context = { pool: database.pool, clock: createSystemClock() }
const server = await endAfterTests(startRoomServer(database.pool, (app) => suppressionRoutes(app, context)))

describe('suppressions', () => {
  test('added, listed, removed; each is in the audit log without its address', async () => {
    const caller = server.newCaller()
    const created = await server.request(caller, 'POST', PATH, { suppression: { address: 'Ada@Example.com' } })
    assert.equal(created.status, 201)
    const { suppression } = created.body
    const expected = { channel_type: 'email', address: 'ada@example.com', reason: 'manual', delivery_id: null }
    assert.deepEqual(suppression, { id: suppression.id, ...expected, created_at: suppression.created_at })
    const list = await server.request(caller, 'GET', PATH)
    assert.deepEqual(list.body, { suppressions: [suppression], next_cursor: null })
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${suppression.id}`)).status, 204)
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${suppression.id}`)).status, 404)
    assert.deepEqual((await server.request(caller, 'GET', PATH)).body.suppressions, [])
    const text = 'select action, target, details from audit_log where account_id = $1 order by id'
    const { rows } = await database.pool.query(text, [caller.accountId])
    const about = { target: `suppression:${suppression.id}`, details: { reason: 'manual', channel_type: 'email' } }
    assert.deepEqual(rows, [
      { action: 'suppression.added', ...about },
      { action: 'suppression.removed', ...about },
    ])
  })

  test('an address once, in any letter case, per account and type', async () => {
    const caller = server.newCaller()
    const add = (fields: object, by = caller) => server.request(by, 'POST', PATH, { suppression: fields })
    assert.equal((await add({ address: 'a@example.com', reason: 'complaint' })).status, 201)
    const again = await add({ address: 'A@EXAMPLE.com' })
    assert.deepEqual([again.status, again.body.code], [409, 'suppression_exists'])
    assert.equal((await add({ address: '+43 660 123', channel_type: 'sms' })).status, 201)
    assert.equal((await add({ address: '+43-660-123', channel_type: 'sms' })).status, 409)
    assert.equal((await add({ address: 'a@example.com' }, server.newCaller())).status, 201)
  })

  test('found by a part of the address, in any case, among the newest', async () => {
    const caller = server.newCaller()
    const { bucket, accountId } = caller
    const many = Array.from({ length: 2001 }, (_, n) => `p${n}@many.test`)
    const emails = ['ada@example.com', 'grace@example.org', ...many, 'zoe.1990-05@mail.test'].map((address) => ({
      address,
      type: 'email' as const,
    }))
    const phone = { address: '+442071838750', type: 'sms' as const }
    const rows = [...emails, phone].map(({ address, type: channelType }) => {
      return { bucket, accountId, channelType, address, reason: 'manual' as const, deliveryId: null }
    })
    await insertSuppressions(database.pool, rows, 1e12)
    const find = async (query: string) => {
      const { status, body } = await server.request(caller, 'GET', `${PATH}?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      const found = body.suppressions.map(({ address }: { address: string }) => address)
      return { found, next: body.next_cursor }
    }
    assert.deepEqual((await find('address_part=%2B44%20(20)')).found, [phone.address])
    assert.deepEqual((await find('address_part=1990-05')).found, ['zoe.1990-05@mail.test'])
    assert.deepEqual((await find('address_part=-')).found, ['zoe.1990-05@mail.test'])
    // The oldest address is behind the rows of one page.
    const first = await find('address_part=EXAMPLE')
    assert.deepEqual(first.found, [])
    assert.deepEqual((await find(`address_part=EXAMPLE&cursor=${first.next}`)).found, [
      'grace@example.org',
      'ada@example.com',
    ])
    const beside = await server.request(caller, 'GET', `${PATH}?address_part=a&address=ada@example.com`)
    assert.equal(beside.status, 422)
  })

  test('in another spelling than the recipient has, they match', async () => {
    const caller = server.newCaller()
    const spelled: [string, 'email' | 'sms', string][] = [
      [' Ada@BÜCHER.example', 'email', 'ada@xn--bcher-kva.example'],
      ['+44 (0)20 7183-8750', 'sms', '+442071838750'],
    ]
    for (const [address, channelType, ofRecipient] of spelled) {
      const suppression = { address, channel_type: channelType }
      assert.equal((await server.request(caller, 'POST', PATH, { suppression })).status, 201)
      const found = await findSuppressions(database.pool, [{ ...caller, channelType, address: ofRecipient }])
      assert.deepEqual(found, ['manual'])
    }
  })

  test('numbers that an older version stored with the zero of the country match again after the migration', async () => {
    const { bucket, accountId } = server.newCaller()
    const stored = ['+4402071838750', '+390612345678', '+4304712345', '+434712345'] as const
    const key = { bucket, accountId, channelType: 'sms', reason: 'unsubscribe', deliveryId: null } as const
    await insertSuppressions(
      database.pool,
      stored.map((address) => ({ ...key, address })),
      Date.now(),
    )
    const migration = join(MIGRATIONS_DIRECTORY, '0004_suppressed_numbers_without_zero.sql')
    const text = await readFile(migration, 'utf8')
    await database.pool.query(text)
    await database.pool.query(text)
    const sought = ['+44 (0)20 7183 8750', '+39 06 12345678', '+43 4712345', '+41 44 668 18 00']
    const addresses = sought.map((address) => ({ bucket, accountId, channelType: 'sms', address }))
    const found = await findSuppressions(database.pool, addresses)
    assert.deepEqual(found, ['unsubscribe', 'unsubscribe', 'unsubscribe', null])
  })

  test('filtered by address, type and reason', async () => {
    const caller = server.newCaller()
    for (const fields of [
      { address: 'a@example.com', reason: 'bounce' },
      { address: 'b@example.com', reason: 'complaint' },
      { address: '+4366012345', channel_type: 'sms' },
    ])
      await server.request(caller, 'POST', PATH, { suppression: fields })
    const addresses = async (query: string) => {
      const { body } = await server.request(caller, 'GET', `${PATH}?${query}`)
      return body.suppressions.map((one: { address: string }) => one.address)
    }
    assert.deepEqual(await addresses(''), ['+4366012345', 'b@example.com', 'a@example.com'])
    assert.deepEqual(await addresses('address=A@example.com'), ['a@example.com'])
    assert.deepEqual(await addresses(`address=${encodeURIComponent('+43 660 12345')}`), ['+4366012345'])
    assert.deepEqual(await addresses('address=nobody'), [])
    assert.deepEqual(await addresses('channel_type=sms'), ['+4366012345'])
    assert.deepEqual(await addresses('reason=complaint'), ['b@example.com'])
    assert.equal((await server.request(caller, 'GET', `${PATH}?reason=x`)).status, 422)
  })

  test('in pages', async () => {
    const caller = server.newCaller()
    for (const number of [1, 2, 3])
      await server.request(caller, 'POST', PATH, { suppression: { address: `a${number}@example.com` } })
    const first = await server.request(caller, 'GET', `${PATH}?limit=2`)
    assert.equal(first.body.suppressions.length, 2)
    const second = await server.request(caller, 'GET', `${PATH}?limit=2&cursor=${first.body.next_cursor}`)
    assert.deepEqual([second.body.suppressions.length, second.body.next_cursor], [1, null])
  })

  for (const fields of [
    {},
    { address: 'a@x, b@y' },
    { address: 'a@example.com', channel_type: 'sms' },
    { address: '+43660123', channel_type: 'email' },
    { address: 'eve@0177.2' },
    { address: '+999 123 456 789', channel_type: 'sms' },
    { address: 'a@example.com', channel_type: 'push' },
    { address: 'a@example.com', reason: 'because' },
    { address: 'a@example.com\r\nBcc: b@example.com' },
  ])
    test(`422 on ${JSON.stringify(fields)}`, async () => {
      const response = await server.request(server.newCaller(), 'POST', PATH, { suppression: fields })
      assert.equal(response.status, 422)
    })
})

test('addresses as they are compared', () => {
  const table: ['email' | 'sms', string, string | null][] = [
    ['email', 'Ada@EXAMPLE.com', 'ada@example.com'],
    ['email', ' Ada@example.com\n', 'ada@example.com'],
    ['email', 'ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['email', 'ada', null],
    ['email', 'ada@256.1.1.1', null],
    ['sms', '+43 (660) 123-45.6', '+43660123456'],
    ['sms', '+44 (0)20 7183 8750', '+442071838750'],
    ['sms', '12', null],
    ['sms', '020 7183 8750', null],
    ['sms', 'ada@example.com', null],
  ]
  for (const [type, address, expected] of table) assert.equal(comparableAddress(type, address), expected)
})

test('one read for many addresses', async () => {
  const { accountId, bucket } = server.newCaller()
  const key = { bucket, accountId, deliveryId: null }
  const added = [
    { ...key, channelType: 'email', address: 'a@example.com', reason: 'bounce' },
    { ...key, channelType: 'sms', address: '+4366012345', reason: 'unsubscribe' },
  ] as const
  assert.equal((await insertSuppressions(database.pool, added, Date.now())).length, 2)
  assert.equal((await insertSuppressions(database.pool, added, Date.now())).length, 0)
  const asked: [channelType: string, address: string | null, found: string | null, of?: number][] = [
    ['push', null, null],
    ['email', 'A@example.com', 'bounce'],
    ['email', 'nobody', null],
    ['email', 'b@example.com', null],
    ['email', 'a@example.com', null, accountId + 1],
    ['sms', '+43 (0) 660 12345', 'unsubscribe'],
    ['sms', null, null],
  ]
  const addresses = asked.map(([channelType, address, , of = accountId]) => {
    return { bucket, accountId: of, channelType, address }
  })
  assert.deepEqual(
    await findSuppressions(database.pool, addresses),
    asked.map(([, , found]) => found),
  )
})
