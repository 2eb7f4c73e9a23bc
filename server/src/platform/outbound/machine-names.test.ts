import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createMachineNames, parseHosts, parseSearch, questionsFor } from './machine-names.ts'
import { createResolver, resolveTarget } from './resolve.ts'
import { checkHostText, createReceiverPolicy } from './url-policy.ts'
import type { ReceiverHost } from './url-policy.ts'
import { startNameServer, TYPE_A, TYPE_AAAA } from '../../../test/name-server.ts'
import { assertLinear } from '../../../test/hostile/growth.ts'

const NXDOMAIN = 3
const still = { monotonic: () => 0 }
const strict = createReceiverPolicy({ allowCidrs: [], allowHosts: [] })
/** The host as parsed from a URL. */
function named(text: string): ReceiverHost {
  const checked = checkHostText(text, strict)
  assert.ok(checked.ok)
  return checked.host
}

/** Writes the given files to a new directory. `write` replaces one. */
function withFiles<Result>(
  given: { hosts?: string; resolver?: string },
  use: (files: { hosts: string; resolver: string }) => Result,
): Result {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-names-'))
  const files = { hosts: join(directory, 'hosts'), resolver: join(directory, 'resolv.conf') }
  if (given.hosts !== undefined) writeFileSync(files.hosts, given.hosts)
  if (given.resolver !== undefined) writeFileSync(files.resolver, given.resolver)
  const remove = () => rmSync(directory, { recursive: true })
  let result: Result
  try {
    result = use(files)
  } catch (error) {
    remove()
    throw error
  }
  if (result instanceof Promise) return result.finally(remove) as Result
  remove()
  return result
}

test('a hosts file: several names, several lines of a name, any case, comments, invalid addresses', () => {
  const hosts = parseHosts(
    [
      '# 192.0.2.9 commented.example.com',
      '192.0.2.1\tHooks.Example.com  hooks  # the receiver',
      '   2001:db8::1 hooks.example.com.   ',
      '192.0.2.1 hooks.example.com',
      'fe80::1%eth0 link.example.com',
      '999.0.0.1 wrong.example.com',
      'nonsense',
      '192.0.2.2',
      '',
      '192.0.2.3 windows.example.com\r',
    ].join('\n'),
  )
  assert.deepEqual(Object.fromEntries(hosts), {
    'hooks.example.com': ['192.0.2.1', '2001:db8::1'],
    hooks: ['192.0.2.1'],
    'windows.example.com': ['192.0.2.3'],
  })
})

test('search domains: the last line counts, and ndots', () => {
  assert.deepEqual(parseSearch('nameserver 192.0.2.53\n'), { domains: [], dots: 1 })
  assert.deepEqual(parseSearch('domain a.example\nsearch b.example C.example.\noptions rotate ndots:5 timeout:1\n'), {
    domains: ['b.example', 'c.example'],
    dots: 5,
  })
  assert.deepEqual(parseSearch('search a.example\ndomain b.example\noptions ndots:99 ndots:x\n# search c.example'), {
    domains: ['b.example'],
    dots: 15,
  })
  assert.deepEqual(parseSearch(`search ${'a.example '.repeat(1000)}`).domains.length, 16)
})

test('names are looked up in the order of the C library', () => {
  const domains = ['team.svc.example', 'svc.example']
  const longer = ['hooks.team.team.svc.example', 'hooks.team.svc.example']
  assert.deepEqual(questionsFor('hooks.team', { domains, dots: 1 }), ['hooks.team', ...longer])
  assert.deepEqual(questionsFor('hooks.team', { domains, dots: 5 }), [...longer, 'hooks.team'])
  assert.deepEqual(questionsFor('hooks.team', { domains: [], dots: 5 }), ['hooks.team'])
  const long = `${'a.'.repeat(120)}example`
  assert.deepEqual(questionsFor(long, { domains, dots: 1 }), [long])
})

test('changed files are read again a second after the last check', () => {
  withFiles({ hosts: '192.0.2.1 a.example.com\n' }, (files) => {
    let ms = 0
    const names = createMachineNames(files, { monotonic: () => ms })
    assert.deepEqual(names.addressesOf('a.example.com'), ['192.0.2.1'])
    assert.deepEqual(names.questionsFor('b.example.com', false), ['b.example.com'])
    writeFileSync(files.hosts, '192.0.2.22 a.example.com b.example.com\n')
    writeFileSync(files.resolver, 'search example.net\n')
    assert.deepEqual(names.addressesOf('b.example.com'), null)
    ms = 1000
    assert.deepEqual(names.addressesOf('a.example.com'), ['192.0.2.22'])
    assert.deepEqual(names.addressesOf('b.example.com'), ['192.0.2.22'])
    assert.deepEqual(names.questionsFor('b.example.com', false), ['b.example.com', 'b.example.com.example.net'])
    assert.deepEqual(names.questionsFor('b.example.com', true), ['b.example.com'])
    rmSync(files.hosts)
    ms = 2000
    assert.equal(names.addressesOf('a.example.com'), null)
  })
})

