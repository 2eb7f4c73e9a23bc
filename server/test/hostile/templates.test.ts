/**
 * Templates for blocking the process: each is refused or rendered within limits, and no other account waits for
 * it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRenderer } from '../../src/core/rendering/render.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { pause } from '../pause.ts'
import { call, prepareMessages, startTestService } from '../service.ts'
import type { ApiResponse, Client, TestService } from '../service.ts'
import { testService } from '../test-service.ts'
import { TEMPLATE_SHAPES } from './template-shapes.ts'

const { database, running: service } = await testService()

describe('texts', () => {
  for (const [name, text, isStored] of TEMPLATE_SHAPES)
    test(`${name}: ${isStored ? 'stored and previewed if it is short, ' : ''}refused with a sentence if it is long`, async () => {
      const client = await service.client()
      const calls = (body: string) => [
        client.call('POST', '/api/v1/message_templates', { message_template: { name: 't', body } }),
        client.call('POST', '/api/v1/message_templates/preview', { preview: { body } }),
      ]
      if (isStored) {
        const [stored, preview] = await Promise.all(calls(text(10_000)))
        assert.deepEqual(
          [stored!.status, preview!.status],
          [201, 200],
          JSON.stringify([stored!.body.error, preview!.body]),
        )
      }
      for (const response of await Promise.all(calls(text(200_000)))) {
        assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['body']])
        assert.equal(response.body.error, 'Body has too many characters inside tags and outputs (maximum is 16000)')
      }
    })

  test('of 240 KB are stored and sent', async () => {
    const { client, message } = await clientWith(`${'{{ a }}'.repeat(500)}${'x { '.repeat(60_000)}`)
    const { status, body } = await client.call('POST', '/api/v1/messages', { message })
    assert.deepEqual([status, body.message?.rendered_body.length], [201, 240_000], JSON.stringify(body.error))
  })

  test('a number that would lose digits is refused, and text in quotes has all of them', async () => {
    const client = await service.client()
    const preview = (body: string) => client.call('POST', '/api/v1/message_templates/preview', { preview: { body } })
    for (const digits of ['9'.repeat(400), '-9007199254740993', '9007199254740993.5'])
      for (const body of [`{{ ${digits} }}`, `{{ a | plus: ${digits} }}`, `{% if a > ${digits} %}{% endif %}`]) {
        const stored = await client.call('POST', '/api/v1/message_templates', { message_template: { name: 't', body } })
        assert.deepEqual([stored.status, Object.keys(stored.body.errors)], [422, ['body']], body)
        assert.match(stored.body.error, /would lose digits \(maximum is 9007199254740991\): write it in quotes/)
        assert.equal((await preview(body)).status, 422)
      }
    const shown = await preview('{{ 9007199254740991 }} {{ "9007199254740993" }}')
    assert.equal(shown.body.preview.body, '9007199254740991 9007199254740993')
  })

  test('blocks within blocks are refused', async () => {
    const client = await service.client()
    const body = '{% if a %}'.repeat(101) + '{% endif %}'.repeat(101)
    const response = await client.call('POST', '/api/v1/message_templates/preview', { preview: { body } })
    assert.equal(response.status, 422)
    assert.match(response.body.error, /nested too deeply/)
  })
})

const long = 'a'.repeat(100_000)
const numbers = Array.from({ length: 20_000 }, (_, index) => index)
const NAMES = {
  long,
  other: `b${long.slice(1)}`,
  pattern: `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`,
  numbers,
  almost: [...numbers.slice(0, -1), -1],
  path: `${'p.'.repeat(30_000)}p`,
  named: Object.fromEntries(numbers.slice(0, 20).map((number) => [`${number}${long.slice(0, 10_000)}`, 1])),
  keys: Object.fromEntries(numbers.map((number) => [`k${number}`, 1])),
  items: [
    { list: numbers, text: `${long}x` },
    { text: `${long}y`, list: numbers },
  ],
}
const DOUBLED = `{% assign x = items %}${'{% assign x = x | concat: x %}'.repeat(12)}`
const NAMED_DOUBLED = `{% assign x = named | concat: named %}${'{% assign x = x | concat: x %}'.repeat(10)}`
const DATES = ' | date: "%A %B %Z"'.repeat(30)

/** Steps that are slow for their input. Each is charged before it runs. */
const STEPS: [name: string, body: string][] = [
  [
    'three loops within one another',
    '{% for i in (1..999) %}{% for j in (1..999) %}{% for k in (1..999) %}{{ i }}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['chains of dates', `{{ "2020-01-01"${DATES} }}`.repeat(20)],
  ['a date with many fields', `{{ "now" | date: "${'%A'.repeat(90)}" }}`],
  ['dates in the form of a locale', '{% for i in (1..999) %}{{ i | date: "full" }}{% endfor %}'],
  ['numbers in the form of a locale', '{% for i in (1..9999) %}{{ i | number: "currency", "EUR", 2 }}{% endfor %}'],
  ['a format that is a list', '{% assign f = "%A,%A" | split: "," %}{{ "now" | date: f }}'],
  ['a pattern that nearly fits everywhere', '{{ long | replace: pattern, "" }}'],
  ['the same in a list', '{% assign p = pattern | split: "zz" %}{{ long | remove: p }}'],
  ['the same in a condition', '{% if long contains pattern %}{% endif %}'],
  ['the same in split', '{{ long | split: pattern }}'],
  ['a list compared with the list of each item', `${DOUBLED}{{ x | where: "list", almost | size }}`],
  ['a text compared with the text of each item', `${DOUBLED}{{ x | where: "text", long | size }}`],
  ['a long path looked up in each item', `${DOUBLED}{{ x | where: path, 1 | size }}`],
  ['a long path mapped', `${DOUBLED}{{ x | map: path | size }}`],
  ['long texts sorted', `${DOUBLED}{{ x | sort: "text" | size }}`],
  ['long texts sorted without their case', `${DOUBLED}{{ x | sort_natural: "text" | size }}`],
  ['long texts summed', `${DOUBLED}{{ x | sum: "text" }}`],
  ['a list compared with many lists', `{% case numbers %}${'{% when almost %}x'.repeat(900)}{% endcase %}`],
  ['a text compared with many texts', `{% case long %}${'{% when other %}x'.repeat(900)}{% endcase %}`],
  ['the size of an object, again and again', `{{ "" | append: ${Array(300).fill('keys.size').join(', ')} }}`.repeat(4)],
  ['an object with long names, shown again and again', `${NAMED_DOUBLED}{{ x }}`],
  ['the JSON of such objects', `${NAMED_DOUBLED}{{ x | json }}`],
  ['JSON that is indented', `{% assign x = numbers | concat: numbers | concat: numbers %}{{ x | json: 10 }}`],
  ['a cycle of many values', `{% for i in (1..9999) %}{% cycle ${Array(900).fill('1').join(', ')} %}{% endfor %}`],
]

describe('steps of a render', () => {
  for (const [name, body] of STEPS)
    test(`${name}: stopped`, () => {
      const version = { accountId: 1, templateId: 1, version: 1 }
      const input = {
        ...version,
        subject: '',
        body,
        bodyFormat: 'html' as const,
        channels: [],
        localized: null,
        partials: [],
        names: NAMES,
      }
      const result = createRenderer(0).render(input)
      assert.ok(!result.ok && result.code === 'template_limit', JSON.stringify(result).slice(0, 200))
    })

  test('a search costs work by the product of its two texts', () => {
    const units = (size: number): number => {
      const names = { text: 'a'.repeat(size), pattern: 'a'.repeat(size / 2) }
      const version = { accountId: 1, templateId: 1, version: 1 }
      const body = '{{ text | replace: pattern, "" }}'
      const input = {
        ...version,
        subject: '',
        body,
        bodyFormat: 'text' as const,
        channels: [],
        localized: null,
        partials: [],
        names,
      }
      let workUnits = 1
      while (!createRenderer(0, { processorMs: 10_000, workUnits }).render(input).ok) workUnits *= 2
      return workUnits
    }
    assert.ok(units(8_000) >= 8 * units(2_000), `${units(8_000)} and ${units(2_000)}`)
  })
})

/** Number of renders by place: `loop`, `refused`. */
async function renders(of: TestService): Promise<Record<string, number>> {
  const metric = of.service.context.metrics.getSingleMetric('tidings_template_renders_total')!
  const { values } = await metric.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels['place'], value]))
}

