/** Errors of a create have the names that the caller has written, in every form of a create. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedApi } from '../shared-service.ts'
import { callUnchecked, prepareMessages, responseOf } from '../service.ts'

const running = await sharedApi()
const client = await running.client()
const { channel } = await prepareMessages(client)

const MESSAGES = '/api/v1/messages'
const TO = { external_user_id: 'ada', message_template_name: 'receipt' }
const LONG = 'x'.repeat(10 * 1024 + 1)
const PDF = { filename: 'a.pdf', content_type: 'application/pdf', content: 'AA==' }
const inMonths = new Date(Date.now() + 60 * 86_400_000).toISOString()

async function templateFields(name: string, text: object) {
  const { status, body } = await client.call('POST', '/api/v1/message_templates', {
    message_template: { name, subject: 'x', body: 'x', channels: [{ notification_channel_id: channel.id, ...text }] },
  })
  return { status, body }
}

const wrong = await templateFields('wrong', { email: { reply_to: '{{ order.desk }}' } })
assert.equal(wrong.status, 201, JSON.stringify(wrong.body))
const WRONG = { ...TO, message_attributes: { 'order.desk': 'nobody' } }

interface Case {
  what: string
  fields: object
  field: string
  /** Not possible in a batch. */
  alone?: boolean
}

const CASES: Case[] = [
  {
    what: 'a long value in an object',
    fields: { ...TO, message_attributes: { ok: '1', 'order.note': LONG } },
    field: 'message_attributes.order.note',
  },
  {
    what: 'a long value in a list under the other name',
    fields: { ...TO, message_attributes: [{ name: 'a', value: LONG }] },
    field: 'message_attributes.0.value',
  },
  {
    what: 'a long value in a list',
    fields: { ...TO, message_attributes_attributes: [{ name: 'a', value: LONG }] },
    field: 'message_attributes_attributes.0.value',
  },
  {
    what: 'a long value in an object with numbers',
    fields: { ...TO, message_attributes_attributes: { 3: { name: 'a', value: '1' }, 7: { name: 'b', value: LONG } } },
    field: 'message_attributes_attributes.7.value',
  },
  {
    what: 'a forbidden name',
    fields: { ...TO, message_attributes: { constructor: '1' } },
    field: 'message_attributes.constructor',
  },
  {
    what: 'an unknown field of an attribute',
    fields: { ...TO, message_attributes: { 5: { name: 'a', vlaue: '1' } } },
    field: 'message_attributes.5.vlaue',
  },
  { what: 'a wrong time', fields: { ...TO, scheduled_at: 'tomorrow' }, field: 'scheduled_at' },
  { what: 'a late time', fields: { ...TO, scheduled_at: '9000-01-01T00:00:00Z' }, field: 'scheduled_at' },
  {
    what: 'a template by its name that cannot be rendered',
    fields: { ...WRONG, message_template_name: 'wrong' },
    field: 'message_template_name',
  },
  {
    what: 'a template by its id that cannot be rendered',
    fields: { ...WRONG, message_template_name: '', message_template_id: wrong.body.message_template.id },
    field: 'message_template_id',
  },
  {
    what: 'an unknown template by its id',
    fields: { external_user_id: 'ada', message_template_id: 99_999_999 },
    field: 'message_template_id',
  },
  {
    what: 'a recipient by another name',
    fields: { ...TO, external_user_id: 'eve', notification_user: { email: 'two@a.test, b@a.test' } },
    field: 'notification_user.email',
  },
  { what: 'an unknown recipient', fields: { ...TO, external_user_id: 'nobody' }, field: 'external_user_id' },
  {
    what: 'an attachment that is not base64',
    fields: { ...TO, attachments: [PDF, { ...PDF, content: '!' }] },
    field: 'attachments.1.content',
    alone: true,
  },
  {
    what: 'attachments of a later message',
    fields: { ...TO, scheduled_at: inMonths, attachments: [PDF] },
    field: 'scheduled_at',
    alone: true,
  },
]

/** The fields in the bracket notation of forms, with the keys as they are. */
function inBrackets(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => inBrackets(`${name}[${key}]`, inner))
}

async function post(path: string, body: URLSearchParams | FormData) {
  const headers = { authorization: `Bearer ${client.apiKey}` }
  return responseOf(await fetch(`${running.service.url}${path}`, { method: 'POST', headers, body }))
}

const json = (path: string, body: object, headers = {}) =>
  callUnchecked(running.service.url!, client.apiKey, 'POST', path, body, headers)

function multipart(pairs: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of pairs) form.append(name, value)
  return form
}