test('a name found only in the hosts file resolves, is checked, and is sent to no name server', async () => {
  const server = await startNameServer(() => NXDOMAIN)
  const hosts =
    '93.184.216.34 public.example.com\n10.0.0.1 private.example.com\n93.184.216.34 both.example.com\n::1 both.example.com\n' +
    '93.184.216.34 box.internal\n'
  try {
    await withFiles({ hosts }, async (files) => {
      const resolver = createResolver({ servers: [server.server], clock: still, files })
      const resolve = (hostname: string) => resolveTarget(named(hostname), resolver, strict, 5000)
      assert.deepEqual(await resolve('public.example.com'), { ok: true, addresses: ['93.184.216.34'], isPublic: true })
      assert.deepEqual(await resolve('Public.example.com.'), { ok: true, addresses: ['93.184.216.34'], isPublic: true })
      assert.deepEqual(await resolve('private.example.com'), { ok: false, error: 'address_not_public' })
      assert.deepEqual(await resolve('both.example.com'), { ok: false, error: 'address_not_public' })
      const internal = { ...named('public.example.com'), hostname: 'box.internal' }
      assert.deepEqual(await resolveTarget(internal, resolver, strict, 5000), { ok: false, error: 'dns_error' })
      const naming = createReceiverPolicy({ allowCidrs: [], allowHosts: ['box.internal'] })
      assert.ok((await resolveTarget(internal, resolver, naming, 5000)).ok)
      assert.deepEqual(server.questions, [])
      assert.deepEqual(await resolve('neither.example.com'), { ok: false, error: 'dns_error' })
      assert.equal(server.questions.length, 2)
    })
  } finally {
    server.close()
  }
})

test('a name completed by a search domain resolves, and is checked', async () => {
  const server = await startNameServer((name, type) => {
    if (name === 'hooks.team.svc.example') return type === TYPE_A ? ['93.184.216.34'] : []
    if (name === 'inside.team.svc.example') return type === TYPE_A ? ['10.0.0.1'] : []
    return NXDOMAIN
  })
  try {
    await withFiles({ resolver: 'search prod.example svc.example\noptions ndots:2\n' }, async (files) => {
      const resolver = createResolver({ servers: [server.server], clock: still, files })
      const resolve = (hostname: string) => resolveTarget(named(hostname), resolver, strict, 5000)
      assert.deepEqual(await resolve('hooks.team'), { ok: true, addresses: ['93.184.216.34'], isPublic: true })
      assert.deepEqual(
        server.questions.filter((question) => question.endsWith(` ${TYPE_A}`)),
        [`hooks.team.prod.example ${TYPE_A}`, `hooks.team.svc.example ${TYPE_A}`],
      )
      assert.deepEqual(await resolve('inside.team'), { ok: false, error: 'address_not_public' })
      assert.deepEqual(await resolve('absent.team'), { ok: false, error: 'dns_error' })
    })
  } finally {
    server.close()
  }
})

test('a name with a trailing dot is looked up only as written', async () => {
  const server = await startNameServer((name, type) =>
    name.endsWith('.svc.example') && type === TYPE_A ? ['93.184.216.34'] : NXDOMAIN,
  )
  try {
    await withFiles({ resolver: 'search svc.example\noptions ndots:5\n' }, async (files) => {
      const resolver = createResolver({ servers: [server.server], clock: still, files })
      assert.deepEqual(await resolveTarget(named('hooks.team.'), resolver, strict, 5000), {
        ok: false,
        error: 'dns_error',
      })
      assert.deepEqual(server.questions.toSorted(), [`hooks.team ${TYPE_A}`, `hooks.team ${TYPE_AAAA}`])
    })
  } finally {
    server.close()
  }
})

test("a name completed by a search domain is checked as if written: an internal one needs the operator's permission", async () => {
  const server = await startNameServer((name, type) => {
    if (type !== TYPE_A) return []
    if (name === 'hooks.team.svc.internal') return ['10.0.0.1']
    return name === 'hooks.team.example' ? ['93.184.216.34'] : NXDOMAIN
  })
  try {
    await withFiles({ resolver: 'search svc.internal example\noptions ndots:5\n' }, async (files) => {
      const resolver = createResolver({ servers: [server.server], clock: still, files })
      const resolve = (allowHosts: string[], allowCidrs: string[] = []) =>
        resolveTarget(named('hooks.team'), resolver, createReceiverPolicy({ allowCidrs, allowHosts }), 5000)
      const outside = { ok: true, addresses: ['93.184.216.34'], isPublic: true }
      assert.deepEqual(await resolve([]), outside)
      assert.deepEqual(await resolve(['other.svc.internal'], ['10.0.0.0/8']), outside)
      assert.equal(server.questions.filter((question) => question.includes('internal')).length, 0)
      assert.deepEqual(await resolve(['*.svc.internal']), { ok: true, addresses: ['10.0.0.1'], isPublic: false })
    })
  } finally {
    server.close()
  }
})

test('after the time limit no further name is looked up', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const server = await startNameServer((name, type) => {
    if (name === 'hooks.team' && type === TYPE_A) context.mock.timers.tick(5000)
    return name === 'last.example' && type === TYPE_A ? ['93.184.216.34'] : NXDOMAIN
  })
  try {
    await withFiles({ resolver: 'search svc.example\n' }, async (files) => {
      const resolver = createResolver({ servers: [server.server], clock: still, files })
      const resolve = (text: string) => resolveTarget(named(text), resolver, strict, 5000)
      assert.deepEqual(await resolve('hooks.team'), { ok: false, error: 'dns_error' })
      // All possible questions would have arrived before this one.
      assert.ok((await resolve('last.example')).ok)
      assert.deepEqual(
        server.questions.filter((question) => question.includes('svc.example')),
        [],
      )
    })
  } finally {
    server.close()
  }
})

test('reading a hosts file has linear cost', async () => {
  await assertLinear(5_000, (lines) => '0.0.0.0 advertisements.example.com\n'.repeat(lines), parseHosts)
  await assertLinear(5_000, (names) => `0.0.0.0 ${'a.example.com '.repeat(names)}`, parseHosts)
  await assertLinear(20_000, (blanks) => `${' '.repeat(blanks)}#${' '.repeat(blanks)}`, parseHosts)
})
