import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MUTANTS } from '../../scripts/mutants/list.ts'
import {
  commentsOf,
  countHardWords,
  hardWordsPerThousand,
  proseOf,
  readComments,
  readPages,
} from '../../scripts/plain-words.ts'
import { FACT_RANKS } from '../src/core/deliveries/status.ts'
import { CORE, FEATURES, FLOORS } from './house.ts'

/** Rules of STYLE.md and ARCHITECTURE.md that linters do not know. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = 'server/src/'

interface SourceFile {
  path: string
  lines: string[]
}

function read(...patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(path) })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n') }))
}

const isTest = (file: SourceFile) =>
  /\.(test|long|check)\.ts$/.test(file.path) || /^(server|cli|inbox)\/test\//.test(file.path)

const everything = read(
  '{server,sdk,cli,mcp,inbox,scripts}/**/*.ts',
  'dashboard/**/*.{js,ts,tsx}',
  'site/{*,.vitepress/**/*,api-reference/*,test/*}.{js,ts}',
)
const tests = everything.filter(isTest)
const server = everything.filter((file) => file.path.startsWith(SOURCE) && !isTest(file))

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line)

/** The matching lines of code, as `path:line: text`. */
function find(files: SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      !isComment(line) && pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    ),
  )
}

function outside(files: SourceFile[], home: RegExp): SourceFile[] {
  return files.filter((file) => !home.test(file.path))
}

function none(found: string[]): void {
  assert.deepEqual(found, [])
}

describe('words that have one home', () => {
  it('writes deliveries only where facts are recorded', () => {
    const others = outside(server, /^server\/src\/core\/deliveries\/advance[^/]*\.ts$/)
    none(find(others, /\b(update|insert into|merge into|delete from)\s+deliveries\b/i))
    none(find(others, /\bset\s+status\b/i))
  })

  it('reads the environment only in the configuration', () => {
    none(find(outside(server, /^server\/src\/platform\/config\/config\.ts$/), /\bprocess\.env\b/))
  })

  it('takes the time only from the clock', () => {
    const others = outside(server, /^server\/src\/platform\/clock\.ts$/)
    none(find(others, /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bprocess\.hrtime\b/))
  })

  it('gives a route no connections but the share of its caller', () => {
    // Signing in happens before there is a caller. The health check uses the service's own connection.
    const routes = outside(server, /\/(sign-in\/routes|health)\.ts$/).filter(({ path }) => path.endsWith('routes.ts'))
    none(
      find(
        routes,
        /\bpool\b[^(]*\} = (?!request\b)|(?<!request)\.pool\b|\bpool\b.*\}: (?!.*=>|RequestConnections)|'pool'/,
      ),
    )
  })

  it("returns each route's response, so that an idempotency key can store it before it is sent", () => {
    // Signing in has no account, so it has no idempotency keys.
    const routes = outside(server, /\/sign-in\/routes\.ts$/).filter(({ path }) => path.endsWith('routes.ts'))
    none(find(routes, /\.code\((?!204)[^)]*\)\.send\([^)]/))
  })

  it('takes chance only from node:crypto', () => {
    none(find(server, /\bMath\.random\b/))
  })

  it('writes to the console only in the programs', () => {
    none(find(outside(server, /^server\/src\/programs\/(cli|cli\/[^/]*|main)\.ts$/), /\bconsole\./))
  })

  it('leaves nothing for later', () => {
    const others = outside(everything, /\/tidy\.check\.ts$/)
    none(others.flatMap(({ path, lines }) => (/TODO|FIXME|XXX/.test(lines.join('\n')) ? [path] : [])))
  })

  it('waits in tests for events, never for time to pass', () => {
    none(
      find(
        outside(tests, /^server\/test\/pause\.ts$/),
        /\b(setTimeout|setInterval)\b.*timers\/promises|new Promise\(\(\w+\) => setTimeout\(/,
      ),
    )
  })
})

