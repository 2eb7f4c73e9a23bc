/** Batches and idempotency keys, through the whole service. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, startTestService, until } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { removeOldKeys } from '../../platform/http/idempotency-removal.ts'
import { ApiError } from '../../platform/errors.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'
import { batchResponse, resultObject } from './batch.ts'
import type { ItemResult } from './batch.ts'

const { database, running } = await testService({ variables: { ROLES: 'api' } })
const other = await endAfterTests(startTestService(database, { ROLES: 'api' }))

/** Only in this test's database, because other tests run on the same server. */
const WAITING_FOR_LOCKS = `select from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()`

const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }

async function prepared(): Promise<Client> {
  const client = await running.client()
  await prepareMessages(client)
  return client
}

interface Keyed {
  status: number
  replayed: string | null
  text: string
  body: any
}

/** Sends a request under a key, and returns the exact text of the response. */
async function send(
  client: Client,
  key: string,
  body: unknown,
  { path = 'messages', service = running, type = 'application/json' } = {},
): Promise<Keyed> {
  const response = await fetch(`${service.service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': type, 'idempotency-key': key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const replayed = response.headers.get('idempotency-replayed')
  return { status: response.status, replayed, text, body: JSON.parse(text) }
}

async function count(client: Client, table: 'messages' | 'recipients' | 'events'): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>({
    text: `select count(*) as count from ${table} where bucket = $1 and account_id = $2`,
    values: [client.bucket, client.accountId],
  })
  return rows[0]!.count
}

describe('batch', () => {
  test('with more batches at once than an account may have in progress, messages wait and none is refused', async () => {
    const client = await prepared()
    const messages = Array.from({ length: 100 }, () => RECEIPT)
    const keys = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? `many-${index}` : null))
    const responses = await Promise.all(
      keys.map((key) =>
        key === null
          ? client.call('POST', '/api/v1/messages/batch', { messages })
          : send(client, key, { messages }, { path: 'messages/batch' }),
      ),
    )
    const refused = responses.flatMap(({ body }) => body.results.filter((result: any) => result.message === undefined))
    assert.deepEqual(refused, [])
    assert.equal(await count(client, 'messages'), 2000)
  })

  test('each message is created completely or not at all, in the given order', async () => {
    const client = await prepared()
    const messages = [
      RECEIPT,
      { ...RECEIPT, external_user_id: 'nobody' },
      { ...RECEIPT, external_user_id: 'eve', notification_user: { email: 'eve@example.com' } },
      'text',
      { ...RECEIPT, notification_user_id: 'x' },
      { ...RECEIPT, external_user_id: 'eve' },
      { ...RECEIPT, external_user_id: 'mallory', message_template_name: 'none', notification_user: {} },
      {},
    ]
    const { status, body } = await client.call('POST', '/api/v1/messages/batch', { messages })
    assert.equal(status, 200, JSON.stringify(body))
    const { results } = body
    assert.deepEqual(
      results.map((result: { index: number; message?: object; code?: string }) => [
        result.index,
        result.message === undefined ? result.code : 'created',
      ]),
      [
        [0, 'created'],
        [1, 'invalid'],
        [2, 'created'],
        [3, 'invalid'],
        [4, 'invalid'],
        [5, 'created'],
        [6, 'invalid'],
        [7, 'invalid'],
      ],
    )
    assert.deepEqual(results[1].errors, { external_user_id: ['is unknown'] })
    assert.equal(results[1].error, 'External user id is unknown')
    assert.equal(await count(client, 'messages'), 3)
    assert.equal(await count(client, 'recipients'), 2)
    const shown = await client.call('GET', `/api/v1/messages/${results[0].message.id}`)
    assert.deepEqual(shown.body.message, results[0].message)
  })

  test('inline recipients are stored 100 at a time; what a refused message brings is not stored, and a repeated one is changed in order', async () => {
    const client = await prepared()
    const names = Array.from({ length: 120 }, (_, index) => `name-${index}`)
    const first = names.map((name) => ({
      ...RECEIPT,
      external_user_id: name,
      notification_user: { first_name: 'One' },
    }))
    const messages = [
      ...first,
      { ...RECEIPT, external_user_id: 'name-7', notification_user: { first_name: 'Two' } },
      { ...RECEIPT, external_user_id: 'name-7', notification_user: { last_name: 'Three' } },
      { ...RECEIPT, external_user_id: '__proto__', notification_user: { first_name: 'Four' } },
      { ...RECEIPT, external_user_id: 'refused', notification_user_id: 1, notification_user: { first_name: 'Five' } },
      { ...RECEIPT, external_user_id: 'name-8', notification_user_id: 1, notification_user: { first_name: 'Six' } },
    ]
    for (const key of [null, 'whole']) {
      const response =
        key === null
          ? await client.call('POST', '/api/v1/messages/batch', { messages })
          : await send(client, key, { messages }, { path: 'messages/batch' })
      const created = response.body.results.map((result: { message?: object }) => result.message !== undefined)
      assert.deepEqual(created, [...messages.slice(0, -2).map(() => true), false, false])
      const { rows } = await database.pool.query<{ name: string; first_name: string; last_name: string | null }>({
        text: `select external_user_id as name, first_name, last_name from recipients
          where bucket = $1 and account_id = $2 and external_user_id <> 'ada' order by 1`,
        values: [client.bucket, client.accountId],
      })
      const stored = Object.fromEntries(rows.map(({ name, ...texts }) => [name, Object.values(texts)]))
      assert.equal(rows.length, 121)
      assert.deepEqual(
        [stored['name-7'], stored['name-8']],
        [
          ['Two', 'Three'],
          ['One', null],
        ],
      )
      assert.ok(rows.some(({ name }) => name === '__proto__'))
    }
    const { rows } = await database.pool.query<{ transactions: number }>({
      text: 'select count(distinct tx) as transactions from events where bucket = $1 and account_id = $2',
      values: [client.bucket, client.accountId],
    })
    // Without a key, one for each group of different recipients; with a key, one.
    assert.equal(rows[0]!.transactions, 5)
  })

  test('1,000 at once, as JSON and as a form; more are refused, and so is an empty list', async () => {
    const client = await prepared()
    const many = Array.from({ length: 1000 }, () => RECEIPT)
    const { status, body } = await client.call('POST', '/api/v1/messages/batch', { messages: many })
    assert.equal(status, 200)
    const ids = new Set(body.results.map((result: { message: { id: number } }) => result.message.id))
    assert.equal(ids.size, 1000)
    assert.equal(await count(client, 'events'), 1000)
    for (const messages of [[...many, RECEIPT], [], 'x', 5]) {
      const response = await client.call('POST', '/api/v1/messages/batch', { messages })
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors), ['messages'])
    }
    const missing = await client.call('POST', '/api/v1/messages/batch', { message: RECEIPT })
    assert.deepEqual([missing.status, missing.body.code], [400, 'missing_root_key'])
    const pair = 'messages[][external_user_id]=ada&messages[][message_template_name]=receipt'
    const form = await send(client, 'form', `${pair}&${pair}`, {
      path: 'messages/batch',
      type: 'application/x-www-form-urlencoded',
    })
    assert.equal(form.status, 200, form.text)
    assert.equal(form.body.results.length, 2)
    assert.equal(await count(client, 'messages'), 1002)
  })

  test('a body over 256 KiB is read, one over 5 MiB is not', async () => {
    const client = await prepared()
    const long = 'x'.repeat(9000)
    const big = (length: number) =>
      Array.from({ length }, () => ({ ...RECEIPT, message_attributes_attributes: [{ name: 'a', value: long }] }))
    const fits = await client.call('POST', '/api/v1/messages/batch', { messages: big(100) })
    assert.equal(fits.status, 200)
    const over = await client.call('POST', '/api/v1/messages/batch', { messages: big(600) })
    assert.deepEqual([over.status, over.body.code], [413, 'body_too_large'])
    assert.equal(await count(client, 'messages'), 100)
  })

  test('beyond 32 MB of text the rest is refused', async () => {
    const client = await prepared()
    const long = { name: 'long', subject: 'Long', body: 'x'.repeat(250_000), body_format: 'text', channels: [] }
    const made = await client.call('POST', '/api/v1/message_templates', { message_template: long })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const messages = Array.from({ length: 80 }, () => ({ external_user_id: 'ada', message_template_name: 'long' }))
    const keyed = await send(client, 'long', { messages }, { path: 'messages/batch' })
    const codes: string[] = keyed.body.results.map(({ code }: { code?: string }) => code ?? 'created')
    assert.equal(codes[0], 'created')
    assert.ok(codes.every((code) => code === 'created' || code === 'template_limit'))
    assert.equal(codes.at(-1), 'template_limit')
  })

  test('with a key: one transaction, and replayed whole, errors and all', async () => {
    const client = await prepared()
    const messages = [
      RECEIPT,
      { ...RECEIPT, external_user_id: 'eve' },
      { ...RECEIPT, external_user_id: 'eve', notification_user: { first_name: 'Eve' } },
      { ...RECEIPT, external_user_id: 'zoe', notification_user_id: 1, notification_user: { first_name: 'Zoe' } },
      { ...RECEIPT, external_user_id: 'nobody' },
    ]
    const first = await send(client, 'batch', { messages }, { path: 'messages/batch' })
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(
      first.body.results.map((result: { message?: object }) => result.message !== undefined),
      [true, true, true, false, false],
    )
    assert.equal(first.replayed, null)
    const second = await send(client, 'batch', { messages }, { path: 'messages/batch', service: other })
    assert.deepEqual([second.status, second.replayed, second.text], [200, 'true', first.text])
    assert.equal(await count(client, 'messages'), 3)
    assert.equal(await count(client, 'recipients'), 2, 'a refused message leaves no recipient')
    const { rows } = await database.pool.query<{ transactions: number }>({
      text: 'select count(distinct tx) as transactions from events where bucket = $1 and account_id = $2',
      values: [client.bucket, client.accountId],
    })
    assert.equal(rows[0]!.transactions, 1)
  })

  test('with a key, what comes too late is not tried: it gets `overloaded`, and the rest is created', async () => {
    const system = createSystemClock()
    let passedMs = 0
    const clock = {
      now: () => system.now(),
      wall: () => system.wall(),
      monotonic: () => system.monotonic() + passedMs,
    }
    const late = await startTestService(database, { ROLES: 'api', STATEMENT_TIMEOUT: '60s' }, clock)
    const client = await prepared()
    const withRecipient = (name: string) => ({ ...RECEIPT, external_user_id: name, notification_user: {} })
    await client.call('POST', '/api/v1/messages', { message: withRecipient('name-001') })
    // One statement stores 100 recipients.
    const names = Array.from({ length: 102 }, (_, index) => `name-${String(index).padStart(3, '0')}`)
    const messages = [...names.map(withRecipient), RECEIPT]
    const holder = await database.pool.connect()
    try {
      await holder.query({ text: 'begin' })
      await holder.query({
        text: 'select from recipients where account_id = $1 for update',
        values: [client.accountId],
      })
      const responding = send(client, 'late', { messages }, { path: 'messages/batch', service: late })
      await until(
        async () => (await database.pool.query({ text: WAITING_FOR_LOCKS })).rows,
        ({ length }) => length > 0,
      )
      passedMs = 4_001
      await holder.query({ text: 'rollback' })
      const { status, body } = await responding
      assert.equal(status, 200, JSON.stringify(body))
      const found = body.results.map((result: any) => result.code ?? result.message.id > 0)
      assert.deepEqual(found, names.map((_, index) => index < 100 || 'overloaded').concat('overloaded'))
      assert.equal(body.results[101].error, 'The message was not tried: send it again')
      assert.equal(await count(client, 'messages'), 101)
      // Ada and the first 100. What is not tried leaves no recipient.
      assert.equal(await count(client, 'recipients'), 101)
    } finally {
      holder.release()
      await late.stop()
    }
  })
})

describe('idempotency keys', () => {
  test('the same request gets the same bytes; another is refused; each account has its own', async () => {
    const client = await prepared()
    const stranger = await prepared()
    const first = await send(client, 'k1', { message: RECEIPT })
    assert.deepEqual([first.status, first.replayed], [201, null])
    const second = await send(client, 'k1', { message: RECEIPT }, { service: other })
    assert.deepEqual([second.status, second.replayed, second.text], [201, 'true', first.text])
    for (const [body, options] of [
      [{ message: { ...RECEIPT, actor_id: null } }, {}],
      [{ messages: [RECEIPT] }, { path: 'messages/batch' }],
      [{ message: RECEIPT }, { type: 'application/json; charset=utf-8' }],
      ['{', {}],
    ] as const) {
      const response = await send(client, 'k1', body, options)
      assert.deepEqual([response.status, response.body.code, response.replayed], [422, 'idempotency_key_reused', null])
    }
    const theirs = await send(stranger, 'k1', { message: RECEIPT })
    assert.deepEqual([theirs.status, theirs.replayed], [201, null])
    assert.equal(await count(client, 'messages'), 1)
    const shown = await client.call('GET', `/api/v1/messages/${first.body.message.id}`)
    assert.deepEqual(shown.body, first.body)
  })

  test('a request that was refused leaves its key unused', async () => {
    const client = await prepared()
    const refused = await send(client, 'k', { message: { ...RECEIPT, external_user_id: 'late' } })
    assert.equal(refused.status, 422)
    await client.call('POST', '/api/v1/notification_users', { notification_user: { external_user_id: 'late' } })
    const again = await send(client, 'k', { message: { ...RECEIPT, external_user_id: 'late' } })
    assert.deepEqual([again.status, again.replayed], [201, null])
  })

  test('12 requests at once, by two processes, with a recipient and without: one message each', async () => {
    const client = await prepared()
    for (const message of [RECEIPT, { ...RECEIPT, external_user_id: 'inline', notification_user: { locale: 'en' } }]) {
      const before = await count(client, 'messages')
      const key = JSON.stringify(message).replaceAll(' ', '')
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          send(client, key, { message }, { service: index % 2 === 0 ? running : other }),
        ),
      )
      const created = responses.filter(({ status, replayed }) => status === 201 && replayed === null)
      assert.equal(created.length, 1)
      for (const { status, text, body } of responses)
        if (status === 201) assert.equal(text, created[0]!.text)
        else assert.deepEqual([status, body.code], [409, 'idempotency_key_running'])
      assert.equal(await count(client, 'messages'), before + 1)
    }
  })

  test('a lost response is returned again', async () => {
    const client = await prepared()
    const gone = new AbortController()
    const body = JSON.stringify({ message: RECEIPT })
    const headers = { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json' }
    const lost = fetch(`${running.service.url}/api/v1/messages`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'lost' },
      body,
      signal: gone.signal,
    })
    await until(
      () => count(client, 'messages'),
      (messages) => messages === 1,
    )
    gone.abort()
    await lost.catch(() => null)
    const again = await send(client, 'lost', body, { service: other })
    assert.deepEqual([again.status, again.replayed], [201, 'true'])
    assert.equal(await count(client, 'messages'), 1)
  })

  test('12 different requests under one key at once: one message', async () => {
    const client = await prepared()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const attributes = [{ name: 'n', value: index }]
        const message = { ...RECEIPT, message_attributes_attributes: attributes }
        return send(client, 'same', { message }, { service: index % 2 === 0 ? running : other })
      }),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.ok(responses.every(({ status }) => [201, 409, 422].includes(status)))
    assert.equal(await count(client, 'messages'), 1)
  })

  test('a key is 1 to 255 visible ASCII characters', async () => {
    const client = await prepared()
    for (const key of ['', 'a b', 'x'.repeat(256), 'é']) {
      const response = await send(client, key, { message: RECEIPT })
      assert.equal(response.status, 422, key)
      assert.deepEqual(Object.keys(response.body.errors), ['idempotency_key'])
    }
    assert.equal((await send(client, `${'x'.repeat(254)}!`, { message: RECEIPT })).status, 201)
    assert.equal(await count(client, 'messages'), 1)
  })

  test('after a day a key is free again, and is removed', async () => {
    const client = await prepared()
    const first = await send(client, 'old', { message: RECEIPT })
    const age = () =>
      database.pool.query({
        text: `update idempotency_keys set created_at = created_at - interval '25 hours' where account_id = $1`,
        values: [client.accountId],
      })
    await age()
    const second = await send(client, 'old', { message: RECEIPT })
    assert.deepEqual([second.status, second.replayed], [201, null])
    assert.notEqual(second.body.message.id, first.body.message.id)
    await age()
    const kept = await send(client, 'kept', { message: RECEIPT })
    await removeOldKeys(database.pool, ALL_BUCKETS, createSystemClock().now())
    const { rows } = await database.pool.query<{ key: string }>({
      text: 'select key from idempotency_keys where account_id = $1',
      values: [client.accountId],
    })
    assert.deepEqual(
      rows.map((row) => row.key),
      ['kept'],
    )
    assert.equal(kept.status, 201)
  })
})

/** A result of about this many characters. */
function refusalOf(characters: number): ItemResult {
  return { ok: false, errors: { subject: ['x'.repeat(characters)] }, code: 'invalid' }
}

test('the text is that of all results at once', async () => {
  const failed: ItemResult = { ok: false, error: new ApiError('not_found') }
  for (const results of [[], [failed], [refusalOf(10), failed, refusalOf(2 ** 20), refusalOf(2 ** 20), failed]]) {
    const { status, body } = await batchResponse(results)
    assert.equal(status, 200)
    assert.equal(body, JSON.stringify({ results: results.map(resultObject) }))
  }
})

test('other requests get a turn after each piece of a large response', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await batchResponse(Array.from({ length: 16 }, () => refusalOf(2 ** 20)))
  isOver = true
  assert.ok(turns >= 15, `${turns} turns`)
})
