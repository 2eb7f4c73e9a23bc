import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram } from './program.ts'

const HOSTILE = 'Ada\u001B[2J\u001B]52;c;eA==\u0007\u009B31m\u202Egnp\r\tend\n'

/** The output of a command whose result has this text. */
async function outputOf(text: string, argv: readonly string[], isFailed: boolean): Promise<string> {
  const command = {
    ...{ words: ['names'], positional: [], summary: 'Names', options: {} },
    run: async () =>
      isFailed ? { ok: false as const, sentence: text } : { ok: true as const, text, json: { name: text } },
  }
  const program = {
    ...{ name: 'names', version: '1', groups: [{ title: 'All', commands: [command] }] },
    sentenceOf: String,
  }
  let output = ''
  const [log, error] = [console.log, console.error]
  console.log = console.error = (line: string) => (output += line)
  try {
    await runProgram(program, argv, {})
  } finally {
    Object.assign(console, { log, error })
  }
  return output
}

test('no character of a result or an error controls the terminal, and JSON has the same value', async () => {
  const shown = 'Ada\\u001b[2J\\u001b]52;c;eA==\\u0007\\u009b31m\\u202egnp\\u000d\tend\n'
  assert.equal(await outputOf(HOSTILE, ['names'], false), shown)
  assert.equal(await outputOf(HOSTILE, ['names'], true), shown)
  const json = await outputOf(HOSTILE, ['names', '--json'], false)
  assert.doesNotMatch(json, /[\p{Cc}\u202E]/u)
  assert.deepEqual(JSON.parse(json), { name: HOSTILE })
})
