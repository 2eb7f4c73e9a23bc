/** The judge of the fuzz run accepts correct responses and reports wrong ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJudge } from './judge.ts'
import type { FuzzResponse } from './run.ts'

const MESSAGE = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

const OPERATION = {
  method: 'POST',
  path: '/api/v1/messages',
  parameters: [],
  body: null,
  responses: new Map([
    [201, MESSAGE],
    [422, null],
  ]),
}

const REFUSAL = { error: 'Name is missing', code: 'invalid', docs_url: '/docs/errors#invalid', request_id: 'req_1' }

function responseOf(status: number, body: unknown): FuzzResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text }
}

function breachesOf(
  response: FuzzResponse | null | 'late',
  { bodyBytes = 2, method = 'POST', isOfOperation = true } = {},
): string[] {
  const judge = createJudge(['tidings_test_0123'])
  const request = { method, path: OPERATION.path, headers: {}, body: Buffer.alloc(bodyBytes), isOfOperation }
  judge.judge({ operation: OPERATION, ...request }, 'full', response)
  return judge.report([OPERATION]).breaches
}

for (const [name, response] of [
  ['a success of its schema', responseOf(201, { id: 1 })],
  ['a refusal that is documented', responseOf(422, REFUSAL)],
  ['a refusal that any request may get', responseOf(413, REFUSAL)],
  ['too much to do', responseOf(503, REFUSAL)],
] as const)
  test(`${name} passes`, () => assert.deepEqual(breachesOf(response), []))

for (const [name, response, breach] of [
  ['an error of the service', responseOf(500, REFUSAL), /: 500\n/],
  ['a bad gateway', responseOf(502, REFUSAL), /: 502\n/],
  ['a success of another schema', responseOf(201, { id: 'one' }), /201 is not of its schema/],
  ['a success without its field', responseOf(201, {}), /201 is not of its schema/],
  ['a status that is not documented', responseOf(409, REFUSAL), /409 is not documented/],
  ['a refusal of another shape', responseOf(422, { message: 'no' }), /without error, code, docs_url and request_id/],
  ['JSON that is broken', responseOf(422, '{"error"'), /is no JSON/],
  [
    'a stack',
    responseOf(422, { ...REFUSAL, error: 'Error: x\n    at run (file:///app/a.ts:1:2)' }),
    /tells of the inside/,
  ],
  [
    'a path of the source',
    responseOf(422, { ...REFUSAL, error: 'in server/src/programs/app.ts:12' }),
    /tells of the inside/,
  ],
  ['SQL', responseOf(422, { ...REFUSAL, error: 'select id from accounts where id = $1' }), /tells of the inside/],
  ['an error of the language', responseOf(400, { ...REFUSAL, error: "TypeError: reading 'a'" }), /tells of the inside/],
  [
    'the database',
    responseOf(503, { ...REFUSAL, error: 'connect ECONNREFUSED /tmp/.s.PGSQL.5432' }),
    /tells of the inside/,
  ],
  [
    'a word of the inside in a success',
    responseOf(201, { id: 1, name: 'tidings_test_0123' }),
    /tells tidings_test_0123/,
  ],
  ['no response', 'late', /no response within its time/],
  ['an end before the response', null, /cut off/],
] as const)
  test(`${name} is found`, () => {
    assert.match(breachesOf(response).join('\n'), breach)
  })

test('what is cut off while too much is sent passes, and another method than the operation’s need not be documented', () => {
  assert.deepEqual(breachesOf(null, { bodyBytes: 6_000_000 }), [])
  assert.deepEqual(breachesOf(responseOf(409, REFUSAL), { method: 'PROPFIND', isOfOperation: false }), [])
})
