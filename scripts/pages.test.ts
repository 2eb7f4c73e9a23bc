/**
 * Runs or checks every block of code of every page, in the order of its page, against a real service. The result must
 * match the page.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CLIENT_COMMANDS } from '../cli/src/commands.ts'
import { makeFirstObjects } from '../server/src/programs/bootstrap.ts'
import { OPERATOR_COMMANDS } from '../server/src/programs/cli/commands.ts'
import { createSystemClock } from '../server/src/platform/clock.ts'
import { transaction } from '../server/src/platform/db/transaction.ts'
import { ENGINES } from '../server/src/core/rendering/parse.ts'
import { createCertificateAuthority } from '../server/test/certificates.ts'
import type { CertificateAuthority } from '../server/test/certificates.ts'
import { createTestDatabase } from '../server/test/database.ts'
import type { TestDatabase } from '../server/test/database.ts'
import { startReceiver } from '../server/test/receiver.ts'
import type { ReceivedRequest, Receiver, Reply } from '../server/test/receiver.ts'
import { startTestService } from '../server/test/service.ts'
import type { TestService } from '../server/test/service.ts'
import { verify } from '../server/test/verify.ts'
import { INBOX, SDK } from './build.ts'
import { currentBuild } from './builds.ts'
import { freePort } from './free-port.ts'
import { readMarkdown } from './markdown.ts'
import type { CodeBlock } from './markdown.ts'
import { isRun, mistakesOfBlocks, mistakesOfCommands, savedNameOf } from './page-blocks.ts'
import { runPage } from './run-page.ts'
import { programOf } from '../server/test/process.ts'
import { compileErrors } from '../server/test/strict-compiler.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IGNORED = /(^|[\\/])(node_modules|\.cache|data|dist|coverage)([\\/]|$)/

/** The reader of any other page has read this one before, and its variables are set. */
const FIRST_PAGE = 'docs/guides/README.md'
/** It begins with nothing. */
const START_PAGE = 'README.md'

const COMMANDS = [...OPERATOR_COMMANDS, ...CLIENT_COMMANDS]

/** Runs a script as npm does, for a quarter of its processor time. `npm-start.test.ts` runs npm itself. */
const NPM = `#!/bin/sh
[ "$1 $2" = 'run -s' ] || exec env PATH="$PATH_OF_NPM" npm "$@"
export INIT_CWD="$PWD"
name=$3
shift 3
[ "$1" = -- ] && shift
exec sh -c "$(jq -er --arg name "$name" '.scripts[$name]' package.json) \\"\\$@\\"" "$name" "$@"
`

/** Any status of 400 and above is a failure of the command. */
const CURL_CONFIGURATION = 'fail-with-body\nsilent\nshow-error\n'

/** Programs that the commands of the pages need, apart from Node. */
const PROGRAMS = ['bash', 'curl', 'jq', 'openssl']

/** The libraries of the places where programs run, by the mark of the block. */
const LIBRARIES = {
  node: { lib: ['esnext'], types: ['node'] },
  browser: { lib: ['esnext', 'dom'], types: [] },
  worker: { lib: ['esnext', 'webworker'], types: [] },
}
type Place = keyof typeof LIBRARIES

const COMPILER_OPTIONS = {
  target: 'esnext',
  module: 'nodenext',
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
}

const SECRETS_KEYS = `pages:${Buffer.alloc(32, 9).toString('base64')}`

const PAGES = new Map(
  globSync('**/*.md', { cwd: ROOT, exclude: (path) => IGNORED.test(path) })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => [path, readMarkdown(readFileSync(join(ROOT, path), 'utf8')).blocks] as const)
    .filter(([, blocks]) => blocks.length > 0),
)

// Below the clone: programs find its packages, and `npx` its commands.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const directory = mkdtempSync(join(ROOT, '.cache', 'pages-'))
after(() => rmSync(directory, { recursive: true, force: true }))

/** The path of a reader of these pages: programs of the clone come before those of the machine. */
const PATH_OF_NPM = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const PATH = [join(directory, 'bin'), PATH_OF_NPM].join(delimiter)
mkdirSync(join(directory, 'bin'))
writeFileSync(join(directory, 'bin/npm'), NPM, { mode: 0o755 })

