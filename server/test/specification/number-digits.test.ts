/** Numbers in attributes keep their digits as written in every response. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages } from '../service.ts'
import { sharedService } from '../shared-service.ts'

const DIGITS = [
  '12345678901234567890',
  '-9007199254740993',
  '1.10',
  '10.0',
  '-0.0',
  '1e5',
  '1E-7',
  '0.30000000000000001',
  '7',
]
const BODY = DIGITS.map((_, index) => `{{ n${index} }}`).join(' ')

const running = await sharedService()
const client = await running.client()
await prepareMessages(client)

describe('digits of numbers in attributes', () => {
  /** The response's text, because a parser would change digits. */
  async function raw(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${running.service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, text: await response.text() }
  }

  async function template(name: string, body: string) {
    const message_template = { name, subject: 'S', body, body_format: 'text' }
    const made = await client.call('POST', '/api/v1/message_templates', { message_template })
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }

  const attributes = DIGITS.map((digits, index) => `{"name":"n${index}","value":${digits}}`).join(',')
  const message = (name: string, more = attributes) =>
    `{"external_user_id":"ada","message_template_name":"${name}","message_attributes_attributes":[${more}]}`
  const valuesIn = (text: string) => [...text.matchAll(/"value":([^,}]+)\}/g)].map(([, value]) => value)

  test('of a message: created, shown, listed, rendered, previewed, in a batch', async () => {
    await template('digits', BODY)
    const rendered = `"rendered_body":"${DIGITS.join(' ')}"`
    const created = await raw('POST', '/api/v1/messages', `{"message":${message('digits')}}`)
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(valuesIn(created.text), DIGITS)
    assert.ok(created.text.includes(rendered), created.text)
    const { id } = JSON.parse(created.text).message
    const shown = await raw('GET', `/api/v1/messages/${id}`)
    assert.equal(shown.text, created.text)
    assert.deepEqual(valuesIn((await raw('GET', '/api/v1/messages?limit=1')).text), DIGITS)
    const preview = await raw('POST', '/api/v1/messages/preview', `{"message":${message('digits')}}`)
    assert.ok(preview.text.includes(DIGITS.join(' ')), preview.text)
    for (const headers of [{}, { 'idempotency-key': 'digits' }, { 'idempotency-key': 'digits' }] as Record<
      string,
      string
    >[]) {
      const body = `{"messages":[${message('digits')},${message('digits')}]}`
      const batch = await raw('POST', '/api/v1/messages/batch', body, headers)
      assert.equal(batch.status, 200)
      assert.deepEqual(valuesIn(batch.text), [...DIGITS, ...DIGITS])
      assert.equal(batch.text.split(rendered).length, 3)
    }
  })

  test('of a form, where all is text', async () => {
    await template('form digits', BODY)
    const fields = new URLSearchParams({
      'message[external_user_id]': 'ada',
      'message[message_template_name]': 'form digits',
    })
    for (const [index, digits] of DIGITS.entries()) {
      fields.append('message[message_attributes_attributes][][name]', `n${index}`)
      fields.append('message[message_attributes_attributes][][value]', digits)
    }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const created = await raw('POST', '/api/v1/messages', String(fields), type)
    assert.equal(created.status, 201, created.text)
    assert.deepEqual(
      valuesIn(created.text),
      DIGITS.map((digits) => `"${digits}"`),
    )
    assert.ok(created.text.includes(`"rendered_body":"${DIGITS.join(' ')}"`), created.text)
  })

  test('of a recipient, alone and with a message, in lists and objects', async () => {
    await template('recipient digits', '{{ user.account }} {{ user.prices | join: "/" }} {{ user.nested.deep }}')
    const nested = '{"account":12345678901234567890,"prices":[1.10,2.0],"nested":{"deep":7.50}}'
    const made = await raw(
      'PUT',
      '/api/v1/notification_users/by_external_id/digits',
      `{"notification_user":{"attributes":${nested}}}`,
    )
    assert.ok(made.status < 300, made.text)
    for (const digits of ['12345678901234567890', '1.10', '2.0', '7.50'])
      assert.ok(made.text.includes(digits), made.text)
    const of = (more: string) =>
      `{"message":{"external_user_id":"digits","message_template_name":"recipient digits"${more}}}`
    for (const more of ['', `,"notification_user":{"attributes":${nested}}`]) {
      const created = await raw('POST', '/api/v1/messages', of(more))
      assert.match(created.text, /"rendered_body":"12345678901234567890 1\.10\/2\.0 7\.50"/)
    }
  })

  test('of a recipient: created, shown, listed, changed', async () => {
    const users = '/api/v1/notification_users'
    const made = await raw('POST', users, '{"notification_user":{"attributes":{"price":1.10}}}')
    const { id } = JSON.parse(made.text).notification_user
    const responses = [
      made,
      await raw('GET', `${users}/${id}`),
      await raw('GET', `${users}?limit=1`),
      await raw('PATCH', `${users}/${id}`, '{"notification_user":{"first_name":"Ada"}}'),
    ]
    for (const { text } of responses) assert.ok(text.includes('"attributes":{"price":1.10}'), text)
  })

  test('templates calculate with them as with other numbers', async () => {
    const body = [
      '{{ a | times: 2 }}',
      '{% if a == 1.1 %}same{% endif %}',
      '{% if a < b %}less{% endif %}',
      '{% if b > 9 and b >= 10 and a <= 1.1 %}more{% endif %}',
      '{% case b %}{% when 10 %}ten{% endcase %}',
      '{{ list | sort | join: "," }}',
      '{{ list | uniq | size }}',
      '{{ list | sum }}',
      '{{ list | json }}',
      '{{ object }}',
      '{{ time | date: "%Y" }}',
      '{{ list[one] }}',
      '{{ a | append: "!" }}',
      '{{ a | default: 3 }}',
      '{{ a.source }}{{ a.size }}',
      '{% for item in a %}item{% endfor %}',
    ].join(';')
    const expected =
      '2.2;same;less;more;ten;1.0,1.0,9.50,10.50;3;22;[10.50,9.50,1.0,1.0];{\\"c\\":1.10};2023;9.50;1.10!;1.10;;'
    await template('sums', body)
    const values = {
      a: '1.10',
      b: '10.0',
      list: '[10.50,9.50,1.0,1.0]',
      object: '{"c":1.10}',
      time: '1700000000.0',
      one: '1.0',
    }
    const given = Object.entries(values).map(([name, value]) => `{"name":"${name}","value":${value}}`)
    const created = await raw('POST', '/api/v1/messages', `{"message":${message('sums', given.join(','))}}`)
    assert.ok(created.text.includes(`"rendered_body":"${expected}"`), created.text)
    const preview = await raw('POST', '/api/v1/messages/preview', `{"message":${message('sums', given.join(','))}}`)
    assert.ok(preview.text.includes(expected), preview.text)
  })

  test('a change of the digits alone is stored, and a number that the database would write out is refused', async () => {
    const put = (price: string) =>
      raw(
        'PUT',
        '/api/v1/notification_users/by_external_id/prices',
        `{"notification_user":{"attributes":{"price":${price}}}}`,
      )
    for (const price of ['1.1', '1.10']) {
      const response = await put(price)
      assert.ok(response.text.includes(`"price":${price}}`), response.text)
    }
    for (const price of ['1e-16000', '0e-20000']) assert.equal((await put(price)).status, 400)
  })

  test('where no JSON of any kind may stand they are numbers, or no numbers', async () => {
    const { id } = (await client.call('GET', '/api/v1/notification_users?external_user_id=ada')).body
      .notification_users[0]
    const by = (field: string) =>
      raw('POST', '/api/v1/messages', `{"message":{"message_template_name":"digits",${field}}}`)
    assert.equal((await by(`"notification_user_id":${id}.0`)).status, 201)
    assert.match((await by('"notification_user_id":12345678901234567890')).text, /must be less than or equal to/)
    assert.match((await by('"notification_user_id":1.50')).text, /must be an integer/)
    assert.match((await by('"external_user_id":1.50')).text, /must be a string/)
    for (const body of ['{"message":1.0}', '{"messages":[1.0]}']) {
      const response = await raw(
        'POST',
        body.includes('messages') ? '/api/v1/messages/batch' : '/api/v1/messages',
        body,
      )
      assert.match(response.text, /"message":\["must be an object"\]/)
    }
    for (const value of ['1e400', 'NaN', 'Infinity']) {
      const refused = await by(
        `"external_user_id":"ada","message_attributes_attributes":[{"name":"n","value":${value}}]`,
      )
      assert.equal(refused.status, 400, refused.text)
    }
  })
})
