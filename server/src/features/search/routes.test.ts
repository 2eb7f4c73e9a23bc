/** The search, through the API of a service that sends. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'
import type { SearchResult } from './search.ts'

const { database, running } = await testService()
// Recipients and templates have other ids.
await database.pool.query(`select setval('messages_id_seq', 1000)`)

async function made(client: Client, path: string, root: string, fields: object): Promise<any> {
  const { status, body } = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body[root]
}

interface Account {
  client: Client
  template: { id: number }
  message: { id: number; deliveries: { id: number }[] }
  ada: { id: number }
  eventId: string
}

/** An account with Ada, whose mail bounces. */
async function newAccount(): Promise<Account> {
  const client = await running.client()
  const mail = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }
  const channel = await made(client, 'notification_channels', 'notification_channel', mail)
  const template = await made(client, 'message_templates', 'message_template', {
    name: 'password_reset',
    subject: 'Reset 100% of {{ thing }}',
    body: 'Hello',
    body_format: 'text',
    channels: [{ notification_channel_id: channel.id }],
  })
  const ada = await made(client, 'notification_users', 'notification_user', {
    ...{ external_user_id: 'U_17', email: 'Bounced+ada@tidings.test', phone: '+44 20 7183 8750' },
    ...{ first_name: 'Ada', last_name: 'Lovelace' },
  })
  const message = await made(client, 'messages', 'message', {
    external_user_id: 'U_17',
    message_template_name: 'password_reset',
    message_attributes_attributes: [{ name: 'thing', value: 'your password' }],
  })
  const [{ id: deliveryId }] = message.deliveries
  await until(
    () => client.call('GET', `/api/v1/deliveries/${deliveryId}`),
    ({ body }) => body.status === 'bounced',
  )
  const events = await until(
    () => client.call('GET', `/api/v1/webhook_events?delivery_id=${deliveryId}`),
    ({ body }) => body.webhook_events.length === 3,
  )
  return { client, template, message, ada, eventId: events.body.webhook_events[0].id }
}