/** Number of renders by place while `work` ran. */
async function rendersOf<Result>(
  work: () => Promise<Result>,
  of = service,
): Promise<{ counts: Record<string, number>; result: Result }> {
  const before = await renders(of)
  const result = await work()
  const counts = Object.entries(await renders(of)).map(([place, count]) => [place, count - (before[place] ?? 0)])
  return { counts: Object.fromEntries(counts), result }
}

const TOO_LONG = STEPS[0]![1]

/** A client with a channel, a recipient, and a template with this body. */
async function clientWith(body: string): Promise<{ client: Client; message: Record<string, unknown> }> {
  const client = await service.client()
  const { template, recipient } = await prepareMessages(client)
  const path = `/api/v1/message_templates/${template.id}`
  const response = await client.call('PATCH', path, { message_template: { body } })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return { client, message: { message_template_id: template.id, notification_user_id: recipient.id } }
}

const batch = (client: Client, messages: readonly unknown[], key?: string, of = service) =>
  call(
    of.service.url!,
    client.apiKey,
    'POST',
    '/api/v1/messages/batch',
    { messages },
    key === undefined ? {} : { 'idempotency-key': key },
  )

const codesOf = (response: ApiResponse) =>
  Object.groupBy(response.body.results as { code?: string; message?: object }[], ({ code }) => code ?? 'created')