/** Open to all users: if root starts the service, the database runs as another user. */
const temporary = mkdtempSync(join(tmpdir(), 'tidings-pages-'))
chmodSync(temporary, 0o755)
after(() => rmSync(temporary, { recursive: true, force: true }))

// Programs get the packages as their users install them.
for (const [name, build] of Object.entries({ sdk: SDK, inbox: INBOX }))
  cpSync(join(currentBuild(build), 'package'), join(directory, 'node_modules/@tidings', name), { recursive: true })

/** The blocks of the first page that set the reader's variables. */
const BLOCKS_OF_VARIABLES = PAGES.get(FIRST_PAGE)!.filter(
  (block) => block.language === 'sh' && isRun(block) && block.text.includes('export '),
)

const placeOf = ({ marks }: CodeBlock): Place =>
  marks.includes('browser') ? 'browser' : marks.includes('worker') ? 'worker' : 'node'

const directoryOf = (page: string) => join(directory, page.replaceAll('/', '+').replace(/\.md$/, ''))

const fileOf = (page: string) => (block: CodeBlock) =>
  join(directoryOf(page), savedNameOf(block) ?? `${placeOf(block)}-line-${block.line}.${block.language}`)

const programs: Record<Place, string[]> = { node: [], browser: [], worker: [] }
interface Manifest {
  scripts: Record<string, string>
}

const { scripts: SCRIPTS } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

/** `npm run tidings` from a few files: the sources take ten times as much processor time. The help prints the file's name. */
const TIDINGS = join(directory, 'bin/tidings.js')
writeFileSync(
  TIDINGS,
  `process.chdir(process.env.INIT_CWD)\nawait import(${JSON.stringify(pathToFileURL(await programOf('cli')).href)})\n`,
)

/** The reader runs the scripts of the clone in the clone. npm would look for them beside the SDK above. */
const MANIFEST = JSON.stringify({
  type: 'module',
  scripts: Object.fromEntries(
    Object.entries({ ...SCRIPTS, tidings: `node ${JSON.stringify(TIDINGS)}` }).map(([name, script]) => [
      name,
      `cd ${JSON.stringify(ROOT)} && ${script}`,
    ]),
  ),
})

for (const [page, blocks] of PAGES) {
  mkdirSync(directoryOf(page))
  writeFileSync(join(directoryOf(page), 'package.json'), MANIFEST)
  writeFileSync(join(directoryOf(page), '.curlrc'), CURL_CONFIGURATION)
  for (const block of blocks.filter(({ language }) => language === 'ts' || language === 'js')) {
    writeFileSync(fileOf(page)(block), `${block.text}\nexport {}\n`)
    programs[placeOf(block)].push(fileOf(page)(block))
  }
}

const lacking = PROGRAMS.filter((program) => spawnSync('bash', ['-c', `command -v ${program}`]).status !== 0)

test('every block is run, compared or checked, and its commands exist', () => {
  const known = { scripts: Object.keys(SCRIPTS), commands: [...COMMANDS.map(({ words }) => words.join(' ')), 'help'] }
  const mistakes = [...PAGES].flatMap(([page, blocks]) =>
    [...mistakesOfBlocks(blocks), ...mistakesOfCommands(blocks, known)].map((mistake) => `${page}:${mistake}`),
  )
  assert.deepEqual(mistakes, [])
  assert.ok(PAGES.has(FIRST_PAGE) && PAGES.has(START_PAGE))
})

test('every webhook request has the length and the signature that it should have', () => {
  const requests = [...PAGES].flatMap(([page, blocks]) =>
    blocks.filter(({ language }) => language === 'http').map(({ text }) => ({ page, text })),
  )
  assert.ok(requests.length > 0)
  for (const { page, text } of requests) {
    const [head = '', shown = ''] = text.split('\n\n')
    // Pages break the one line of the body.
    const body = shown.replaceAll('\n', '')
    const headers = new Map(head.split('\n').map((line) => [line.split(': ')[0], line.split(': ')[1]]))
    const signature = headers.get('X-Service-Signature')!
    const [, time] = /^t=(\d+),/.exec(signature)!
    const [secret] = /whsec_\w{43}/.exec(readFileSync(join(ROOT, page), 'utf8'))!
    assert.ok(verify(body, signature, secret, { nowSeconds: Number(time) }), page)
    assert.equal(headers.get('Content-Length'), String(Buffer.byteLength(body)), page)
  }
})

