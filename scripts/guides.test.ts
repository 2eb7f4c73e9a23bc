/** Every block of code of `docs/guides` runs, in the order of its page, against a real service, and does what the page says. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeFirstObjects } from '../server/src/bootstrap.ts'
import { createSystemClock } from '../server/src/clock.ts'
import { transaction } from '../server/src/db/transaction.ts'
import { ENGINES } from '../server/src/templates/parse.ts'
import { createCertificateAuthority } from '../server/test/certificates.ts'
import type { CertificateAuthority } from '../server/test/certificates.ts'
import { createTestDatabase } from '../server/test/database.ts'
import type { TestDatabase } from '../server/test/database.ts'
import { startReceiver } from '../server/test/receiver.ts'
import type { ReceivedRequest, Receiver, Reply } from '../server/test/receiver.ts'
import { startTestService } from '../server/test/service.ts'
import type { TestService } from '../server/test/service.ts'
import { freePort } from './demo-service.ts'
import { readMarkdown } from './markdown.ts'
import type { CodeBlock } from './markdown.ts'
import { mistakesOfBlocks, runPage, showsJson, showsText } from './run-page.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const GUIDES = join(ROOT, 'docs/guides')

/** What is set once, before any of the pages. */
const FIRST_PAGE = 'README'

/** As a reader has it who follows these pages; the programs of the clone come before those of the machine. */
const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter)

/** Any status of 400 and above is a failure of the command. */
const CURL_CONFIGURATION = 'fail-with-body\nsilent\nshow-error\n'

/** What the commands of the pages need beside Node. */
const PROGRAMS = ['bash', 'curl', 'jq']

const COMPILER_OPTIONS = {
  target: 'esnext',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

const PAGES = new Map(
  globSync('*.md', { cwd: GUIDES })
    .toSorted()
    .map((file) => [basename(file, '.md'), readMarkdown(readFileSync(join(GUIDES, file), 'utf8')).blocks]),
)

// Below the clone: programs find the packages that it has, and `npx` its commands.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const directory = mkdtempSync(join(ROOT, '.cache', 'guides-'))
after(() => rmSync(directory, { recursive: true, force: true }))

/** Anybody may go through it: the database of a service that root starts runs as another user. */
const temporary = mkdtempSync(join(tmpdir(), 'tidings-guides-'))
chmodSync(temporary, 0o755)
after(() => rmSync(temporary, { recursive: true, force: true }))

const fileOf = (page: string) => (block: CodeBlock) => join(directory, page, `line-${block.line}.${block.language}`)

for (const [page, blocks] of PAGES) {
  mkdirSync(join(directory, page))
  writeFileSync(join(directory, page, '.curlrc'), CURL_CONFIGURATION)
  for (const block of blocks.filter(({ language }) => language === 'ts' || language === 'js'))
    writeFileSync(fileOf(page)(block), `${block.text}\nexport {}\n`)
}

const lacking = PROGRAMS.filter((program) => spawnSync(program, ['--version']).status !== 0)

test('every block has a language that is run or compared, and marks that are known', () => {
  const mistakes = [...PAGES].flatMap(([page, blocks]) =>
    mistakesOfBlocks(blocks).map((mistake) => `${page}.md:${mistake}`),
  )
  assert.deepEqual(mistakes, [])
  assert.ok(PAGES.has(FIRST_PAGE))
})

test('the page of templates names every tag and filter', () => {
  const page = readFileSync(join(GUIDES, 'templates.md'), 'utf8')
  const { tags, filters } = ENGINES.html
  for (const [name, known] of Object.entries({ Tags: tags, Filters: filters })) {
    const [list = ''] = new RegExp(`^${name}: [^.]*\\.`, 'm').exec(page) ?? []
    const listed = [...list.matchAll(/`(\w+)`/g)].map(([, word]) => word!)
    const words = Object.keys(known).filter((word) => word !== '#')
    assert.deepEqual(listed.toSorted(), words.toSorted())
  }
})

test('every program is what tsc --strict takes', () => {
  writeFileSync(
    join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*/*.ts', '*/*.js'] }),
  )
  const checked = spawnSync('tsc', ['-p', directory], { encoding: 'utf8', env: { ...process.env, PATH } })
  assert.equal(checked.status, 0, checked.stdout)
})

describe('the guide', () => {
  let database: TestDatabase
  let authority: CertificateAuthority
  let service: TestService

  before(async () => {
    database = await createTestDatabase()
    authority = await createCertificateAuthority()
    service = await startTestService(database, {
      WEBHOOK_EXTRA_CA_FILE: authority.pemPath,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 7 }, () => '200ms').join(),
    })
  })
  after(async () => {
    await service.stop()
    await database.close()
    authority.close()
  })

  /** An account as a first start makes it, and the address at which the page's own receiver has its webhooks. */
  async function variablesOf(page: string): Promise<{ variables: Record<string, string>; receiver: Receiver }> {
    const client = await service.client()
    await transaction(database.pool, (tx) => makeFirstObjects(tx, createSystemClock(), client))
    const port = await freePort()
    const receiver = await startReceiver({ authority, respond: (request) => passOn(request, port) })
    const home = join(directory, page)
    const variables = {
      PATH,
      HOME: home,
      CURL_HOME: home,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      TIDINGS_URL: service.service.url!,
      TIDINGS_API_KEY: client.apiKey,
      PORT: String(port),
      WEBHOOK_URL: receiver.url,
    }
    return { variables, receiver }
  }

  for (const page of PAGES.keys())
    test(`${page} does what it says`, async (t) => {
      if (lacking.length > 0) return t.diagnostic(`NOT TESTED HERE: ${lacking.join(', ')} is not on this machine`)
      const { variables, receiver } = await variablesOf(page)
      const inside = join(directory, page)
      writeFileSync(join(inside, 'variables.sh'), '')
      try {
        for (const one of new Set([FIRST_PAGE, page])) {
          const mistake = await runPage(PAGES.get(one)!, { directory: inside, variables, fileOf: fileOf(one) })
          assert.equal(mistake, null, `docs/guides/${one}.md:${mistake}`)
        }
      } finally {
        await receiver.close()
      }
    })
})

