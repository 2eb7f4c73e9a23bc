import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { resolveTarget } from './resolve.ts'
import { checkUrl, createReceiverPolicy } from './url-policy.ts'
import type { ReceiverUrl, UrlErrorCode } from './url-policy.ts'
import { resolverWith } from '../../../test/host-resolver.ts'

interface CorpusCase {
  url: string
  verdict: 'accept' | 'reject'
  why: string
  stage?: 'save' | 'dispatch'
  reason?: string
  resolve?: string[]
  resolve_at_dispatch?: string[]
  /** The address a connection would reach. It must be one of the checked ones. */
  peer?: string
}

const corpus = JSON.parse(
  readFileSync(new URL('../../../test/data/ssrf-corpus.json', import.meta.url), 'utf8'),
) as CorpusCase[]

/** The corpus distinguishes more cases than our codes. */
const CODES: Record<string, UrlErrorCode | 'url_unresolvable'> = {
  host_bad_syntax: 'url_invalid',
  host_does_not_resolve: 'url_unresolvable',
  host_internal_name: 'url_not_public',
  host_noncanonical_ip: 'url_invalid',
  host_not_public: 'url_not_public',
  host_resolves_to_non_public: 'url_not_public',
  host_single_label: 'url_invalid',
  url_bad_characters: 'url_invalid',
  url_bad_port: 'url_invalid',
  url_blank: 'url_invalid',
  url_has_credentials: 'url_invalid',
  url_malformed: 'url_invalid',
  url_not_https: 'url_not_https',
  url_too_long: 'url_too_long',
}

const strict = createReceiverPolicy({ allowCidrs: [], allowHosts: [] })

/** The result of saving the URL: `ok`, or the code of the refusal. */
async function save(item: CorpusCase): Promise<{ code: string; url: ReceiverUrl | null }> {
  const check = checkUrl(item.url, strict)
  if (!check.ok) return { code: check.code, url: null }
  const target = await resolveTarget(
    check.url,
    resolverWith(() => item.resolve ?? []),
    strict,
    5000,
  )
  if (target.ok) return { code: 'ok', url: check.url }
  return { code: target.error === 'dns_error' ? 'url_unresolvable' : 'url_not_public', url: null }
}

test(`the corpus of ${corpus.length} URLs`, async (context) => {
  for (const item of corpus) {
    const label = `${JSON.stringify(item.url).slice(0, 80)} ${item.why}`
    const saved = await save(item)
    if (item.stage === 'save') {
      assert.equal(saved.code, CODES[item.reason!], label)
      continue
    }
    assert.equal(saved.code, 'ok', label)
    // Redirects and the peer's address are tested with connections. Here: the addresses allowed for connecting.
    const answers = item.resolve_at_dispatch ?? item.resolve ?? []
    const target = await resolveTarget(
      saved.url!,
      resolverWith(() => answers),
      strict,
      5000,
    )
    if (item.reason === 'host_resolves_to_non_public')
      assert.deepEqual(target, { ok: false, error: 'address_not_public' }, label)
    else if (item.reason === 'host_does_not_resolve') assert.deepEqual(target, { ok: false, error: 'dns_error' }, label)
    else assert.equal(target.ok, true, label)
    if (item.peer !== undefined && target.ok)
      assert.equal(target.addresses.includes(item.peer), item.verdict === 'accept', label)
  }
  context.diagnostic(`${corpus.filter((item) => item.verdict === 'reject').length} refused`)
})

test('values other than text are refused', () => {
  for (const raw of [undefined, null, 7, true, {}, ['https://hooks.example.com/']]) {
    const check = checkUrl(raw, strict)
    assert.equal(check.ok ? 'ok' : check.code, 'url_invalid')
  }
})

test('every blocked port, and its neighbours', () => {
  for (const [port, ok] of [
    [0, false],
    [1, false],
    [2, true],
    [80, true],
    [443, true],
    [6000, false],
    [6679, false],
    [8443, true],
    [10080, false],
    [65535, true],
    [65536, false],
  ] as const)
    assert.equal(checkUrl(`https://hooks.example.com:${port}/`, strict).ok, ok, String(port))
})

test('the parts of an accepted URL', () => {
  assert.deepEqual(checkUrl('HTTPS://Hooks.Example.COM.:8443/A?b=c#d', strict), {
    ok: true,
    url: {
      href: 'https://hooks.example.com.:8443/A?b=c#d',
      host: 'hooks.example.com:8443',
      hostname: 'hooks.example.com',
      isAbsolute: true,
      port: 8443,
      path: '/A?b=c',
      isAddress: false,
    },
  })
  const literal = checkUrl('https://[2606:4700:4700:0:0:0:0:1111]', strict)
  assert.ok(literal.ok)
  assert.deepEqual([literal.url.host, literal.url.hostname], ['[2606:4700:4700::1111]', '2606:4700:4700::1111'])
  assert.deepEqual([literal.url.port, literal.url.path, literal.url.isAddress], [443, '/', true])
  assert.equal(literal.url.isAbsolute, false)
})

test('the operator allows addresses and names, and https stays required', () => {
  const policy = createReceiverPolicy({
    allowCidrs: ['127.0.0.0/8', '::1/128'],
    allowHosts: ['receiver', 'Localhost', '*.example.internal'],
  })
  const code = (url: string): string => {
    const check = checkUrl(url, policy)
    return check.ok ? 'ok' : check.code
  }
  assert.equal(code('https://127.0.0.1:8443/'), 'ok')
  assert.equal(code('https://[::1]:8443/'), 'ok')
  assert.equal(code('https://10.0.0.1/'), 'url_not_public')
  assert.equal(code('https://2130706433/'), 'url_invalid')
  assert.equal(code('https://receiver:8443/hook'), 'ok')
  assert.equal(code('https://localhost./hook'), 'ok')
  assert.equal(code('https://a.b.example.internal/'), 'ok')
  assert.equal(code('https://example.internal/'), 'url_not_public')
  assert.equal(code('https://evilexample.internal/'), 'url_not_public')
  assert.equal(code('http://receiver/'), 'url_not_https')
})