describe('sizes', () => {
  const LINES_MAX = 400
  it(`keeps every source file within ${LINES_MAX} lines`, () => {
    const written = everything.filter((file) => !isTest(file) && !file.lines[0]!.startsWith('// Printed by '))
    const long = written.filter((file) => file.lines.length - 1 > LINES_MAX)
    none(long.map((file) => `${file.path}: ${file.lines.length - 1}`))
  })
})

interface Import {
  from: string
  /** True for `import type`, which is erased before the code runs. */
  isType: boolean
  names: string
  specifier: string
}

function imports(file: SourceFile): Import[] {
  const text = file.lines.join('\n')
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm)
  const dynamic = text.matchAll(/\bimport\(\s*()()['"]([^'"]+)['"]\s*\)/g)
  return [...statements, ...dynamic].map(([, type, names = '', specifier]) => {
    return { from: file.path, isType: Boolean(type), names, specifier: specifier! }
  })
}

const serverImports = server
  .flatMap(imports)
  .filter((found) => found.specifier.startsWith('.'))
  .map(({ from, specifier }) => ({ from, to: posix.join(dirname(from), specifier) }))

describe('arrows', () => {
  const below = (path: string) => path.slice(SOURCE.length).split('/') as [floor: string, room: string]
  const stepOf = (room: string) => CORE.findIndex((step) => step.includes(room))

  function isAllowed({ from, to }: { from: string; to: string }): boolean {
    const [floor, room] = below(from)
    const [otherFloor, other] = below(to)
    if (floor !== otherFloor) return FLOORS.indexOf(otherFloor) < FLOORS.indexOf(floor)
    if (room === other || floor === 'platform' || floor === 'programs') return true
    if (floor === 'core') return stepOf(other) < stepOf(room)
    return FEATURES[room]?.includes(other) ?? false
  }

  it('has four floors, and a drawing of their rooms', () => {
    assert.deepEqual(readdirSync(join(ROOT, SOURCE)).toSorted(), FLOORS.toSorted())
    const rooms = new Set(
      server.map((file) => below(file.path)).flatMap(([floor, room]) => (/core|features/.test(floor) ? [room] : [])),
    )
    const [picture = ''] = /```[^]*?```/.exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')) ?? []
    none([...rooms].filter((room) => !new RegExp(`[ ]${room}\\b(?!-)`).test(picture)))
  })

  it('points down between floors and rooms', () => {
    const wrong = serverImports.filter((found) => !isAllowed(found))
    none(wrong.map(({ from, to }) => `${from.slice(SOURCE.length)} imports ${to.slice(SOURCE.length)}`))
  })

  it('lists only features that import each other', () => {
    const pairs = new Set(serverImports.map(({ from, to }) => `${below(from)[1]} imports ${below(to)[1]}`))
    const listed = Object.entries(FEATURES).flatMap(([room, others]) =>
      others.map((other) => `${room} imports ${other}`),
    )
    none(listed.filter((one) => !pairs.has(one)))
  })

  it('has no cycle between files', () => {
    const next = Map.groupBy(serverImports, ({ from }) => from)
    const finished = new Set<string>()
    const visit = (path: string, way: string[]): string[] => {
      if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' -> ')]
      if (finished.has(path)) return []
      const cycles = (next.get(path) ?? []).flatMap(({ to }) => visit(to, [...way, path]))
      finished.add(path)
      return cycles
    }
    none([...next.keys()].flatMap((path) => visit(path, [])))
  })

  it('opens connections only at the edges', () => {
    const homes: [specifiers: RegExp, home: RegExp][] = [
      [/^pg$/, /^server\/src\/platform\/db\//],
      [/^nodemailer$/, /^server\/src\/core\/providers\//],
      [/^smtp-server$/, /^server\/src\/features\/smtp\//],
      // Allowed nowhere: the HTTP client is our own.
      [/^(undici|node:https?)$/, /(?!)/],
      [/^node:http2$/, /^server\/src\/core\/providers\/http2-sessions\.ts$/],
      [/^node:(net|tls|dns)(\/.*)?$/, /^server\/src\/platform\/(outbound\/|db\/embedded)/],
    ]
    // Imports that make no connections.
    const pure = /^\{\s*((type )?(isIP|isIPv4|isIPv6|BlockList|getCACertificates|createSecureContext)\b,?\s*)+\}$/
    const wrong = server.flatMap(imports).filter(({ from, isType, names, specifier }) => {
      if (isType || pure.test(names)) return false
      return homes.some(([specifiers, home]) => specifiers.test(specifier) && !home.test(from))
    })
    none(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`))
  })
})

describe('documents', () => {
  it('names for every invariant a test that cites it', () => {
    const page = readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8')
    const numbers = [...page.matchAll(/^(\d+)\. /gm)].map((match) => Number(match[1]))
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
    const cited = new Set<number>()
    for (const file of tests) {
      if (file.path.endsWith('tidy.check.ts')) continue
      for (const [, list] of file.lines.join('\n').matchAll(/\bInvariants? (\d+(?:(?:, | and )\d+)*)/g))
        for (const number of list!.split(/, | and /)) cited.add(Number(number))
    }
    none(numbers.filter((number) => !cited.has(number)).map((number) => `no test cites "Invariant ${number}"`))
    none([...cited].filter((number) => !numbers.includes(number)).map((number) => `there is no invariant ${number}`))
  })

  it('explains every event of the log', () => {
    const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
    const code = server.map(({ lines }) => lines.join('\n')).join('\n')
    const events = [...code.matchAll(/\bevent: '(\w+\.?\w+)'/g)].map(([, event]) => event!)
    assert.ok(events.length > 20)
    none([...new Set(events)].filter((event) => !page.includes(`\`${event}\``)))
  })

  it('shows the ranks of facts as they are', () => {
    const page = readFileSync(join(ROOT, 'docs/delivery-states.md'), 'utf8')
    const rows = [...page.matchAll(/^\| (\w+) \| (\d+) \|/gm)].map(([, fact, rank]) => [fact, Number(rank)])
    assert.deepEqual(rows, Object.entries(FACT_RANKS))
  })
})

