import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** emSign ECC Root CA - G3 */
const DISTRUSTED = `
-----BEGIN CERTIFICATE-----
MIICTjCCAdOgAwIBAgIKPPYHqWhwDtqLhDAKBggqhkjOPQQDAzBrMQswCQYDVQQGEwJJTjET
MBEGA1UECxMKZW1TaWduIFBLSTElMCMGA1UEChMcZU11ZGhyYSBUZWNobm9sb2dpZXMgTGlt
aXRlZDEgMB4GA1UEAxMXZW1TaWduIEVDQyBSb290IENBIC0gRzMwHhcNMTgwMjE4MTgzMDAw
WhcNNDMwMjE4MTgzMDAwWjBrMQswCQYDVQQGEwJJTjETMBEGA1UECxMKZW1TaWduIFBLSTEl
MCMGA1UEChMcZU11ZGhyYSBUZWNobm9sb2dpZXMgTGltaXRlZDEgMB4GA1UEAxMXZW1TaWdu
IEVDQyBSb290IENBIC0gRzMwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAAQjpQy4LRL1KPOxst3i
AhKAnjlfSU2fySU0WXTsuwYc58Byr+iuL+FBVIcUqEqy6HyC5ltqtdyzdc6LBtCGI79G1Y4P
PwT01xySfvalY8L1X44uT6EYGQIrMgqCZH0Wk9GjQjBAMB0GA1UdDgQWBBR8XQKEE9TMipuB
zhccLikenEhjQjAOBgNVHQ8BAf8EBAMCAQYwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AwNpADBmAjEAvvNhzwIQHWSVB7gYboiFBS+DCBeQyh+KTOgNG3qxrdWBCUfvO6wIBHxcmbHt
RwfSAjEAnbpV/KlK6O3t5nYBQnvI+GDZjVGLVTv7jHvrZQnD+JbNR6iC8hZVdyR+EhCVBCyj
-----END CERTIFICATE-----
`

const PROGRAM = `
  import { X509Certificate } from 'node:crypto'
  import { getCACertificates } from 'node:tls'
  import { removeDistrustedRoots } from '${new URL('distrusted-roots.ts', import.meta.url).href}'
  const emSign = () => getCACertificates('default').filter((pem) => /emSign ECC Root CA - G3/.test(new X509Certificate(pem).subject))
  const before = emSign().length
  removeDistrustedRoots()
  console.log(JSON.stringify({ before, after: emSign().length, all: getCACertificates('default').length }))
`

test('a root that lost its trust is removed, also if the operator adds it, and all others stay', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-roots-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'roots.pem')
  writeFileSync(file, DISTRUSTED)
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  const { before, after, all } = JSON.parse(stdout) as { before: number; after: number; all: number }
  assert.ok(before > 0)
  assert.equal(after, 0)
  assert.ok(all > 100, String(all))
})
