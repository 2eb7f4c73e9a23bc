/**
 * `npm run measure:engine` counts the files and functions of the server that run for one message, and describes their
 * structure. A message is created, sent by the sandbox and reported on, and its three events are POSTed. Code that an
 * idle service runs does not count. The counts come from V8. With `-- --list` it prints the files with their functions
 * too. With `-- --check` it exits with code 1 if a ceiling is exceeded. CPU per webhook and create: `npm run check:speed`.
 */
import { globSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import type { Profiler } from 'node:inspector'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../server/test/database.ts'
import { startReceiver } from '../server/test/receiver.ts'
import { prepareMessages, startTestService, until } from '../server/test/service.ts'

const SOURCE = new URL('../server/src/', import.meta.url)
/** Every task of the service has run by then, ms. */
const IDLE_MS = 5_000
/** The work after a message has ended by then, ms. */
const SETTLED_MS = 1_000
const EVENTS_OF_MESSAGE = 3
/** Its task counts a message in the two seconds after its end. */
const COUNTING = 'features/outcomes/counting.ts'
/** What runs for only some of these messages was a task, or the machine was busy. */
const MESSAGES = 5
/** If a ceiling is exceeded, the idle service is looked at as often again. */
const IDLE_WINDOWS = 4
/** A change that raises one of them lowers another. */
const CEILINGS = { files: 70, coreFiles: 40, functions: 280, lines: 10_500 }

interface Ran {
  file: string
  name: string
}

const keyOf = ({ file, name }: Ran) => `${file} ${name}`

/** The named functions of the server that have run since coverage was last taken, by file and place. */
function ranIn(scripts: readonly Profiler.ScriptCoverage[]): Map<string, Ran> {
  const found = new Map<string, Ran>()
  for (const { url, functions } of scripts) {
    if (!url.startsWith(SOURCE.href)) continue
    const file = url.slice(SOURCE.href.length)
    for (const { functionName, ranges } of functions) {
      const [range] = ranges
      if (functionName === '' || range === undefined || range.count === 0) continue
      const ran = { file, name: `${functionName} at ${range.startOffset}` }
      found.set(keyOf(ran), ran)
    }
  }
  return found
}

/** Whether a function is one of the earlier ones. True if there are none yet. */
function inAll(earlier: readonly Ran[] | null): (ran: Ran) => boolean {
  const keys = earlier === null ? null : new Set(earlier.map(keyOf))
  return (ran) => keys === null || keys.has(keyOf(ran))
}

/** The functions that each message runs and an idle service does not. */
async function runForOneMessage(): Promise<Ran[]> {
  const database = await createTestDatabase()
  const receiver = await startReceiver()
  const service = await startTestService(database, { WEBHOOK_EXTRA_CA_FILE: receiver.caPath })
  const session = new Session()
  session.connect()
  try {
    const client = await service.client()
    await prepareMessages(client)
    const endpoint = { webhook_endpoint: { url: receiver.url } }
    await client.call('POST', '/api/v1/webhook_endpoints', endpoint)
    const send = async () => {
      const before = receiver.requests.length
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      // Sent directly: the test client checks responses against the document with functions of the server.
      const headers = { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ message })
      await fetch(`${service.service.url}/api/v1/messages`, { method: 'POST', headers, body })
      await receiver.waitFor(() => receiver.requests.length >= before + EVENTS_OF_MESSAGE)
      const left = 'select count(*)::int as events from webhook_queue'
      const read = async () => (await database.pool.query<{ events: number }>({ text: left })).rows[0]!.events
      await until(read, (events) => events === 0)
    }
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const takeRan = async () => ranIn((await session.post('Profiler.takePreciseCoverage')).result)
    const idle = new Map<string, Ran>()
    // The first message also makes objects that are made only at their first use. A task counts its outcome, most often in
    // the idle time. If it was earlier, another message is sent.
    while (!idle.values().some(({ file }) => file === COUNTING)) {
      await send()
      await delay(SETTLED_MS)
      await takeRan()
      await delay(IDLE_MS)
      for (const [key, one] of await takeRan()) idle.set(key, one)
    }
    let ran: Ran[] | null = null
    for (let message = 1; message <= MESSAGES; message++) {
      await send()
      await delay(SETTLED_MS)
      const busy = await takeRan()
      ran = [...busy].flatMap(([key, one]) => (idle.has(key) ? [] : [one])).filter(inAll(ran))
    }
    // On a busy machine, a task of the idle service may have run in none of these times.
    for (let window = 1; window <= IDLE_WINDOWS && exceeded(countsOf(ran!)).length > 0; window++) {
      await delay(IDLE_MS)
      for (const [key, one] of await takeRan()) idle.set(key, one)
      ran = ran!.filter((one) => !idle.has(keyOf(one)))
    }
    return ran!
  } finally {
    session.disconnect()
    await service.stop()
    await receiver.close()
    await database.close()
  }
}