test('the page of templates names every tag and filter', () => {
  const page = readFileSync(join(ROOT, 'docs/guides/templates.md'), 'utf8')
  const { tags, filters } = ENGINES.html
  for (const [name, known] of Object.entries({ Tags: tags, Filters: filters })) {
    const [list = ''] = new RegExp(`^${name}: [^.]*\\.`, 'm').exec(page) ?? []
    const listed = [...list.matchAll(/`(\w+)`/g)].map(([, word]) => word!)
    const words = Object.keys(known).filter((word) => word !== '#')
    assert.deepEqual(listed.toSorted(), words.toSorted())
  }
})

test('every program is what tsc --strict takes', () => {
  const compilations = Object.entries(programs).map(([place, files]) => {
    return [place, { compilerOptions: { ...COMPILER_OPTIONS, ...LIBRARIES[place as Place] }, files }] as const
  })
  assert.equal(compileErrors(directory, Object.fromEntries(compilations)), '')
})

describe('the page', () => {
  let database: TestDatabase
  /** Of an app of the reader. */
  let ownDatabase: TestDatabase
  let authority: CertificateAuthority
  let service: TestService

  before(async () => {
    database = await createTestDatabase()
    ownDatabase = await createTestDatabase()
    authority = await createCertificateAuthority()
    service = await startTestService(database, {
      SECRETS_KEYS,
      WEBHOOK_EXTRA_CA_FILE: authority.pemPath,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 7 }, () => '200ms').join(),
    })
  })
  after(async () => {
    await service.stop()
    await database.close()
    await ownDatabase.close()
    authority.close()
  })

  /** The variables that only some pages need. */
  function variablesFor(page: string): Record<string, string> {
    if (page === 'docs/operating.md') return { DATABASE_URL: database.url, SECRETS_KEYS }
    return page === 'docs/receiving-webhooks.md'
      ? { APP_DATABASE_URL: ownDatabase.url, TIDINGS_WEBHOOK_SECRET: 'whsec_pages' }
      : {}
  }

  /** An account as after a first start, and the address of the page's own receiver for its webhooks. */
  async function variablesOf(page: string): Promise<{ variables: Record<string, string>; receiver: Receiver }> {
    const client = await service.client()
    await transaction(database.pool, (tx) => makeFirstObjects(tx, createSystemClock(), client))
    const port = await freePort()
    const receiver = await startReceiver({ authority, respond: (request) => passOn(request, port) })
    const home = directoryOf(page)
    const variables = {
      PATH,
      PATH_OF_NPM,
      HOME: home,
      CURL_HOME: home,
      TMPDIR: temporary,
      LANG: 'C.UTF-8',
      // The commands of the pages compile the same files again and again.
      NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compile'),
      TIDINGS_URL: service.service.url!,
      TIDINGS_API_KEY: client.apiKey,
      PORT: String(port),
      WEBHOOK_URL: receiver.url,
      ...variablesFor(page),
    }
    return { variables, receiver }
  }

  for (const [page, blocks] of PAGES)
    test(`${page} does what it says`, async (t) => {
      if (lacking.length > 0) return t.diagnostic(`NOT TESTED HERE: ${lacking.join(', ')} is not on this machine`)
      if (!blocks.some(({ language }) => language === 'sh') && !blocks.some(isRun)) return
      const { variables, receiver } = await variablesOf(page)
      const inside = directoryOf(page)
      writeFileSync(join(inside, 'variables.sh'), '')
      try {
        const isFirst = page === START_PAGE || page === FIRST_PAGE || !blocks.some(isRun)
        const before = isFirst ? [] : BLOCKS_OF_VARIABLES
        const mistake = await runPage([...before, ...blocks], { directory: inside, variables, fileOf: fileOf(page) })
        assert.equal(mistake, null, `${page}:${mistake}`)
      } finally {
        await receiver.close()
      }
    })
})

/** Like a proxy in front of the page's receiver. */
async function passOn({ method, path, headers, body }: ReceivedRequest, port: number): Promise<Reply> {
  const given = Object.entries(headers).filter(([name]) => name.startsWith('x-service-') || name === 'content-type')
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: given.map(([name, value]) => [name, String(value)]),
      body,
    })
    return { status: response.status, body: await response.text() }
  } catch {
    return { status: 502 }
  }
}
