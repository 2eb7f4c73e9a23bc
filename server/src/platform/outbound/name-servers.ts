/**
 * Questions to name servers by c-ares: UDP, and TCP for truncated responses. c-ares can cancel all questions of a
 * resolver, but not a single one. So a resolver with an unwanted question gets no new questions, and is canceled when
 * all its questions are unwanted.
 */
import { Resolver } from 'node:dns'
import type { Clock } from '../clock.ts'
import type { StartLookup } from './shared-lookups.ts'

/**
 * The time-out of c-ares' first try, ms. Each further try waits twice as long, 4.2 s in total per server. It is short,
 * because a burst of questions can overflow a name server's socket, and lost ones must be repeated soon.
 */
const QUERY_TIMEOUT_MS = 600
const QUERY_TRIES = 3

/** How long a response of one address family waits for the other, ms. Some name servers never respond to AAAA. */
const OTHER_FAMILY_WAIT_MS = 500

/**
 * The number of resolvers used in turn, each with its own sockets. Responses to a thousand lookups are more than the
 * kernel keeps for one socket while this process is busy, and the rest is lost.
 */
const RESOLVERS = 8

/** The servers are compared this long after the last time, ms. It costs 0.1 ms. */
const LOOK_AGAIN_MS = 1000

/**
 * Looks up A and AAAA of names as written, at `servers` (`['127.0.0.1:5353']`) or at the system's if the list is empty.
 * c-ares reads the system's servers only when it makes a resolver. They may change while the process runs, for example
 * with a VPN or a lease of DHCP. Then all resolvers are made anew.
 */
export function createNameServers(
  servers: () => readonly string[],
  { monotonic }: Pick<Clock, 'monotonic'>,
): StartLookup {
  const create = () => {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
    const given = servers()
    if (given.length > 0) resolver.setServers([...given])
    return { resolver, wanted: 0 }
  }
  let inTurn: ReturnType<typeof create>[] = []
  let known: string | null = null
  let lookAtMs = -Infinity
  const followServers = (): void => {
    const nowMs = monotonic()
    if (nowMs < lookAtMs) return
    lookAtMs = nowMs + LOOK_AGAIN_MS
    const found = create().resolver.getServers().join()
    if (found === known) return
    known = found
    inTurn = Array.from({ length: RESOLVERS }, create)
  }
  let turn = 0
  return (name, answer) => {
    followServers()
    turn = (turn + 1) % RESOLVERS
    const asked = inTurn[turn]!
    let isWanted = true
    const end = (): void => {
      isWanted = false
      asked.wanted -= 1
      if (asked.wanted === 0) asked.resolver.cancel()
    }
    asked.wanted += 1
    askBothFamilies(asked.resolver, name, (addresses) => {
      if (!isWanted) return
      end()
      answer(addresses)
    })
    return () => {
      end()
      const index = inTurn.indexOf(asked)
      if (asked.wanted > 0 && index >= 0) inTurn[index] = create()
    }
  }
}

/** A family with addresses waits at most `OTHER_FAMILY_WAIT_MS` for the other one. `answer` may be called twice. */
function askBothFamilies(resolver: Resolver, name: string, answer: (addresses: string[]) => void): void {
  let found: string[] = []
  let families = 0
  let timer: NodeJS.Timeout | undefined
  const collect = (error: Error | null, addresses: string[]): void => {
    families += 1
    if (error === null) found = found.concat(addresses)
    if (families === 2) {
      clearTimeout(timer)
      answer(found)
    } else if (found.length > 0) timer = setTimeout(() => answer(found), OTHER_FAMILY_WAIT_MS)
  }
  resolver.resolve4(name, collect)
  resolver.resolve6(name, collect)
}
