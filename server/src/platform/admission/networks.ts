/** The networks of an address, and trusted proxies. */
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Keys under which requests and connections of an address are counted. */
export interface Networks {
  /** The IPv4 address, or the /64 of an IPv6 address: one host usually owns the whole /64. */
  address: string
  /** The /24 of an IPv4 address, or the /48 of an IPv6 address: one customer may own the whole /48. */
  network: string
}

/** For a trusted proxy that reports no valid address. */
const UNKNOWN: Networks = { address: 'unknown', network: 'unknown' }

const MAPPED_PATTERN = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Converts an IPv4-mapped IPv6 address to plain IPv4. Returns other addresses unchanged. */
export function unmapped(address: string): string {
  return MAPPED_PATTERN.exec(address)?.[1] ?? address
}

export function networksOf(given: string): Networks {
  const address = unmapped(given)
  if (!isIPv6(address)) {
    if (isIP(address) === 0) return UNKNOWN
    return { address, network: address.slice(0, address.lastIndexOf('.')) }
  }
  // The URL parser brings every notation of an IPv6 address into one form.
  const [left = '', right] = new URL(`http://[${address.split('%')[0]!}]`).hostname.slice(1, -1).split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  const all = [...groups, ...(right === undefined ? [] : zeros), ...after]
  return { address: all.slice(0, 4).join(':'), network: all.slice(0, 3).join(':') }
}

/**
 * Returns a function for testing if an address is a trusted proxy. Many callers share a proxy's address, so it has no
 * limit of its own.
 */
export function proxies(trustProxy: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const item of trustProxy) {
    const [address, prefix] = item.split('/') as [string, string?]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // If the caller has hung up, the address is empty.
    const [plain = ''] = address.split('%')
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
