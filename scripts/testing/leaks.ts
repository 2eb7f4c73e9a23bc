import { getCACertificates } from 'node:tls'

/** What a test file leaves behind in its process, where the next file would meet it. */

interface State {
  environment: Record<string, string | undefined>
  globals: readonly string[]
  listeners: Record<string, number>
  /** Trusted root certificates, each counted once. Node may have the same one twice, with other line breaks. */
  roots: number
  /** Open resources that keep the process alive, by their type. */
  resources: Record<string, number>
}

/** A closed socket leaves the list of resources some turns later, and a client ends the wait before its last try. */
const TURNS_MAX = 300
const TURN_MS = 10

/** A shared service or browser opens and closes these at any time. */
const OF_SHARED = new Set(['Timeout', 'PipeWrap', 'TCPSocketWrap', 'TLSWrap'])

/** Node's own reads and writes end by themselves. Its `fetch` keeps connections for the next call. */
const PASSING = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq', 'TickObject', 'Immediate'])

/** A package that was compiled from TypeScript may define the helpers of the compiler. */
const HELPER_OF_COMPILER = /^__[a-z]/

/** The logger writes its last lines at the end of the process, and keeps one listener for it. */
const KEPT_LISTENERS = new Set(['exit', 'beforeExit'])

function countOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** The state of this process. Opens its standard streams, because Node opens them at the first use. */
export function stateOfProcess(): State {
  void [process.stdin, process.stdout, process.stderr]
  return {
    environment: { ...process.env },
    globals: Object.getOwnPropertyNames(globalThis).filter((name) => !HELPER_OF_COMPILER.test(name)),
    listeners: Object.fromEntries(
      process
        .eventNames()
        .filter((name) => !KEPT_LISTENERS.has(String(name)))
        .map((name) => [String(name), process.listenerCount(name)]),
    ),
    roots: new Set(getCACertificates('default').map((pem) => pem.replaceAll(/\s/g, ''))).size,
    resources: countOf(process.getActiveResourcesInfo().filter((type) => !PASSING.has(type))),
  }
}

/** The kinds of things that are there now, and were not before. */
function added(before: State, now: State, isShared: boolean): string[] {
  const names = new Set([...Object.keys(before.environment), ...Object.keys(now.environment)])
  const variables = [...names].filter((name) => before.environment[name] !== now.environment[name])
  const globals = now.globals.filter((name) => !before.globals.includes(name))
  const grown = (kind: 'listeners' | 'resources') =>
    Object.entries(now[kind]).filter(([name, count]) => count > (before[kind][name] ?? 0))
  return [
    ...variables.map((name) => `the environment variable ${name}`),
    ...(before.roots === now.roots ? [] : ['other root certificates']),
    ...globals.map((name) => `the global ${name}`),
    ...grown('listeners').map(([name]) => `a listener of the process for ${name}`),
    ...grown('resources')
      .filter(([type]) => !isShared || !OF_SHARED.has(type))
      .map(([type, count]) => `${count - (before.resources[type] ?? 0)} open ${type}`),
  ]
}

/**
 * Returns the names of the things that the file left behind. Waits for resources that are closing. `isShared`: shared things
 * are open, for example a browser.
 */
export async function leftBehind(before: State, isShared: boolean): Promise<string[]> {
  for (let turns = 1; ; turns++) {
    const left = added(before, stateOfProcess(), isShared)
    if (left.length === 0 || turns === TURNS_MAX) return left
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
}
