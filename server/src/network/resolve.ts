import { Resolver } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { Clock } from '../clock.ts'
import { createMachineNames, HOSTS_FILE, RESOLVER_FILE } from './machine-names.ts'
import type { MachineNames, NameFiles } from './machine-names.ts'
import { refuseName } from './url-policy.ts'
import type { ReceiverHost, ReceiverPolicy } from './url-policy.ts'

/** Answers all addresses of a name; throws when there is no answer. */
export type Lookup = (hostname: string) => Promise<string[]>

export interface HostResolver {
  names: MachineNames
  /** A and AAAA of the name as it stands, at the name servers. */
  dns: Lookup
  /** By the C library, with all that the machine may have beside: for hosts that the operator names. */
  system: Lookup
}

/** A host's checked addresses, IPv4 first; `isPublic` when none of them needed the operator's leave. */
export type ResolvedTarget =
  | { ok: true; addresses: string[]; isPublic: boolean }
  | { ok: false; error: 'dns_error' | 'address_not_public' }

/**
 * The first of c-ares' tries at the name servers, ms; each further one waits twice as long, 4.2 s in all. Its queries go by UDP, and
 * a burst of them is more than a name server's socket holds: what is lost must be asked for again soon.
 */
const QUERY_TIMEOUT_MS = 600
const QUERY_TRIES = 3

/** How long the answer of the one family waits for that of the other, ms: some name servers never answer AAAA. */
const OTHER_FAMILY_WAIT_MS = 500

/** Addresses that are kept of one answer: all are judged, more than these are never tried. */
const ADDRESSES_MAX = 8

/** Lookups under way at the most: beyond that a name does not resolve, so that memory stays bounded. */
const LOOKUPS_MAX = 10_000

/**
 * Resolvers that take turns, each with sockets of its own: the answers to the two queries of a thousand lookups are more
 * than the kernel keeps for one socket while this process is busy, and what it does not keep is lost.
 */
const RESOLVERS = 8

/** Both families; the one that answers with addresses waits only `OTHER_FAMILY_WAIT_MS` for the other. */
function bothFamilies(resolver: Resolver, hostname: string): Promise<string[]> {
  return new Promise((resolve) => {
    let found: readonly string[] = []
    let families = 0
    let timer: NodeJS.Timeout | undefined
    const answer = (): void => resolve([...found])
    const collect = (error: Error | null, addresses: string[]): void => {
      families += 1
      if (error === null) found = found.concat(addresses)
      if (families === 2) {
        clearTimeout(timer)
        answer()
      } else if (found.length > 0) timer = setTimeout(answer, OTHER_FAMILY_WAIT_MS)
    }
    resolver.resolve4(hostname, collect)
    resolver.resolve6(hostname, collect)
  })
}

export interface ResolverOptions {
  /** `['127.0.0.1:5353']`; the system's when the list is empty. */
  servers: readonly string[]
  clock: Pick<Clock, 'monotonic'>
  /** The machine's when absent; it has no search domains for name servers that are given. */
  files?: NameFiles
}

/**
 * The names of the machine's files, and lookups at the name servers by c-ares, which asks again over TCP if an answer is cut
 * off. Concurrent lookups of one name share an answer; nothing is kept once it is there.
 */
export function createResolver(options: ResolverOptions): HostResolver {
  const files = options.files ?? { hosts: HOSTS_FILE, resolver: options.servers.length > 0 ? null : RESOLVER_FILE }
  const resolvers = Array.from({ length: RESOLVERS }, () => {
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
    if (options.servers.length > 0) resolver.setServers([...options.servers])
    return resolver
  })
  let turn = 0
  const askServers = (hostname: string): Promise<string[]> => {
    turn = (turn + 1) % RESOLVERS
    return bothFamilies(resolvers[turn]!, hostname)
  }
  return {
    names: createMachineNames(files, options.clock),
    dns: shareConcurrent(askServers),
    system: shareConcurrent(async (hostname) =>
      (await lookup(hostname, { all: true })).map((answer) => answer.address),
    ),
  }
}

