import { isIP, isIPv6 } from 'node:net'

/** What an address stands for where requests or connections are counted. */
export interface Networks {
  /** An IPv4 address itself; of IPv6 the /64, since whoever has one address there has 2^64. */
  address: string
  /** The /24 of an IPv4 address; of IPv6 the /48, which one customer may have whole. */
  network: string
}

/** Where a proxy that is believed has named no address at all. */
const UNKNOWN: Networks = { address: 'unknown', network: 'unknown' }

const MAPPED_PATTERN = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An IPv4 address that arrived on a socket for both families, as it is; any other address unchanged. */
export function unmapped(address: string): string {
  return MAPPED_PATTERN.exec(address)?.[1] ?? address
}

export function networksOf(given: string): Networks {
  const address = unmapped(given)
  if (!isIPv6(address)) {
    if (isIP(address) === 0) return UNKNOWN
    return { address, network: address.slice(0, address.lastIndexOf('.')) }
  }
  // The URL parser writes every form of an address alike.
  const [left = '', right] = new URL(`http://[${address.split('%')[0]!}]`).hostname.slice(1, -1).split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  const all = [...groups, ...(right === undefined ? [] : zeros), ...after]
  return { address: all.slice(0, 4).join(':'), network: all.slice(0, 3).join(':') }
}