describe('a template that takes too long', () => {
  let unhurried: TestService
  before(async () => {
    const system = createSystemClock()
    // On a busy machine, the time limit of a transaction would be over before the processor time.
    const clock: Clock = { now: system.now, wall: system.wall, monotonic: () => system.monotonic() / 100 }
    unhurried = await startTestService(database, { ROLES: 'api' }, clock)
  })
  after(() => unhurried.stop())

  for (const key of [undefined, 'a-key'])
    test(`a batch of 1,000 ${key === undefined ? 'without' : 'with'} a key renders until its time is over, the rest is refused`, async () => {
      const { client, message } = await clientWith(TOO_LONG)
      const { counts, result } = await rendersOf(
        () => batch(client, Array(1_000).fill(message), key, unhurried),
        unhurried,
      )
      assert.equal(result.status, 200)
      assert.deepEqual(Object.keys(codesOf(result)), ['template_limit'])
      assert.ok(counts['loop']! <= 100 && counts['refused']! >= 900, JSON.stringify(counts))
      assert.match(result.body.results[999].error, /together with the earlier messages: send fewer at once/)
    })

  test('it is refused until it is changed, in messages and previews', async () => {
    for (const slow of [TOO_LONG, '{% assign a = (1..300000) %}{{ a | size }}']) {
      const { client, message } = await clientWith(slow)
      const preview = { body: slow }
      const calls = [
        client.call('POST', '/api/v1/messages', { message }),
        client.call('POST', '/api/v1/messages/preview', { message }),
        client.call('POST', '/api/v1/message_templates/preview', { preview }),
      ]
      for (const response of await Promise.all(calls)) {
        assert.deepEqual([response.status, response.body.code], [422, 'template_limit'])
        assert.match(response.body.error, /takes too long to render: use fewer loops/)
      }
      const path = `/api/v1/message_templates/${String(message['message_template_id'])}`
      await client.call('PATCH', path, { message_template: { body: 'short' } })
      assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
    }
  })

  test('it is sent with a message that holds less', async () => {
    const { client, message } = await clientWith(
      '{% for i in (1..n) %}{% for j in (1..n) %}{{ i }}{% endfor %}{% endfor %}',
    )
    const create = (n: number) => {
      const message_attributes_attributes = [{ name: 'n', value: n }]
      return client.call('POST', '/api/v1/messages', { message: { ...message, message_attributes_attributes } })
    }
    assert.equal((await create(9_999)).body.code, 'template_limit')
    assert.equal((await create(2)).status, 201)
  })
})

