/** Hostile unknown fields and multipart forms: limited before parsing, and linear. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { ApiError } from '../../src/platform/errors.ts'
import { parseForm } from '../../src/platform/http/form-body.ts'
import { formOfMultipart } from '../../src/platform/http/multipart-body.ts'
import { validate } from '../../src/platform/http/validate.ts'
import { rootBody } from '../../src/platform/http/body-input.ts'
import { readBody } from '../../src/platform/http/body.ts'
import { MessageInput } from '../../src/core/messages/schemas.ts'
import { assertCostsNoMore, assertLinear } from './growth.ts'

const BOUNDARY = 'boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const END = `--${BOUNDARY}--\r\n`

function part(name: string, value: string, more = ''): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
}

async function read(body: string | Uint8Array, type = TYPE): Promise<string> {
  const form = await formOfMultipart(type, Buffer.from(body))
  return Buffer.isBuffer(form) ? form.toString() : `${form.status} ${form.message}`
}

describe('forms in parts', () => {
  const cases: [what: string, body: string | Uint8Array, read: string | RegExp][] = [
    ['the characters of the other kind of form', part('a[b]', '1&c=2+%26ä') + END, 'a%5Bb%5D=1%26c%3D2%2B%2526%C3%A4'],
    ['a name with them', part('a&b=c', '1') + END, 'a%26b%3Dc=1'],
    ['a value that looks like the end', part('a', '--bound--\r\n--') + END, 'a=--bound--%0D%0A--'],
    ['no parts', END, ''],
    ['text behind the end', `${part('a', '1')}${END}ignored`, 'a=1'],
    ['no end', part('a', '1'), /^400 .*not valid/],
    ['an end in the middle of a header', `--${BOUNDARY}\r\nContent-Disp`, /^400 .*not valid/],
    ['no boundary in it', 'message[external_user_id]=ada', /^400 .*not valid/],
    ['a part without headers', `--${BOUNDARY}\r\n\r\nx\r\n${END}`, /^400 .*not a text field/],
    [
      'a part without a name',
      `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`,
      /^400 .*not a text field/,
    ],
    [
      'an attachment',
      `--${BOUNDARY}\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n${END}`,
      /^400 .*not a text field/,
    ],
    [
      'a file',
      part('logo', 'x', '; filename="../../etc/passwd"') + END,
      '422 Logo takes no file: files go into message[attachments][]',
    ],
    ['a file beside fields', part('a', '1') + part('logo', 'x', '; filename=""') + END, /^422 Logo takes no file/],
    ['a file that does not end', part('a', 'x', '; filename="b"'), /^4\d\d /],
    ['a name of 1,024 bytes', part('a'.repeat(1024), '1') + END, `${'a'.repeat(1024)}=1`],
    ['a longer name', part('a'.repeat(1025), '1') + END, /^400 .*A field name of the form is longer than 1024 bytes/],
    ['a header of 8 KB behind its name', part('a', '1', `; x="${'y'.repeat(8192)}"`) + END, 'a=1'],
    [
      'a hundred headers',
      `--${BOUNDARY}\r\n${'X: 1\r\n'.repeat(100)}Content-Disposition: form-data; name=a\r\n\r\n1\r\n${END}`,
      /^400 /,
    ],
    ['2,000 parts', part('a[]', '1').repeat(2000) + END, 'a%5B%5D=1&'.repeat(2000).slice(0, -1)],
    ['one more', part('a[]', '1').repeat(2001) + END, /^400 .*more than 2000 parts/],
    ['100,000 beginnings of parts', `--${BOUNDARY}\r\n`.repeat(100_000), /^400 .*more than 2000 parts/],
    [
      'half a surrogate pair in UTF-16',
      part('a', '=\u0600A', '\r\nContent-Type: text/plain; charset=utf-16le') + END,
      'a=%EF%BF%BD%E4%86%80',
    ],
    ['bytes that are not UTF-8', Buffer.from(part('a', '\xff') + END, 'latin1'), '400 The form is not UTF-8'],
  ]
  for (const [what, body, expected] of cases)
    test(what, async () => {
      const found = await read(body)
      if (typeof expected === 'string') assert.equal(found, expected)
      else assert.match(found, expected)
    })

  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    `multipart/form-data; xboundary=${BOUNDARY}`,
  ])
    test(`no boundary: ${type.slice(0, 50)}`, async () => {
      assert.match(await read(part('a', '1') + END, type), /^400 The form has no boundary/)
    })

  test('any bytes of a form cut off anywhere are read or refused', async () => {
    const whole = part('a', '1') + part('b', 'x', '; filename="f"') + END
    for (let length = 0; length <= whole.length; length++)
      assert.equal(typeof (await read(whole.slice(0, length))), 'string')
  })

  test('it becomes a form with the same names and values', async () => {
    const found = parseForm(Buffer.from(await read(part('a[b][]', '1&2=%') + part('__proto__[x]', 'ä') + END)))
    assert.ok(found.ok)
    assert.equal(JSON.stringify(found.value), '{"a":{"b":["1&2=%"]},"__proto__":{"x":"ä"}}')
  })

  test('a NUL character is refused as in the other kind', async () => {
    assert.equal(parseForm(Buffer.from(await read(part('a', '\0') + END))).ok, false)
  })

  test('its cost hardly depends on its characters', async () => {
    const [dear, cheap] = ['%&+=', 'text'].map((text) => Buffer.from(part('a', text.repeat(250_000)) + END))
    await assertCostsNoMore(8, dear!, cheap!, (body) => formOfMultipart(TYPE, body))
  })

  test('its cost is linear', async () => {
    await assertLinear(
      2000,
      (parts) => Buffer.from(part('a[]', 'x').repeat(parts) + END),
      (body) => formOfMultipart(TYPE, body),
    )
    await assertLinear(
      400_000,
      (times) => Buffer.from(part('a', `\r\n--bound`.repeat(times)) + END),
      (body) => formOfMultipart(TYPE, body),
    )
  })
})

test('spaces of a form cost little more than letters, as they are and as pluses', async () => {
  for (const space of ['+', '%20'])
    await assertCostsNoMore(
      8,
      Buffer.from(`a=${space.repeat(250_000)}`),
      Buffer.from(`a=${'x'.repeat(250_000)}`),
      parseForm,
    )
})

describe('unknown fields', () => {
  const names = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`.padStart(length, 'message_attributes_'), 1]))

  test('of however many three are named', () => {
    const checked = validate(MessageInput, names(50_000, 30), 'json')
    assert.ok(!checked.ok)
    assert.equal(Object.keys(checked.errors).filter((name) => name.includes('message_attributes_')).length, 3)
    const nested = { message_attributes_attributes: Array.from({ length: 100 }, () => names(500, 20)) }
    const inside = validate(MessageInput, nested, 'json')
    assert.ok(!inside.ok && inside.code === 'unknown_field')
  })

  test('their cost is linear, inside and beside the root', async () => {
    // Objects of more fields do not fit into the caches of a shared processor.
    await assertLinear(
      20_000,
      (count) => names(count, 20),
      (fields) => validate(MessageInput, fields, 'json'),
    )
    const body = rootBody('message', MessageInput)
    await assertLinear(
      900,
      (count) => Buffer.from(JSON.stringify({ message: {}, ...names(count, 20) })),
      (bytes) =>
        assert.throws(() => readBody({ body: bytes, headers: { 'content-type': 'application/json' } }, body), ApiError),
    )
    await assertLinear(
      1_000_000,
      (length) => ({ ['x'.repeat(length)]: 1 }),
      (fields) => validate(MessageInput, fields, 'json'),
    )
  })

  test('a long name is shown by its beginning', () => {
    const body = rootBody('message', MessageInput)
    const bytes = Buffer.from(JSON.stringify({ message: { [`send_at${'x'.repeat(100_000)}`]: 1 } }))
    const request = { body: bytes, headers: { 'content-type': 'application/json' } }
    assert.throws(
      () => readBody(request, body),
      ({ errors, message }: ApiError) => Object.keys(errors!)[0]!.length < 120 && message.length < 500,
    )
  })
})

test('of a list that has more items than it may have, no more are read', () => {
  let reads = 0
  const item = {
    get external_user_id() {
      reads += 1
      return 'ada'
    },
  }
  const schema = Type.Object({ list: Type.Array(Type.Object({ external_user_id: Type.String() }), { maxItems: 10 }) })
  const items = Array.from({ length: 100_000 }, () => item)
  for (const list of [items, Object.fromEntries(items.entries())])
    for (const notation of ['json', 'form'] as const) {
      reads = 0
      const result = validate(schema, { list }, notation)
      assert.deepEqual(result, { ok: false, errors: { list: ['is too long (maximum is 10 items)'] }, code: 'invalid' })
      assert.ok(reads <= 100, `${reads} reads`)
    }
})

test('a body has a bounded number of fields beside its root key', () => {
  const beside = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1]))
  const body = Buffer.from(JSON.stringify({ message: {}, ...beside }))
  const request = { body, headers: { 'content-type': 'application/json' } }
  assert.throws(() => readBody(request, rootBody('message', MessageInput)), { code: 'malformed_body' })
})
