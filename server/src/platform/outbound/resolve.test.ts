import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createResolver, resolveTarget } from './resolve.ts'
import { createReceiverPolicy } from './url-policy.ts'
import { resolverWith } from '../../../test/host-resolver.ts'
import { startNameServer, TYPE_A, TYPE_AAAA } from '../../../test/name-server.ts'

const SERVFAIL = 2
const NXDOMAIN = 3

// The clock stands still, so no time limit passes.
const clock = { monotonic: () => 0 }
/** For lookups that are not aborted. */
const { signal } = new AbortController()
const strict = createReceiverPolicy({ allowCidrs: [], allowHosts: [] })
const named = (hostname: string) => ({ hostname, isAbsolute: false, isAddress: false })

test('A and AAAA at a real name server', async () => {
  const server = await startNameServer((name, type) => {
    if (name === 'gone.example.com') return NXDOMAIN
    if (name === 'broken.example.com') return SERVFAIL
    if (name === 'private.example.com') return type === TYPE_A ? ['93.184.216.34', '10.0.0.1'] : []
    if (name === 'inside.example.com') return type === TYPE_AAAA ? ['fd00:0:0:0:0:0:0:1'] : ['93.184.216.34']
    if (name === 'half.example.com') return type === TYPE_A ? ['93.184.216.34'] : null
    return type === TYPE_A ? ['93.184.216.34', '93.184.216.35'] : ['2606:4700:4700:0:0:0:0:1111']
  })
  try {
    const resolver = createResolver({ servers: [server.server], clock })
    const resolve = (hostname: string) => resolveTarget(named(hostname), resolver, strict, 5000)
    assert.deepEqual(await resolve('hooks.example.com'), {
      ok: true,
      addresses: ['93.184.216.34', '2606:4700:4700::1111', '93.184.216.35'],
      isPublic: true,
    })
    assert.deepEqual(await resolve('gone.example.com'), { ok: false, error: 'dns_error' })
    assert.deepEqual(await resolve('broken.example.com'), { ok: false, error: 'dns_error' })
    assert.deepEqual(await resolve('private.example.com'), { ok: false, error: 'address_not_public' })
    assert.deepEqual(await resolve('inside.example.com'), { ok: false, error: 'address_not_public' })
    // A missing response to AAAA does not delay the result.
    assert.deepEqual(await resolve('half.example.com'), { ok: true, addresses: ['93.184.216.34'], isPublic: true })
    // Names are looked up as written: this machine's search domains do not apply to the given servers.
    assert.ok(server.questions.every((question) => /\.example\.com (1|28)$/.test(question)))
  } finally {
    server.close()
  }
})

test('lookups are spread over sockets, because one keeps few responses while the process is busy', async () => {
  const server = await startNameServer((_name, type) => (type === TYPE_A ? ['93.184.216.34'] : []))
  try {
    const resolver = createResolver({ servers: [server.server], clock })
    const names = ['hooks1.example.com', 'hooks2.example.com', 'hooks3.example.com']
    for (const addresses of await Promise.all(names.map((name) => resolver.dns(name, signal))))
      assert.deepEqual(addresses, ['93.184.216.34'])
    assert.equal(server.askers.size, 3)
    assert.deepEqual(server.streamed, [])
  } finally {
    server.close()
  }
})

test('a host with more addresses than a datagram holds resolves, and all of them are judged', async () => {
  const many = Array.from({ length: 100 }, (_, index) => `93.184.216.${index}`)
  const server = await startNameServer((name, type) => {
    if (type !== TYPE_A) return []
    return name === 'inside.example.com' ? [...many, '10.0.0.1'] : many
  })
  try {
    const resolver = createResolver({ servers: [server.server], clock })
    const hosts = ['hooks.example.com', 'hooks2.example.com', 'hooks3.example.com', 'hooks4.example.com']
    for (const addresses of await Promise.all(hosts.map((host) => resolver.dns(host, signal))))
      assert.deepEqual(addresses, many)
    assert.deepEqual(
      server.streamed.toSorted(),
      hosts.map((host) => `${host} ${TYPE_A}`),
    )
    const inside = await resolveTarget(named('inside.example.com'), resolver, strict, 5000)
    assert.deepEqual(inside, { ok: false, error: 'address_not_public' })
  } finally {
    server.close()
  }
})