async function search(client: Client, text: string): Promise<SearchResult[]> {
  const { status, body } = await client.call('GET', `/api/v1/search?q=${encodeURIComponent(text)}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results
}

const named = (results: readonly SearchResult[]) => results.map(({ kind, id }) => `${kind} ${id}`)

const account = await newAccount()
const { client, template, message, ada, eventId } = account
const deliveryId = message.deliveries[0]!.id
const ADA = [`recipient ${ada.id}`, `delivery ${deliveryId}`]

describe('a text', () => {
  test('that starts a name, an address, an own id or a phone number finds the recipient with the newest deliveries', async () => {
    for (const text of [
      ...['AD', 'ada', 'Ada', 'ADA L', 'ada lovelace', 'love', 'bounced+', 'BOUNCED+ADA@tidings.test', 'u_1', 'U_17'],
      ...['+4420', '+44 (20) 7183-8750', '4420', ' ada '],
      ...['Lovelace, Ada', 'lovelace ada', 'Ádà LOVELÅ'],
    ])
      assert.deepEqual(named(await search(client, text)), ADA, text)
  })

  test('without accents finds the name with them, and only recipients on demand', async () => {
    const jose = { external_user_id: 'jose', first_name: 'José', last_name: 'García' }
    const { id } = await made(client, 'notification_users', 'notification_user', jose)
    for (const text of ['garcia', 'jose g', 'García, José', 'jose'])
      assert.deepEqual(named(await search(client, text)), [`recipient ${id}`], text)
    const { body } = await client.call('GET', '/api/v1/search?kind=recipient&q=ada')
    assert.deepEqual(named(body.results), [`recipient ${ada.id}`])
    const { body: ofId } = await client.call('GET', `/api/v1/search?kind=recipient&q=%23${id}`)
    assert.deepEqual(named(ofId.results), [`recipient ${id}`])
  })

  test('finds each word of a name or an email by its start, in any script, also after a change', async () => {
    const add = (fields: object) => made(client, 'notification_users', 'notification_user', fields)
    const anna = { first_name: 'Anna Maria', last_name: 'Wałęsa-Kowalska', email: 'office.desk@mail.example.org' }
    const { id } = await add({ external_user_id: 'anna', ...anna })
    const others = {
      ...{
        山田太郎: ['太郎', '山田'],
        'أحمد بن علي': ['بن', 'احمد علي'],
        'דוד בן־גוריון': ['דוד', 'גור'],
        'Ёлка Йод': ['иод', 'елка'],
      },
      ...{ 'Thị Ngọc Ánh': ['anh', 'thi anh'], "Siobhán O'Brien": ['brien', "o'b"] },
    }
    for (const [name, texts] of Object.entries(others)) {
      const other = await add({ first_name: name })
      for (const text of texts) assert.deepEqual(named(await search(client, text)), [`recipient ${other.id}`], text)
    }
    // Stored as a first name and a last name, in scripts that are written without blanks.
    for (const [first_name, last_name, ...texts] of [
      ['小龙', '李', '李小龙', '李 小龙', '小龙', '小龙李'],
      ['花子', '𠮷田', '𠮷田花子', '𠮷田 花', '田花子'],
      ['さくら', 'きのした', 'きのしたさくら', 'さくら'],
      ['민수', '김', '김민수', '김 민'],
      ['พรพิมลวรรณรัตน์', 'สุวรรณรัตน์', 'สุวรรณรัตน์พรพิมล', 'พรพิมลวรรณรัตน์สุ'],
      ['小红 Mary', '王', '王 Mary', 'mary 王', '王小红'],
    ]) {
      const other = await add({ first_name, last_name })
      for (const text of texts) assert.deepEqual(named(await search(client, text)), [`recipient ${other.id}`], text)
    }
    for (const text of [
      ...['maria', 'Kowalska', 'walesa', 'anna kowalska', 'kowalska, maria', 'MARÍA WAŁ', 'wałęsa-kow', 'an ma ko'],
      ...['example.org', '@mail.example', 'desk@mail', 'office.d'],
    ])
      assert.deepEqual(named(await search(client, text)), [`recipient ${id}`], text)
    for (const text of ['aria', 'org', 'anna nowak', ',', '-'])
      assert.ok(!named(await search(client, text)).includes(`recipient ${id}`), text)
    const changed = { last_name: 'Nowak', email: null }
    await client.call('PUT', '/api/v1/notification_users/by_external_id/anna', { notification_user: changed })
    assert.deepEqual(named(await search(client, 'anna nowak')), [`recipient ${id}`])
    for (const text of ['kowalska', 'example.org']) assert.deepEqual(await search(client, text), [], text)
  })

  test('shows why the last mail did not arrive', async () => {
    const [recipient, delivery] = await search(client, 'ada')
    assert.deepEqual(recipient, {
      kind: 'recipient',
      id: String(ada.id),
      title: 'Ada Lovelace',
      detail: 'Bounced+ada@tidings.test, +442071838750, U_17',
    })
    const { kind, title, detail, status, created_at: at } = delivery!
    assert.deepEqual([kind, title, status], ['delivery', 'Reset 100% of your password', 'bounced'])
    assert.match(detail, /^\S.* · Mail$/)
    assert.ok(Date.parse(at!) > 0)
  })

  test('in a name of a template or a subject finds the template and the messages', async () => {
    assert.deepEqual(named(await search(client, 'WORD_RE')), [`template ${template.id}`])
    assert.deepEqual(named(await search(client, 'your pass')), [`message ${message.id}`])
    const both = await search(client, 'password')
    assert.deepEqual(named(both), [`template ${template.id}`, `message ${message.id}`])
    assert.deepEqual(
      both.map(({ title, detail }) => [title, detail]),
      [
        ['password_reset', 'version 1'],
        ['Reset 100% of your password', 'to Ada Lovelace'],
      ],
    )
  })

  test('has no wildcards', async () => {
    assert.deepEqual(named(await search(client, '100%')), [`message ${message.id}`])
    for (const text of ['%', 'a%', 'ad_', '_', 'u%', String.raw`\\`, '%@', '+%', '*'])
      assert.deepEqual(
        (await search(client, text)).filter(({ kind }) => kind === 'recipient'),
        [],
        text,
      )
    assert.deepEqual(await search(client, 'pass%word'), [])
    assert.deepEqual(await search(client, `'); drop table recipients; --`), [])
  })

  test('finds equal names before longer ones', async () => {
    const add = (fields: object) => made(client, 'notification_users', 'notification_user', fields)
    const equal = await add({ first_name: 'Zoe' })
    const longer = await add({ first_name: 'Zoealina' })
    const asLast = await add({ first_name: 'Berta', last_name: 'Zoe' })
    const found = named(await search(client, 'zoe'))
    assert.deepEqual(
      found,
      [asLast, equal, longer].map(({ id }) => `recipient ${id}`),
    )
  })

  test('tells the cause of a delivery and of a refused request by a sentence, not by a word for programs', async () => {
    const fields = { external_user_id: 'later', notification_user: { first_name: 'Later' } }
    const later = {
      ...fields,
      message_template_name: 'password_reset',
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    }
    const { id, deliveries } = await made(client, 'messages', 'message', later)
    await client.call('POST', `/api/v1/messages/${id}/cancel`)
    const [delivery] = await search(client, `#${deliveries[0].id}`)
    assert.equal(delivery!.detail, 'Canceled on request · Mail to Later')
    const suppression = { address: 'twice@example.com' }
    await made(client, 'suppressions', 'suppression', suppression)
    const refused = await client.call('POST', '/api/v1/suppressions', { suppression })
    assert.equal(refused.status, 409)
    const [request] = await until(
      () => search(client, refused.headers.get('x-request-id')!),
      (results) => results.length > 0,
    )
    assert.equal(request!.detail, '409: The address is already suppressed')
  })
})