/** As a proxy in front of the page's receiver does. */
async function passOn({ method, path, headers, body }: ReceivedRequest, port: number): Promise<Reply> {
  const given = Object.entries(headers).filter(([name]) => name.startsWith('x-service-') || name === 'content-type')
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: given.map(([name, value]) => [name, String(value)]),
      body,
    })
    return { status: answer.status, body: await answer.text() }
  } catch {
    return { status: 502 }
  }
}

describe('the run of a page', () => {
  const at = (text: string) => readMarkdown(text).blocks

  const inside = mkdtempSync(join(directory, 'made-'))

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
    const running = "```sh background\nbash -c 'echo $$ | tee pid; exec sleep 1000'\n```\n"
    assert.equal(await mistakeOf(`${running}\`\`\`sh\nkill -0 $(cat pid)\n\`\`\``), null)
    const pid = Number(readFileSync(join(inside, 'pid'), 'utf8'))
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

  test('compares all that is shown, and no more', () => {
    assert.ok(showsJson({ a: '...' }, { a: 1, b: 2 }) && showsJson([1, '...'], [1, 2, 3]))
    assert.ok(
      !showsJson({ a: 1 }, {}) && !showsJson([1], [1, 2]) && !showsJson([], {}) && !showsJson({ a: null }, null),
    )
    assert.ok(showsText('a\n...\nd', 'a \nb\nc\nd\n') && showsText('1.5', '1.5') && !showsText('1.5', '125'))
  })

  test('knows every block that it neither runs nor compares', () => {
    const mistakes = mistakesOfBlocks(
      at('```bash\n```\n```sh wendor\n```\n```\n```\n```json\n```\n```sh\n```\n```text\n```'),
    )
    assert.deepEqual(
      mistakes.map((mistake) => mistake.split(':')[0]),
      ['1', '3', '7'],
    )
  })
})