describe('the language', () => {
  const HARD_WORDS_PER_THOUSAND_MAX = { comments: 15, pages: 15 }
  for (const [texts, read] of [
    ['comments', readComments],
    ['pages', readPages],
  ] as const) {
    const limit = HARD_WORDS_PER_THOUSAND_MAX[texts]
    it(`has at most ${limit} indefinite and relative words per 1,000 in ${texts}`, () => {
      const rate = hardWordsPerThousand(read())
      assert.ok(rate <= limit, `${rate.toFixed(1)}: \`npx node scripts/plain-words.ts\` prints the count of each file`)
    })
  }

  it('counts relative pronouns and indefinite words, except in code, quotes and link targets', () => {
    const { words, found } = countHardWords(
      proseOf(
        'What is *the one* that `nobody` [knows](such.md)? It says that the row that came, which, one which.\n```\nwho\n```',
      ),
    )
    assert.deepEqual(found, ['what', 'one', 'that', 'that', 'which', 'one', 'which'])
    assert.equal(words, 17)
    const source =
      "/** Who\n * comes. */\nconst a = 'what // such' // so that\n  // whoever comes\n/* else */ const that = 1\n"
    assert.deepEqual(countHardWords(commentsOf(source, '//')).found, ['who', 'whoever', 'else'])
  })
})

describe('migrations', () => {
  it('do not change after a release', () => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
    const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*')
    const changed =
      release === '' ? '' : git('diff', '--name-only', '--diff-filter=MDR', release, '--', 'server/migrations')
    none(changed.split('\n').filter((path) => path !== ''))
  })
})

describe('mutants', () => {
  it('find the place they change exactly once', () => {
    const edits = MUTANTS.flatMap(({ name, edits: some }) => some.map((edit) => ({ name, ...edit })))
    const lost = edits.filter(({ file, find }) => readFileSync(join(ROOT, file), 'utf8').split(find).length !== 2)
    none(lost.map(({ name, file }) => `"${name}" in ${file}`))
  })
})
