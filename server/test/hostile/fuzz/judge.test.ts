/** The judge of the fuzz run accepts correct responses and reports wrong ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJudge } from './judge.ts'
import type { FuzzAnswer } from './run.ts'

const MESSAGE = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

const OPERATION = {
  method: 'POST',
  path: '/api/v1/messages',
  parameters: [],
  body: null,
  answers: new Map([
    [201, MESSAGE],
    [422, null],
  ]),
}

const REFUSAL = { error: 'Name is missing', code: 'invalid', docs_url: '/docs/errors#invalid', request_id: 'req_1' }

function answerOf(status: number, body: unknown): FuzzAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text }
}

function breachesOf(
  answer: FuzzAnswer | null | 'late',
  { bodyBytes = 2, method = 'POST', isOfOperation = true } = {},
): string[] {
  const judge = createJudge(['tidings_test_0123'])
  const request = { method, path: OPERATION.path, headers: {}, body: Buffer.alloc(bodyBytes), isOfOperation }
  judge.judge({ operation: OPERATION, ...request }, 'full', answer)
  return judge.report([OPERATION]).breaches
}

for (const [name, answer] of [
  ['a success of its schema', answerOf(201, { id: 1 })],
  ['a refusal that is documented', answerOf(422, REFUSAL)],
  ['a refusal that any request may get', answerOf(413, REFUSAL)],
  ['too much to do', answerOf(503, REFUSAL)],
] as const)
  test(`${name} passes`, () => assert.deepEqual(breachesOf(answer), []))

for (const [name, answer, breach] of [
  ['an error of the service', answerOf(500, REFUSAL), /: 500\n/],
  ['a bad gateway', answerOf(502, REFUSAL), /: 502\n/],
  ['a success of another schema', answerOf(201, { id: 'one' }), /201 is not of its schema/],
  ['a success without its field', answerOf(201, {}), /201 is not of its schema/],
  ['a status that is not documented', answerOf(409, REFUSAL), /409 is not documented/],
  ['a refusal of another shape', answerOf(422, { message: 'no' }), /without error, code, docs_url and request_id/],
  ['JSON that is broken', answerOf(422, '{"error"'), /is no JSON/],
  [
    'a stack',
    answerOf(422, { ...REFUSAL, error: 'Error: x\n    at run (file:///app/a.ts:1:2)' }),
    /tells of the inside/,
  ],
  [
    'a path of the source',
    answerOf(422, { ...REFUSAL, error: 'in server/src/programs/app.ts:12' }),
    /tells of the inside/,
  ],
  ['SQL', answerOf(422, { ...REFUSAL, error: 'select id from accounts where id = $1' }), /tells of the inside/],
  ['an error of the language', answerOf(400, { ...REFUSAL, error: "TypeError: reading 'a'" }), /tells of the inside/],
  [
    'the database',
    answerOf(503, { ...REFUSAL, error: 'connect ECONNREFUSED /tmp/.s.PGSQL.5432' }),
    /tells of the inside/,
  ],
  ['a word of the inside in a success', answerOf(201, { id: 1, name: 'tidings_test_0123' }), /tells tidings_test_0123/],
  ['no answer', 'late', /no answer within its time/],
  ['an end before the answer', null, /cut off/],
] as const)
  test(`${name} is found`, () => {
    assert.match(breachesOf(answer).join('\n'), breach)
  })

test('what is cut off while too much is sent passes, and another method than the operation’s need not be documented', () => {
  assert.deepEqual(breachesOf(null, { bodyBytes: 6_000_000 }), [])
  assert.deepEqual(breachesOf(answerOf(409, REFUSAL), { method: 'PROPFIND', isOfOperation: false }), [])
})
