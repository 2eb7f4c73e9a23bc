import { isIPv4, isIPv6 } from 'node:net'

/** What may be done with an address: `allowed` is a non-public one that the operator's list lets through. */
export type AddressVerdict = 'public' | 'allowed' | 'refused'

const ZERO = '0'.charCodeAt(0)

/** An address as groups of 16 bits: 2 of IPv4, 8 of IPv6. */
type Groups = readonly number[]

/** A CIDR prefix: the first `bits` bits of `groups` count. */
export interface Prefix {
  groups: Groups
  bits: number
}

/**
 * IPv4 that is not public: the special-purpose registry of IANA (RFC 6890) with multicast and the reserved block, and
 * one address that is in no registry: 168.63.129.16 is the host of a virtual machine at Azure, which answers its tenants.
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
 * IPv6 is the other way about: only global unicast is public, so every form outside of it that embeds an IPv4 address
 * (mapped, compatible, translated, NAT64) is refused without being named, as is whatever is assigned there later.
 */
const IPV6_PUBLIC = prefixes(['2000::/3'])

/** Inside global unicast: protocol assignments with Teredo, documentation (two), 6to4, AS112. */
const IPV6_REFUSED = prefixes(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'])

function prefixes(texts: string[]): Prefix[] {
  return texts.map((text) => {
    const prefix = parsePrefix(text)
    if (prefix === null) throw new Error(`${text} is not a CIDR prefix`)
    return prefix
  })
}

function ipv4Groups(text: string): Groups {
  // Digit by digit: it is done for every POST.
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

/** The groups of a literal, or null: not an address, or one with a zone (`fe80::1%eth0`). */
function parseAddress(text: string): Groups | null {
  if (isIPv4(text)) return ipv4Groups(text)
  return isIPv6(text) && !text.includes('%') ? ipv6Groups(text) : null
}

/** `10.0.0.0/8`, `fd00::/8`, or an address alone, which is the prefix of itself; null when it is neither. */
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
  const inside = (prefix: Prefix): boolean => contains(prefix, groups)
  if (groups.length === 2) return !IPV4_REFUSED.some(inside)
  return IPV6_PUBLIC.some(inside) && !IPV6_REFUSED.some(inside)
}

/** Whether a literal IPv4 or IPv6 address is publicly routable (specification 4.4); anything else is not. */
export function isPublicAddress(ip: string): boolean {
  const groups = parseAddress(ip)
  return groups !== null && isPublic(groups)
}

/**
 * The judgement of addresses with the operator's list (`WEBHOOK_ALLOW_CIDRS`, `PROVIDER_ALLOW_CIDRS`): throws on an entry that is no prefix,
 * since a list that was checked at the start holds none.
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
