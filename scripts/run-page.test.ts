/** The runner of pages itself: pages made for these tests fail where they should. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readMarkdown } from './markdown.ts'
import type { CodeBlock } from './markdown.ts'
import { until } from '../server/test/service.ts'
import { mistakesOfBlocks, mistakesOfCommands, showsJson, showsText } from './page-blocks.ts'
import { runPage } from './run-page.ts'

const PROGRAMS = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
const PATH = [PROGRAMS, process.env['PATH']].join(delimiter)

describe('the run of a page', () => {
  const at = (text: string) => readMarkdown(text).blocks

  const inside = mkdtempSync(join(tmpdir(), 'tidings-page-'))
  after(() => rmSync(inside, { recursive: true, force: true }))

  async function mistakeOf(text: string): Promise<string | null> {
    writeFileSync(join(inside, 'variables.sh'), '')
    const file = (block: CodeBlock) => join(inside, `${block.line}.ts`)
    for (const block of at(text)) if (block.language === 'ts') writeFileSync(file(block), block.text)
    return runPage(at(text), { directory: inside, variables: { PATH }, fileOf: file })
  }

  test('fails where a block fails, and nowhere else', async () => {
    assert.equal(await mistakeOf('```sh\nA=1\nexport B="x\ny"\n```\n```sh\n[ "$A$B" = "1x\ny" ]\n```'), null)
    const program = '```ts\nif (process.env["A"] !== undefined || process.env["B"] !== "2") throw new Error()\n```'
    assert.equal(await mistakeOf(`\`\`\`sh\nA=1\nexport B=2\n\`\`\`\n${program}`), null)
    assert.match((await mistakeOf('```sh\ntrue\n```\n\n```sh\nfalse | true\n```'))!, /^5: it failed/)
    assert.match((await mistakeOf('```ts\nthrow new Error("no")\n```'))!, /^1: it failed:[^]*no/)
    assert.equal(await mistakeOf('```sh fails\nfalse\n```\n```sh vendor\nfalse\n```'), null)
    assert.match((await mistakeOf('```sh fails\ntrue\n```'))!, /^1: it did not fail/)
    assert.match((await mistakeOf('```sh vendor\nif\n```'))!, /^1: it failed/)
  })

  test('fails where something else is printed than the page shows', async () => {
    const page = '```sh\necho \'{"a": [1, {"b": 2, "c": 3}]}\'\n```\n'
    assert.equal(await mistakeOf(`${page}\`\`\`json\n{"a": [1, {"b": "..."}]}\n\`\`\``), null)
    assert.match((await mistakeOf(`${page}\`\`\`json\n{"a": [1, {"b": 3}]}\n\`\`\``))!, /^4: the block of line 1/)
    assert.match((await mistakeOf(`${page}\`\`\`text\n1\n\`\`\``))!, /^4: /)
  })

  test('lets a block run on, and ends it with the page', async () => {
    assert.match((await mistakeOf('```sh background\nfalse\n```'))!, /^1: it did not run on/)
    const running = "```sh background\nbash -c 'echo $$ > pid; echo ready; exec sleep 1000'\n```\n"
    assert.equal(await mistakeOf(`${running}\`\`\`sh\nkill -0 $(cat pid)\n\`\`\``), null)
    const pid = Number(readFileSync(join(inside, 'pid'), 'utf8'))
    // A process that has ended keeps its id, in state Z, until its parent has read its exit code.
    const stateOf = () =>
      Promise.resolve(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout)
    await until(stateOf, (state) => state.trim() === '' || state.startsWith('Z'))
  })

  test('compares all that is shown, and no more', () => {
    assert.ok(showsJson({ a: '...' }, { a: 1, b: 2 }) && showsJson([1, '...'], [1, 2, 3]))
    assert.ok(
      !showsJson({ a: 1 }, {}) && !showsJson([1], [1, 2]) && !showsJson([], {}) && !showsJson({ a: null }, null),
    )
    assert.ok(showsText('a\n...\nd', 'a \nb\nc\nd\n') && showsText('1.5', '1.5') && !showsText('1.5', '125'))
  })

  test('waits for lines of programs in the background, and for the end of these', async () => {
    const running = '```sh background\nA=1\n(sleep 0.1; echo "first 1"; echo second; exec sleep 1000) &\n```\n'
    assert.equal(await mistakeOf(`${running}\`\`\`text background\nsecond\nfirst ...\n\`\`\``), null)
  })

  test('runs no block whose mark says so', async () => {
    for (const mark of ['vendor', 'server', 'npm'])
      assert.equal(await mistakeOf(`\`\`\`sh ${mark}\nfalse\n\`\`\``), null)
    assert.equal(await mistakeOf('```sh values\nexport PATH=none\n```\n```sh\ntrue\n```'), null)
    assert.match((await mistakeOf('```sh values\nexport KEY=1\n```'))!, /^1: the test has no value for KEY/)
    assert.equal(await mistakeOf('```ts file=a.ts\nthrow new Error()\n```\n```ts worker\nthrow new Error()\n```'), null)
  })

  test('knows every block that nothing runs, compares or checks', () => {
    const page = ['bash', 'sh wendor', '', 'json', 'sh', 'text', 'json', 'sh vendor', 'text', 'yaml', 'yaml example']
    const lines = page.map((info) => `\`\`\`${info}\n\`\`\``).join('\n')
    const mistakes = mistakesOfBlocks(at(lines)).map((mistake) => Number(mistake.split(':')[0]))
    assert.deepEqual(mistakes, [1, 3, 5, 7, 13, 17, 19])
    assert.equal(mistakesOfBlocks(at('```json example\n{"a": }\n```')).length, 1)
    assert.deepEqual(mistakesOfBlocks(at('```json example\n{}\n```\n```text picture\n-->\n```')), [])
  })

  test('knows every command that does not exist', () => {
    const known = { scripts: ['start', 'demo', 'tidings'], commands: ['listen', 'accounts create'] }
    const mistakesOf = (text: string) => mistakesOfCommands(at(text), known).length
    assert.equal(mistakesOf('```sh npm\nnpm ci\nnpm start\nnpm run demo -- --a b # c\n```'), 0)
    assert.equal(mistakesOf('```sh npm\nnpm ci && rm -r data\n```'), 1)
    assert.equal(mistakesOf('```sh vendor\nnpm test\nnpm run demos\nnpm run tidings -- listen --forward a\n```'), 2)
    assert.equal(
      mistakesOf('```sh\nnpm run tidings -- accounts create "A b"\nnpm run tidings -- accounts make\n```'),
      1,
    )
  })
})