/** Callers that ask for a host while its lookup is under way get that lookup's answer. */
export function shareConcurrent(look: Lookup): Lookup {
  const underWay = new Map<string, Promise<string[]>>()
  return (hostname) => {
    const shared = underWay.get(hostname)
    if (shared !== undefined) return shared
    if (underWay.size >= LOOKUPS_MAX) return Promise.reject(new Error('Too many lookups are under way'))
    const answer = look(hostname).finally(() => underWay.delete(hostname))
    underWay.set(hostname, answer)
    return answer
  }
}

/**
 * Resolves a host for one POST, or for saving its URL, and judges every address of the answer: a single one that is
 * not public refuses the host. An address literal is judged as it stands. `dns_error`: no answer within `timeoutMs`.
 */
export function resolveTarget(
  target: ReceiverHost,
  resolver: HostResolver,
  policy: ReceiverPolicy,
  timeoutMs: number,
): ResolvedTarget | Promise<ResolvedTarget> {
  return target.isAddress ? judge([target.hostname], policy) : resolveName(target, resolver, policy, timeoutMs)
}

async function resolveName(
  target: ReceiverHost,
  resolver: HostResolver,
  policy: ReceiverPolicy,
  timeoutMs: number,
): Promise<ResolvedTarget> {
  const found = await withinTime(findAddresses(target, resolver, policy), timeoutMs)
  if (found === null) return { ok: false, error: 'dns_error' }
  const { name, addresses } = found
  return policy.allowsHost(name)
    ? { ok: true, addresses: ipv4First(addresses), isPublic: false }
    : judge(addresses, policy)
}

/**
 * The addresses of the host, and the name that has them: its own, in the hosts file or else at the name servers, or one that
 * a search domain completes. Each name is judged as if it had been written; one that is refused is not asked for. Of a host
 * that the operator names the C library asks for what it likes.
 */
async function findAddresses(
  { hostname, isAbsolute }: ReceiverHost,
  { names, dns, system }: HostResolver,
  policy: ReceiverPolicy,
): Promise<{ name: string; addresses: readonly string[] } | null> {
  const known = refuseName(hostname, policy) === null ? names.addressesOf(hostname) : null
  if (known !== null) return { name: hostname, addresses: known }
  const isAllowed = policy.allowsHost(hostname)
  for (const name of isAllowed ? [hostname] : names.questionsFor(hostname, isAbsolute)) {
    if (refuseName(name, policy) !== null) continue
    const addresses = await (isAllowed ? system(isAbsolute ? `${name}.` : name) : dns(name))
    if (addresses.length > 0) return { name, addresses }
  }
  return null
}

function judge(addresses: readonly string[], policy: ReceiverPolicy): ResolvedTarget {
  let isPublic = true
  for (const address of addresses) {
    const verdict = policy.address(address)
    if (verdict === 'refused') return { ok: false, error: 'address_not_public' }
    if (verdict === 'allowed') isPublic = false
  }
  return { ok: true, addresses: ipv4First(addresses), isPublic }
}

/** IPv4 first, each family in the order of the answer: a machine without an IPv6 route then loses no time. */
function ipv4First(addresses: readonly string[]): string[] {
  if (addresses.length === 1) return [...addresses]
  const ipv4 = addresses.filter((address) => !address.includes(':'))
  const ipv6 = addresses.filter((address) => address.includes(':'))
  // One of each family at least, should the answer be longer than what is kept.
  return [...ipv4.slice(0, ADDRESSES_MAX - 1), ...ipv6].slice(0, ADDRESSES_MAX)
}

/** The answer, or null when it failed or was not there in time. */
function withinTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs, null)
    const settle = (settled: Answer | null): void => {
      clearTimeout(timer)
      resolve(settled)
    }
    answer.then(settle, () => settle(null))
  })
}
