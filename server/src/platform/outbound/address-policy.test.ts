import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { BlockList, isIPv4 } from 'node:net'
import { test } from 'node:test'
import ipaddr from 'ipaddr.js'
import { createAddressPolicy, isPublicAddress, parsePrefix } from './address-policy.ts'

const ADDRESS_COUNT = 5_000

// The same lists again, in short form.
const IPV4_REFUSED =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32'.split(
    ' ',
  )
const IPV6_PUBLIC = '2000::/3'
const IPV6_REFUSED = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20'.split(' ')

function blockList(cidrs: string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}

function within(ip: string, cidrs: string[]): boolean {
  const address = ipaddr.parse(ip)
  return cidrs.some((cidr) => {
    const [base, bits] = ipaddr.parseCIDR(cidr)
    return base.kind() === address.kind() && address.match(base, bits)
  })
}

const ipv4Text = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const ipv6Text = (value: bigint): string =>
  [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((group) => ((value >> (group * 16n)) & 0xffffn).toString(16)).join(':')

function randomBits(bits: number): bigint {
  let value = 0n
  for (let done = 0; done < bits; done += 16) value = (value << 16n) | BigInt(randomInt(0x1_0000))
  return value
}

/** All addresses at most two away from either end of a prefix. */
function nearBorders(cidr: string): string[] {
  const [base, bits] = ipaddr.parseCIDR(cidr)
  const width = base.kind() === 'ipv4' ? 32 : 128
  const first = base.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  const last = first + (1n << BigInt(width - bits)) - 1n
  return [first, last]
    .flatMap((end) => [-2n, -1n, 0n, 1n, 2n].map((away) => BigInt.asUintN(width, end + away)))
    .map(width === 32 ? ipv4Text : ipv6Text)
}

function randomAddress(): string {
  if (randomInt(2) === 0) return ipv4Text(randomBits(32))
  // Half of them are in global unicast. Otherwise nearly all would be refused.
  return ipv6Text(randomInt(2) === 0 ? randomBits(128) : (1n << 125n) | (randomBits(128) >> 3n))
}

/** Each address at a border, and random ones. */
const ADDRESSES = [
  ...[...IPV4_REFUSED, IPV6_PUBLIC, ...IPV6_REFUSED].flatMap(nearBorders),
  ...Array.from({ length: ADDRESS_COUNT }, randomAddress),
]

test('agrees with net.BlockList and ipaddr.js on every address at a border, and on 5,000 others', () => {
  const ipv4Refused = blockList(IPV4_REFUSED)
  const ipv6Public = blockList([IPV6_PUBLIC])
  const ipv6Refused = blockList(IPV6_REFUSED)
  for (const ip of ADDRESSES) {
    const byBlockList = isIPv4(ip)
      ? !ipv4Refused.check(ip, 'ipv4')
      : ipv6Public.check(ip, 'ipv6') && !ipv6Refused.check(ip, 'ipv6')
    if (isPublicAddress(ip) !== byBlockList) assert.fail(`${ip}: BlockList says ${byBlockList}`)
    const byIpaddr = isIPv4(ip) ? !within(ip, IPV4_REFUSED) : within(ip, [IPV6_PUBLIC]) && !within(ip, IPV6_REFUSED)
    if (isPublicAddress(ip) !== byIpaddr) assert.fail(`${ip}: ipaddr.js says ${byIpaddr}`)
  }
})

test('every special range that ipaddr.js knows is refused', () => {
  for (const ip of ADDRESSES) {
    if (ipaddr.parse(ip).range() !== 'unicast' && isPublicAddress(ip))
      assert.fail(`${ip} is ${ipaddr.parse(ip).range()}`)
  }
})

test('text other than a plain address is refused', () => {
  for (const text of [
    '',
    'example.com',
    '1.2.3',
    '01.2.3.4',
    '2606:4700::1%eth0',
    ' 1.1.1.1',
    '1.1.1.1/32',
    '[2003::1]',
  ])
    assert.equal(isPublicAddress(text), false, text)
})

test('embedded IPv4 is refused in every form', () => {
  for (const text of ['::ffff:8.8.8.8', '::8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1', '::ffff:0:8.8.8.8'])
    assert.equal(isPublicAddress(text), false, text)
})

test("the operator's list allows private addresses, and changes no other result", () => {
  const verdict = createAddressPolicy({ allowCidrs: ['127.0.0.0/8', 'fd00::/8', '10.1.2.3'] })
  assert.equal(verdict('127.0.0.1'), 'allowed')
  assert.equal(verdict('fd12::1'), 'allowed')
  assert.equal(verdict('10.1.2.3'), 'allowed')
  assert.equal(verdict('10.1.2.4'), 'refused')
  assert.equal(verdict('::ffff:127.0.0.1'), 'refused')
  assert.equal(verdict('1.1.1.1'), 'public')
  assert.equal(createAddressPolicy({ allowCidrs: ['0.0.0.0/0'] })('1.1.1.1'), 'public')
  assert.equal(createAddressPolicy({ allowCidrs: ['0.0.0.0/0'] })('::1'), 'refused')
})

test('invalid prefixes', () => {
  for (const text of ['', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1', 'host/8', '10.0.0/8'])
    assert.equal(parsePrefix(text), null, text)
  assert.throws(() => createAddressPolicy({ allowCidrs: ['nonsense'] }))
})