describe('an id', () => {
  test('with or without # finds the object', async () => {
    for (const [id, kind] of [
      [deliveryId, 'delivery'],
      [message.id, 'message'],
    ] as const)
      for (const text of [`#${id}`, String(id)]) {
        const found = named(await search(client, text))
        assert.deepEqual(found, [`${kind} ${id}`], text)
      }
    for (const text of [`#${ada.id}`, String(ada.id)])
      assert.deepEqual(
        named(await search(client, text)).filter((one) => ADA.includes(one)),
        ADA,
        text,
      )
    const ofTemplate = named(await search(client, `#${template.id}`))
    assert.ok(ofTemplate.includes(`template ${template.id}`), ofTemplate.join())
  })

  test('of an event finds the event with its delivery', async () => {
    const [event, ...others] = await search(client, eventId)
    assert.deepEqual(others, [])
    const { kind, id, title, state, delivery_id: of } = event!
    assert.deepEqual([kind, id, title, state, of], ['event', eventId, 'delivery.queued', 'skipped', deliveryId])
  })

  test('of a request or without an object finds nothing', async () => {
    for (const text of ['req_4fzq1tUR8jXvT0aMwk2d', '#9007199254740991', '9007199254740991', `evt_${'0'.repeat(26)}`])
      assert.deepEqual(await search(client, text), [], text)
  })
})

test('another account finds nothing of this one', async () => {
  const { client: stranger } = await newAccount()
  await stranger.call('DELETE', `/api/v1/notification_users/${(await search(stranger, 'ada'))[0]!.id}`, {})
  for (const text of ['ada', 'lovelace', 'bounced+ada@tidings.test', 'U_17', '+442071838750', eventId])
    assert.deepEqual(await search(stranger, text), [], text)
  for (const id of [deliveryId, message.id]) assert.deepEqual(await search(stranger, String(id)), [])
  for (const id of [deliveryId, message.id, ada.id, template.id])
    assert.deepEqual(await search(stranger, `#${id}`), [], `#${id}`)
  const own = named(await search(stranger, 'password'))
  assert.equal(own.length, 2)
  assert.ok(!own.some((one) => one === `template ${template.id}` || one === `message ${message.id}`))
})

test('a deleted recipient and a deleted template are not found', async () => {
  const { client: owner, ada: gone, template: removed, message: kept } = await newAccount()
  await owner.call('DELETE', `/api/v1/notification_users/${gone.id}?erase=true`, {})
  await owner.call('DELETE', `/api/v1/message_templates/${removed.id}`)
  for (const text of ['ada', `#${gone.id}`, `#${removed.id}`, 'password_reset'])
    assert.deepEqual(await search(owner, text), [], text)
  const [delivery] = await search(owner, `#${kept.deliveries[0]!.id}`)
  assert.ok(delivery)
  assert.deepEqual([delivery.kind, delivery.status], ['delivery', 'bounced'])
  assert.ok(!JSON.stringify(delivery).includes('Ada'))
})

test('a text must have 1 to 100 characters', async () => {
  for (const query of ['', '?q=', '?q=%20', `?q=${'a'.repeat(256)}`, '?q=%00', '?q=a&q=b'])
    assert.equal((await client.call('GET', `/api/v1/search${query}`)).status, 422, query)
  assert.deepEqual(await search(client, 'é'.repeat(100)), [])
})

test('the words of stored recipients are filled as they are written, without words of older functions, also of a name that grows when it is folded', async () => {
  const client = await running.client()
  const [grows, ends] = ['\ufdfa'.repeat(255), 'x'.repeat(254)]
  await made(client, 'notification_users', 'notification_user', { external_user_id: 'zoe', first_name: 'Zoë Ann' })
  await made(client, 'notification_users', 'notification_user', {
    external_user_id: 'long',
    first_name: grows,
    last_name: ends,
  })
  const values = [client.accountId]
  const text = 'select recipient_id, words from recipient_words where account_id = $1 order by 1, 2'
  const read = async () => (await database.pool.query<{ words: string }>({ text, values })).rows
  const written = await read()
  await database.pool.query({
    text: `update recipient_words set words = 'former ' || words where account_id = $1`,
    values,
  })
  await database.pool.query({ text: 'call fill_recipient_words()' })
  assert.deepEqual(await read(), written)
  assert.deepEqual(
    written.slice(0, 2).map(({ words }) => words),
    ['ann zoe', 'zoe ann'],
  )
  assert.ok(written.length > 2 && written.every(({ words }) => words.length <= 100))
})