test('concurrent lookups of a host share one question, later ones ask again', async () => {
  const server = await startNameServer((_name, type) => (type === TYPE_A ? ['93.184.216.34'] : []))
  try {
    const resolver = createResolver({ servers: [server.server], clock })
    const resolve = async () => resolveTarget(named('a.example.com'), resolver, strict, 5000)
    await Promise.all(Array.from({ length: 50 }, resolve))
    assert.equal(server.questions.length, 2)
    await resolveTarget(named('a.example.com'), resolver, strict, 5000)
    assert.equal(server.questions.length, 4)
  } finally {
    server.close()
  }
})

test('a silent name server is a dns_error after the time limit', async () => {
  const server = await startNameServer(() => null)
  try {
    const resolver = createResolver({ servers: [server.server], clock })
    const result = await resolveTarget(named('a.example.com'), resolver, strict, 50)
    assert.deepEqual(result, { ok: false, error: 'dns_error' })
  } finally {
    server.close()
  }
})

test('of 4,000 addresses all are checked and few are kept', async () => {
  const many = Array.from({ length: 4000 }, (_, index) => `93.${1 + (index >> 8)}.${index & 255}.1`)
  const result = await resolveTarget(
    named('a.example.com'),
    resolverWith(() => [...many, '2606:4700::1']),
    strict,
    5000,
  )
  assert.ok(result.ok)
  assert.equal(result.addresses.length, 8)
  assert.ok(result.addresses.includes('2606:4700::1'))
  assert.deepEqual(
    await resolveTarget(
      named('a.example.com'),
      resolverWith(() => [...many, '127.0.0.1']),
      strict,
      5000,
    ),
    {
      ok: false,
      error: 'address_not_public',
    },
  )
})

test('a host allowed by the operator is looked up by the system and may have any address', async () => {
  const policy = createReceiverPolicy({ allowCidrs: [], allowHosts: ['localhost'] })
  const result = await resolveTarget(
    named('localhost'),
    createResolver({ servers: ['127.0.0.1:9'], clock }),
    policy,
    5000,
  )
  assert.ok(result.ok)
  assert.ok(result.addresses.includes('127.0.0.1') || result.addresses.includes('::1'))
  assert.equal(result.isPublic, false)
})

test('the families alternate, IPv4 first, in at most 8 addresses', async () => {
  const v4 = (count: number) => Array.from({ length: count }, (_, index) => `93.184.216.${index}`)
  const v6 = (count: number) => Array.from({ length: count }, (_, index) => `2606:4700::${index}`)
  const cases: [string[], string[]][] = [
    [
      [...v4(3), '2606:4700::1'],
      ['93.184.216.0', '2606:4700::1', '93.184.216.1', '93.184.216.2'],
    ],
    [
      [...v6(2), '93.184.216.9'],
      ['93.184.216.9', '2606:4700::0', '2606:4700::1'],
    ],
    [v4(9), v4(8)],
    [v6(9), v6(8)],
    [[...v6(9), ...v4(9)], v4(4).flatMap((address, index) => [address, v6(4)[index]!])],
  ]
  for (const [found, tried] of cases)
    assert.deepEqual(
      await resolveTarget(
        named('a.example.com'),
        resolverWith(() => found),
        strict,
        5000,
      ),
      { ok: true, addresses: tried, isPublic: true },
    )
})

test('an address as host is checked without a lookup', async () => {
  const never = resolverWith(() => assert.fail('asked'))
  const literal = (hostname: string) => resolveTarget({ ...named(hostname), isAddress: true }, never, strict, 5000)
  assert.deepEqual(await literal('1.1.1.1'), { ok: true, addresses: ['1.1.1.1'], isPublic: true })
  assert.deepEqual(await literal('127.0.0.1'), { ok: false, error: 'address_not_public' })
  const policy = createReceiverPolicy({ allowCidrs: ['127.0.0.0/8'], allowHosts: [] })
  const allowed = await resolveTarget({ ...named('127.0.0.1'), isAddress: true }, never, policy, 5000)
  assert.deepEqual(allowed, { ok: true, addresses: ['127.0.0.1'], isPublic: false })
})
