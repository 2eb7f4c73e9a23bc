import { isIPv4, isIPv6 } from 'node:net'

/** The result for an address. `allowed`: not public, but in the operator's list. */
export type AddressVerdict = 'public' | 'allowed' | 'refused'

const ZERO = '0'.charCodeAt(0)

/** An address as groups of 16 bits: 2 for IPv4, 8 for IPv6. */
type Groups = readonly number[]

/** A CIDR prefix: the first `bits` bits of `groups`. */
export interface Prefix {
  groups: Groups
  bits: number
}

/**
 * Non-public IPv4: IANA's special-purpose registry (RFC 6890), multicast and the reserved block. And 168.63.129.16, not
 * in a registry: the host of virtual machines at Azure, which its tenants can reach.
 */
const IPV4_REFUSED = prefixes([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
])

/**
 * For IPv6 only global unicast is public. So all other forms are refused without a list: embedded IPv4 addresses
 * (mapped, compatible, translated, NAT64) and future assignments.
 */
const IPV6_PUBLIC = prefixes(['2000::/3'])

/** Refused parts of global unicast: protocol assignments with Teredo, documentation (two), 6to4, AS112. */
const IPV6_REFUSED = prefixes(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

function prefixes(texts: string[]): Prefix[] {
  return texts.map((text) => {
    const prefix = parsePrefix(text)
    if (prefix === null) throw new Error(`${text} is not a CIDR prefix`)
    return prefix
  })
}

function ipv4Groups(text: string): Groups {
  // Digit by digit for speed, because every POST needs it.
  let bits = 0
  let part = 0
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (digit >= 0) part = part * 10 + digit
    else [bits, part] = [(bits << 8) | part, 0]
  }
  bits = (bits << 8) | part
  return [bits >>> 16, bits & 0xffff]
}

function ipv6Groups(text: string): Groups {
  // The last 32 bits may be written as IPv4.
  const dotted = text.includes('.') ? text.slice(text.lastIndexOf(':') + 1) : null
  const plain = dotted === null ? text : text.slice(0, -dotted.length)
  const [head = '', tail] = plain.split('::')
  const before = hexGroups(head)
  const after = [...hexGroups(tail ?? ''), ...(dotted === null ? [] : ipv4Groups(dotted))]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function hexGroups(text: string): number[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .map((group) => Number.parseInt(group, 16))
}

/** The groups of an address. Null: not an address, or an address with a zone (`fe80::1%eth0`). */
function parseAddress(text: string): Groups | null {
  if (isIPv4(text)) return ipv4Groups(text)
  return isIPv6(text) && !text.includes('%') ? ipv6Groups(text) : null
}

/** Parses `10.0.0.0/8`, `fd00::/8`, or a single address as a prefix of full length. Null for other text. */
export function parsePrefix(text: string): Prefix | null {
  const [address = '', bitsText, ...rest] = text.split('/')
  const groups = parseAddress(address)
  if (groups === null || rest.length > 0) return null
  const bitsMax = groups.length * 16
  if (bitsText === undefined) return { groups, bits: bitsMax }
  const bits = /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN
  return bits <= bitsMax ? { groups, bits } : null
}

function contains(prefix: Prefix, groups: Groups): boolean {
  if (prefix.groups.length !== groups.length) return false
  for (let index = 0, bitsLeft = prefix.bits; bitsLeft > 0; index++, bitsLeft -= 16) {
    const difference = prefix.groups[index]! ^ groups[index]!
    if (difference >>> Math.max(0, 16 - bitsLeft) !== 0) return false
  }
  return true
}

function isPublic(groups: Groups): boolean {
  const isShort = groups.length === 2
  if ((isShort ? IPV4_REFUSED : IPV6_REFUSED).some((prefix) => contains(prefix, groups))) return false
  return isShort || IPV6_PUBLIC.some((prefix) => contains(prefix, groups))
}

/** True if the text is a publicly routable IPv4 or IPv6 address (specification 4.4). */
export function isPublicAddress(ip: string): boolean {
  const groups = parseAddress(ip)
  return groups !== null && isPublic(groups)
}

/**
 * Creates the check of addresses with the operator's list (`WEBHOOK_ALLOW_CIDRS`, `PROVIDER_ALLOW_CIDRS`). Throws on an
 * entry other than a prefix. The configuration has already checked the list.
 */
export function createAddressPolicy(options: { allowCidrs: readonly string[] }): (ip: string) => AddressVerdict {
  const allowed = prefixes([...options.allowCidrs])
  return (ip) => {
    const groups = parseAddress(ip)
    if (groups === null) return 'refused'
    if (isPublic(groups)) return 'public'
    return allowed.some((prefix) => contains(prefix, groups)) ? 'allowed' : 'refused'
  }
}