/** Between two calls of another account, ms. */
const OTHER_PAUSE_MS = 10

describe('others', () => {
  const bodies: [name: string, body: string, responsesMin: number][] = [
    ['slow ones', '{% for i in (1..500) %}{{ i }}{% endfor %}', 5],
    ['such as take too long', TOO_LONG, 1],
  ]
  for (const [name, body, responsesMin] of bodies)
    test(`are answered between the renders of a batch of 1,000: ${name}`, async () => {
      const { client, message } = await clientWith(body)
      const other = await service.client()
      let responded = 0
      let ended = false
      const working = batch(client, Array(1_000).fill(message)).finally(() => (ended = true))
      while (!ended) {
        const response = await other.call('GET', '/api/v1/message_templates')
        assert.equal(response.status, 200)
        if (!ended) responded += 1
        await pause(OTHER_PAUSE_MS)
      }
      assert.equal((await working).status, 200)
      assert.ok(responded >= responsesMin, String(responded))
    })

  test('a text that was stored under other bounds is refused, not parsed for long', async () => {
    const { client, message } = await clientWith('x')
    const body = TEMPLATE_SHAPES[0]![1](200_000)
    await database.pool.query('update template_versions set body = $1 where account_id = $2', [body, client.accountId])
    for (const path of ['messages', 'messages/preview']) {
      const response = await client.call('POST', `/api/v1/${path}`, { message })
      assert.deepEqual([response.status, response.body.code], [422, 'template_limit'], JSON.stringify(response.body))
      assert.match(
        response.body.error,
        /has too many characters inside tags and outputs \(maximum is 16000\); change the template$/,
      )
    }
  })
})

describe('the budget of an account', () => {
  let strict: TestService
  before(async () => {
    strict = await startTestService(database, { RENDER_TIME_LIMIT: '1' })
  })
  after(() => strict.stop())

  test('beyond it 503 that says when to come again, in a batch for each message; with a key for all', async () => {
    const spent = await clientWith(TOO_LONG)
    const { client } = spent
    const send = (path: string, body: unknown, headers = {}) =>
      call(strict.service.url!, client.apiKey, 'POST', `/api/v1/${path}`, body, headers)
    assert.equal((await send('messages', { message: spent.message })).body.code, 'render_budget')
    const simple = { message_template: { name: 'simple', body: '{{ user.first_name }}' } }
    const { body } = await client.call('POST', '/api/v1/message_templates', simple)
    const message = { ...spent.message, message_template_id: body.message_template.id }
    const beyond = await send('messages', { message })
    assert.deepEqual([beyond.status, beyond.body.code], [503, 'render_budget'])
    assert.ok(Number(beyond.headers.get('retry-after')) >= 1)
    const invalid = { notification_user_id: 0 }
    const mixed = await send('messages/batch', { messages: [message, invalid] })
    assert.deepEqual([mixed.status, mixed.body.code], [503, 'render_budget'])
    const keyed = await send('messages/batch', { messages: [message, invalid] }, { 'idempotency-key': 'again' })
    assert.deepEqual([keyed.status, keyed.body.code], [503, 'render_budget'])
    // The key is unused, so the same request succeeds at a service with more time.
    const again = await batch(client, [message, invalid], 'again')
    assert.deepEqual([again.status, Object.keys(codesOf(again))], [200, ['created', 'invalid']])
    // Another account has its own time.
    const { client: other, message: others } = await clientWith('{{ user.first_name }}')
    const sent = await call(strict.service.url!, other.apiKey, 'POST', '/api/v1/messages', { message: others })
    assert.equal(sent.status, 201)
  })
})
