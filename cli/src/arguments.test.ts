import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments } from './arguments.ts'
import { CLIENT_COMMANDS } from './commands.ts'
import { commandHelp, programHelp } from './help.ts'

const parse = (line: string) => parseArguments(CLIENT_COMMANDS, line === '' ? [] : line.split(' '))

test('a command has its arguments and options', () => {
  const call = parse('send receipt ada order.id=7=8 --email=a@b.c --json --profile staging')
  assert.ok(call.kind === 'run')
  assert.deepEqual(call.positional, ['receipt', 'ada', 'order.id=7=8'])
  assert.deepEqual([call.options, call.json], [{ email: 'a@b.c', profile: 'staging' }, true])
})

test('help is about everything, a group or one command', () => {
  for (const line of ['', 'help', '--help', '-h', '--help --json'])
    assert.deepEqual(parse(line), { kind: 'help', command: null, group: null }, line)
  for (const line of ['help webhooks', 'webhooks --help'])
    assert.deepEqual(parse(line), { kind: 'help', command: null, group: 'webhooks' }, line)
  for (const line of ['help listen', 'listen --help', 'listen --forward x -h']) {
    const call = parse(line)
    assert.ok(call.kind === 'help', line)
    assert.equal(call.command?.words[0], 'listen')
  }
  assert.equal(parse('--version').kind, 'version')
})

test('mistakes suggest the right name', () => {
  const cases: [string, RegExp][] = [
    ['sned a b', /did you mean send\?/],
    ['webhook verify x', /did you mean webhooks verify\?/],
    ['frobnicate', /^frobnicate is not a command$/],
    ['frobnicate --help', /^frobnicate is not a command$/],
    ['webhooks', /needs one of: webhooks verify/],
    ['send receipt', /needs EXTERNAL_USER_ID/],
    ['listen A', /unexpected argument "A": put/],
    ['send a b --reference x --reference y', /^--reference is given twice$/],
    ['listen --key-stdin=yes', /--key-stdin takes no value/],
    ['listen --forwrad x', /did you mean --forward\?/],
    ['listen -f x', /^-f is not an option of listen/],
    ['listen --forward', /--forward needs a value \(URL\)/],
    ['listen --forward --json', /--forward needs a value \(URL\)/],
    ['listen --forward=', /--forward needs a value \(URL\)/],
    ['listen --constructor x', /--constructor is not an option/],
    ['--json', /is not a command/],
  ]
  for (const [line, sentence] of cases) {
    const call = parse(line)
    assert.ok(call.kind === 'mistake', line)
    assert.match(call.sentence, sentence)
  }
  const secret = parse('send receipt ada --key hunter2')
  assert.ok(secret.kind === 'mistake' && /set TIDINGS_API_KEY instead/.test(secret.sentence))
  assert.ok(!secret.sentence.includes('hunter2'))
})

test('every help fits into 80 columns', () => {
  const groups = [{ title: 'Commands', commands: CLIENT_COMMANDS }]
  const texts = [programHelp('tidings', groups, null), ...CLIENT_COMMANDS.map((one) => commandHelp('tidings', one))]
  for (const line of texts.join('\n').split('\n')) assert.ok(line.length <= 80, line)
  for (const { words } of CLIENT_COMMANDS) assert.match(texts[0]!, new RegExp(`^  ${words.join(' ')} `, 'm'))
})