/** The errors of a create, in each of its forms. */
const FORMS: [form: string, send: (fields: object) => Promise<any>][] = [
  ['JSON', async (message) => (await json(MESSAGES, { message })).body],
  ['a preview', async (message) => (await json(`${MESSAGES}/preview`, { message })).body],
  ['a form', async (fields) => (await post(MESSAGES, new URLSearchParams(inBrackets('message', fields)))).body],
  ['multipart', async (fields) => (await post(MESSAGES, multipart(inBrackets('message', fields)))).body],
  ['a batch', async (fields) => (await json(`${MESSAGES}/batch`, { messages: [TO, fields] })).body.results[1]],
  [
    'a batch under a key',
    async (fields) => {
      const key = { 'idempotency-key': crypto.randomUUID() }
      return (await json(`${MESSAGES}/batch`, { messages: [TO, fields] }, key)).body.results[1]
    },
  ],
  [
    'a batch in a form',
    async (fields) =>
      (await post(`${MESSAGES}/batch`, new URLSearchParams(inBrackets('messages', [TO, fields])))).body.results[1],
  ],
]

describe('an error has the name that the caller has written', () => {
  for (const [form, send] of FORMS)
    for (const { what, fields, field, alone = false } of CASES) {
      if (alone && form.includes('batch')) continue
      test(`${form}: ${what}`, async () => {
        const { error, errors } = await send(fields)
        assert.deepEqual(Object.keys(errors ?? {}), [field], error)
        const shown = field.includes('.') ? field : field.replaceAll('_', ' ')
        assert.ok(error.toLowerCase().startsWith(shown.toLowerCase()), error)
      })
    }
})

test('fields of other services are told with ours', async () => {
  const { body } = await json(MESSAGES, { message: { ...TO, subject: 'Hi', to: 'a@b.test', cc: 'c@b.test' } })
  assert.deepEqual(body.errors, {
    subject: [
      'is not a known field: a message has the texts of its template. Give values for them in message_attributes',
    ],
    to: ['is not a known field: give the recipient as external_user_id, with its address in notification_user'],
    cc: ['is not a known field: set it in the email of a channel of the template'],
  })
})

describe('attachments', () => {
  const refusedAs = async (attachment: object, field: string, sentence: RegExp) => {
    const { status, body } = await json(MESSAGES, { message: { ...TO, attachments: [{ ...PDF, ...attachment }] } })
    assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], body.error)
    assert.match(body.errors[field][0], sentence)
  }

  for (const filename of ['.', '..', ' .. ', 'a\u2028b.pdf', 'a\u2029b.pdf', '../a.pdf', 'a\\b.pdf'])
    test(`the name ${JSON.stringify(filename)} is refused`, () =>
      refusedAs({ filename }, 'attachments.0.filename', /name of one line without a path/))

  test('the bound of one file is told in bytes', () =>
    refusedAs(
      { content: 'A'.repeat(4 * 1024 * 1024 + 4) },
      'attachments.0.content',
      /maximum is 3145728 before base64/,
    ))

  test('bytes in a field that takes no file are told with the field that does', async () => {
    for (const bytes of ['text', Uint8Array.of(0xff, 0xfe, 0x00)]) {
      const form = multipart(inBrackets('message', TO))
      form.append('message[logo]', new File([bytes], 'a.png'))
      const { status, body } = await post(MESSAGES, form)
      const sentences = ['takes no file: files go into message[attachments][]']
      assert.deepEqual([status, body.errors], [422, { 'message[logo]': sentences }])
    }
  })
})

describe('a template with a fixed text that every create would refuse is not saved', () => {
  const cases: [text: object, field: string][] = [
    [{ email: { reply_to: 'Support <support@shop.example.com>' } }, 'email.reply_to'],
    [{ email: { cc: 'a@shop.example.com, b' } }, 'email.cc'],
    [{ email: { bcc: Array.from({ length: 11 }, (_, n) => `u${n}@a.test`).join(',') } }, 'email.cc'],
    [
      {
        email: {
          headers: [
            { name: 'X-Shop', value: '{{ shop }}' },
            { name: 'X-Town', value: 'Zürich' },
          ],
        },
      },
      'email.headers.1.value',
    ],
    [{ push: { badge: 'many' } }, 'push.badge'],
    [{ push: { url: 'javascript:alert(1)' } }, 'push.url'],
    [{ push: { ttl_seconds: 2_419_201 } }, 'push.ttl_seconds'],
    [{ push: { data: [{ name: 'a', value: 'x'.repeat(1_100) }] } }, 'push.data.0.value'],
    [{ url: 'shop.example.com/orders' }, 'url'],
  ]
  for (const [text, field] of cases)
    test(field, async () => {
      const { status, body } = await templateFields(`fixed ${field}`, text)
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [`channels.0.${field}`]], JSON.stringify(body))
      const inLocale = await client.call('POST', '/api/v1/message_templates', {
        message_template: {
          ...{ name: `local ${field}`, subject: 'x', body: 'x' },
          channels: [{ notification_channel_id: channel.id }],
          locales: [{ locale: 'de', channels: [{ notification_channel_id: channel.id, ...text }] }],
        },
      })
      assert.deepEqual(Object.keys(inLocale.body.errors ?? {}), [`locales.0.channels.0.${field}`])
    })

  test('one that depends on a name is', async () => {
    const { status } = await templateFields('open', { email: { reply_to: '{{ desk }}@shop.example.com', cc: ' ' } })
    assert.equal(status, 201)
  })
})
