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
  /** Looks up A and AAAA of the name as written, at the name servers. */
  dns: Lookup
  /** Looks up by the C library with all the machine's sources. Used for hosts allowed by the operator. */
  system: Lookup
}

/** A host's checked addresses, in the order in which they are tried. `isPublic`: true if all of them are public. */
export type ResolvedTarget =
  | { ok: true; addresses: string[]; isPublic: boolean }
  | { ok: false; error: 'dns_error' | 'address_not_public' }

/** The number of addresses kept of a response. All are checked. */
const ADDRESSES_MAX = 8

export interface ResolverOptions {
  /** Like `['127.0.0.1:5353']`. Empty: the system's name servers. */
  servers: readonly string[]
  clock: Pick<Clock, 'monotonic'>
  /** Absent: the machine's files, without its search domains if `servers` is given. */
  files?: NameFiles
}

/** Resolves names by the machine's files and by lookups. Responses are not cached. */
export function createResolver({ servers, clock, files }: ResolverOptions): HostResolver {
  const machineFiles = { hosts: HOSTS_FILE, resolver: servers.length > 0 ? null : RESOLVER_FILE }
  return {
    names: createMachineNames(files ?? machineFiles, clock),
    dns: shareLookups(createNameServers(() => servers, clock)),
    system: shareLookups(askSystem),
  }
}

/** getaddrinfo cannot be canceled. Callers that arrive before its end share its result. */
const askSystem: StartLookup = (name, answer) => {
  lookup(name, { all: true }, (error, found) => answer(error === null ? found.map(({ address }) => address) : []))
  return null
}

/**
 * Resolves a host for one POST, or for saving its URL, and checks all its addresses. A single non-public address
 * refuses the host. An address as host is checked directly. `dns_error`: no response within `timeoutMs`.
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
    ? { ok: true, addresses: alternating(addresses), isPublic: false }
    : judge(addresses, policy)
}

/**
 * Finds the host's addresses and the name that has them: in the hosts file, at the name servers, or completed by a
 * search domain. Each name is checked as if written in the URL, and refused names are not looked up. For hosts allowed
 * by the operator, the C library decides.
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
  return { ok: true, addresses: alternating(addresses), isPublic }
}

/**
 * The families alternate, as in RFC 8305: one of them may have no route, whatever the number of its addresses. IPv4 is
 * first. The order within a family stays.
 */
function alternating(addresses: readonly string[]): string[] {
  if (addresses.length === 1) return [...addresses]
  const ipv4 = addresses.filter((address) => !address.includes(':'))
  const ipv6 = addresses.filter((address) => address.includes(':'))
  const rows = Array.from({ length: ADDRESSES_MAX }, (_, index) => [ipv4[index], ipv6[index]])
  return rows
    .flat()
    .filter((address) => address !== undefined)
    .slice(0, ADDRESSES_MAX)
}