/** The source files of the server without its tests. */
function serverFiles(): { path: string; lines: string[] }[] {
  return globSync('**/*.ts', { cwd: fileURLToPath(SOURCE) })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, lines: readFileSync(new URL(path, SOURCE), 'utf8').split('\n') }))
}

const FUNCTION_START = /^(\s*)(export )?(async )?function\*? ?\w|^(\s*)(async )?#?\w+\([^)]*\)(: [^=]*)? \{$/

/** One property of every row, as an argument: `rows.map((row) => row.bucket),`. */
const PARAMETER_LIST = /^\s+(\.\.\.)?\w+(\.\w+)*\.map\((\w+|\(\w+\)|\(\{ [^}]* \}\)) => \w+(\.\w+)*\),$/

/** The longest function in lines, by its indentation, because the source is formatted. */
function longestFunction(files: ReturnType<typeof serverFiles>): string {
  let longest = { lines: 0, place: '' }
  for (const { path, lines } of files)
    for (const [start, line] of lines.entries()) {
      if (!FUNCTION_START.test(line)) continue
      const indent = /^\s*/.exec(line)![0]
      const end = lines.findIndex(
        (other, index) => index > start && (other === `${indent}}` || other === `${indent}},`),
      )
      if (end - start + 1 > longest.lines) longest = { lines: end - start + 1, place: `${path}:${start + 1}` }
    }
  return `${longest.lines} (${longest.place})`
}

/** A line for each file, with its functions in the order of the source. */
function listOf(ran: readonly Ran[]): string[] {
  const place = ({ name }: Ran) => Number(name.split(' at ')[1])
  const functions = Map.groupBy(
    ran.toSorted((a, b) => a.file.localeCompare(b.file) || place(a) - place(b)),
    ({ file }) => file,
  )
  return [...functions].map(
    ([file, of]) => `${file} (${of.length}): ${of.map(({ name }) => name.split(' at ')[0]).join(', ')}`,
  )
}

/** The figures with a ceiling. */
function countsOf(ran: readonly Ran[]): typeof CEILINGS {
  const paths = new Set(ran.map(({ file }) => file))
  return {
    files: paths.size,
    coreFiles: [...paths].filter((path) => path.startsWith('core/')).length,
    functions: ran.length,
    lines: files.reduce((sum, { path, lines }) => sum + (paths.has(path) ? lines.length : 0), 0),
  }
}

/** The names of the exceeded ceilings. */
function exceeded(counts: typeof CEILINGS): (keyof typeof CEILINGS)[] {
  return (Object.keys(CEILINGS) as (keyof typeof CEILINGS)[]).filter((what) => counts[what] > CEILINGS[what])
}

const files = serverFiles()
const ran = await runForOneMessage()
if (process.argv.includes('--list')) for (const line of listOf(ran)) console.log(line)
const matching = (pattern: RegExp, some = files) =>
  some.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )
const outsideDispatch = files.filter(({ path }) => !path.startsWith('core/dispatch/'))
const counts = countsOf(ran)
const rows: [string, string | number][] = [
  ['Files that run for one message', counts.files],
  ['of them in core/', counts.coreFiles],
  ['Named functions that run for one message', counts.functions],
  ['Lines of those files', counts.lines],
  ['Assignments to a lane outside of dispatch/', matching(/\blane\.\w+ [-+]?= /, outsideDispatch).length],
  ['Longest function, lines', longestFunction(files)],
  ['Parameter lists made by .map(', matching(PARAMETER_LIST).length],
  ['Files that import an HTTP client', matching(/from '(undici|node:https|node:http2)'/).length],
]
for (const [what, value] of rows) console.log(`${what.padEnd(44)} ${value}`)
if (process.argv.includes('--check'))
  for (const what of exceeded(counts)) {
    console.error(
      `${what}: ${counts[what]}, at most ${CEILINGS[what]}. Shorten a message's way, or keep the feature off it.`,
    )
    process.exitCode = 1
  }
