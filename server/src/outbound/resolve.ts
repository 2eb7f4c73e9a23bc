import { lookup } from 'node:dns'
import type { Clock } from '../clock.ts'
import { createMachineNames, HOSTS_FILE, RESOLVER_FILE } from './machine-names.ts'
import type { MachineNames, NameFiles } from './machine-names.ts'
import { createNameServers } from './name-servers.ts'
import { shareLookups } from './shared-lookups.ts'
import type { Lookup, StartLookup } from './shared-lookups.ts'
import { refuseName } from './url-policy.ts'
import type { ReceiverHost, ReceiverPolicy } from './url-policy.ts'

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

/** Addresses that are kept of one answer: all are judged, more than these are never tried. */
const ADDRESSES_MAX = 8

export interface ResolverOptions {
  /** `['127.0.0.1:5353']`; the system's when the list is empty. */
  servers: readonly string[]
  clock: Pick<Clock, 'monotonic'>
  /** The machine's when absent; it has no search domains for name servers that are given. */
  files?: NameFiles
}

/** The names of the machine's files, and lookups of which nothing is kept once the answer is there. */
export function createResolver({ servers, clock, files }: ResolverOptions): HostResolver {
  const machineFiles = { hosts: HOSTS_FILE, resolver: servers.length > 0 ? null : RESOLVER_FILE }
  return {
    names: createMachineNames(files ?? machineFiles, clock),
    dns: shareLookups(createNameServers(servers)),
    system: shareLookups(askSystem),
  }
}

/** getaddrinfo cannot be cancelled: it goes on to its end, and callers that come meanwhile share it. */
const askSystem: StartLookup = (name, answer) => {
  lookup(name, { all: true }, (error, found) => answer(error === null ? found.map(({ address }) => address) : []))
  return null
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
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const found = await findAddresses(target, resolver, policy, timeout.signal)
  clearTimeout(timer)
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
  signal: AbortSignal,
): Promise<{ name: string; addresses: readonly string[] } | null> {
  const known = refuseName(hostname, policy) === null ? names.addressesOf(hostname) : null
  if (known !== null) return { name: hostname, addresses: known }
  const isAllowed = policy.allowsHost(hostname)
  for (const name of isAllowed ? [hostname] : names.questionsFor(hostname, isAbsolute)) {
    if (refuseName(name, policy) !== null) continue
    const addresses = await (isAllowed ? system(isAbsolute ? `${name}.` : name, signal) : dns(name, signal))
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
