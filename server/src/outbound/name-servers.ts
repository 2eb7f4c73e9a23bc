/**
 * Questions to the name servers by c-ares: datagrams, and TCP for an answer that is cut off. c-ares can cancel all questions of
 * a resolver and no single one. So a resolver with a question that is no longer wanted gets no new ones, and is cancelled as
 * soon as none of its questions is wanted.
 */
import { Resolver } from 'node:dns'
import type { StartLookup } from './shared-lookups.ts'

/**
 * The first of c-ares' tries at the name servers, ms; each further one waits twice as long, 4.2 s in all for each server. A
 * burst of datagrams is more than a name server's socket holds: what is lost must be asked for again soon.
 */
const QUERY_TIMEOUT_MS = 600
const QUERY_TRIES = 3

/** How long the answer of the one family waits for that of the other, ms: some name servers never answer AAAA. */
const OTHER_FAMILY_WAIT_MS = 500

/**
 * Resolvers that take turns, each with sockets of its own: the answers to the two queries of a thousand lookups are more
 * than the kernel keeps for one socket while this process is busy, and what it does not keep is lost.
 */
const RESOLVERS = 8

/** A and AAAA of names as they stand, at `servers` (`['127.0.0.1:5353']`) or at the system's if the list is empty. */
export function createNameServers(servers: readonly string[]): StartLookup {
  const create = () => {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
    if (servers.length > 0) resolver.setServers([...servers])
    return { resolver, wanted: 0 }
  }
  const inTurn = Array.from({ length: RESOLVERS }, create)
  let turn = 0
  return (name, answer) => {
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

/** The family that answers with addresses waits only `OTHER_FAMILY_WAIT_MS` for the other. `answer` may be called twice. */
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
