import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createSecretsCipher, loadOrCreateKeyFile, parseKeyRing } from './secrets.ts'

const oldKey = { id: 'old', key: randomBytes(32) }
const newKey = { id: 'new', key: randomBytes(32) }
const CONTEXT = 'webhook_endpoints.secret:3:7'

test('a text can be decrypted, and each encryption differs', () => {
  const cipher = createSecretsCipher([newKey])
  for (const plain of ['', 'whsec_abc', 'ü€😀', 'x'.repeat(10_000)]) {
    const stored = cipher.encrypt(plain, CONTEXT)
    assert.equal(cipher.decrypt(stored, CONTEXT), plain)
    assert.notEqual(cipher.encrypt(plain, CONTEXT), stored)
    if (plain !== '') assert.ok(!stored.includes(plain))
  }
})

test('it is bound to its row, its key and its bytes', () => {
  const cipher = createSecretsCipher([newKey])
  const stored = cipher.encrypt('whsec_abc', CONTEXT)
  assert.throws(() => cipher.decrypt(stored, 'webhook_endpoints.secret:3:8'))
  assert.throws(() => createSecretsCipher([oldKey]).decrypt(stored, CONTEXT), /key new of a stored secret is missing/)
  assert.throws(() => createSecretsCipher([{ id: 'new', key: oldKey.key }]).decrypt(stored, CONTEXT))
  const [format, id, data] = stored.split('.')
  const bytes = Buffer.from(data!, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index]! ^= 1
    assert.throws(() => cipher.decrypt(`${format}.${id}.${changed.toString('base64url')}`, CONTEXT))
  }
  for (let length = 0; length < bytes.length; length++)
    assert.throws(() => cipher.decrypt(`${format}.${id}.${bytes.subarray(0, length).toString('base64url')}`, CONTEXT))
  for (const text of ['', 'v2.new.AAAA', 'v1.new', `${stored}.x`]) assert.throws(() => cipher.decrypt(text, CONTEXT))
})

test('the first key encrypts, all decrypt', () => {
  const before = createSecretsCipher([oldKey]).encrypt('whsec_abc', CONTEXT)
  const cipher = createSecretsCipher([newKey, oldKey])
  assert.equal(cipher.decrypt(before, CONTEXT), 'whsec_abc')
  assert.equal(cipher.needsReencryption(before), true)
  assert.equal(cipher.needsReencryption(cipher.encrypt('whsec_abc', CONTEXT)), false)
})

test('another ring may take its place, for derived keys as well', () => {
  const cipher = createSecretsCipher([oldKey])
  const derived = cipher.deriveKeys('tokens')
  const [former] = derived
  const stored = cipher.encrypt('whsec_abc', CONTEXT)
  cipher.replaceKeys([newKey, oldKey])
  assert.equal(cipher.decrypt(stored, CONTEXT), 'whsec_abc')
  assert.equal(cipher.needsReencryption(stored), true)
  assert.deepEqual(derived, createSecretsCipher([newKey, oldKey]).deriveKeys('tokens'))
  assert.deepEqual(derived[1], former)
  assert.throws(() => cipher.replaceKeys([]))
})

test('the text of a key ring', () => {
  const text = (key: { id: string; key: Buffer }) => `${key.id}:${key.key.toString('base64')}`
  assert.deepEqual(parseKeyRing(` ${text(newKey)} , ${text(oldKey)}`), { ok: true, keys: [newKey, oldKey] })
  assert.deepEqual(parseKeyRing(`new:${newKey.key.toString('base64url')}`), { ok: true, keys: [newKey] })
  const wrong = (ring: string): string => {
    const result = parseKeyRing(ring)
    return result.ok ? 'ok' : result.sentence
  }
  assert.match(wrong(''), /has no colon/)
  assert.match(wrong(newKey.key.toString('base64')), /has no colon/)
  assert.match(wrong(`${text(newKey)},`), /entry 2/)
  assert.match(wrong(`:${newKey.key.toString('base64')}`), /invalid id/)
  assert.match(wrong(`a.b:${newKey.key.toString('base64')}`), /invalid id/)
  assert.match(wrong(`${text(newKey)},${text(newKey)}`), /twice/)
  assert.match(wrong(`a:${randomBytes(31).toString('base64')}`), /32 bytes/)
  assert.match(wrong(`a:${'!'.repeat(43)}`), /32 bytes/)
  const shown = wrong(`a:${randomBytes(33).toString('base64')}`)
  assert.ok(shown.length < 100)
})

test('a key file is made once, for its owner alone', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-secrets-'))
  try {
    const path = join(directory, 'secrets.keys')
    const program = `import { loadOrCreateKeyFile } from ${JSON.stringify(import.meta.resolve('./secrets.ts'))}
      console.log(loadOrCreateKeyFile(${JSON.stringify(path)}).keys[0].key.toString('hex'))`
    const starts = [1, 2, 3].map(() => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]))
    const keys = (await Promise.all(starts)).map((output) => output.stdout.trim())
    assert.equal(new Set(keys).size, 1)
    const ring = loadOrCreateKeyFile(path)
    assert.ok(ring.ok)
    assert.equal(ring.keys[0]!.key.toString('hex'), keys[0])
    assert.deepEqual(readdirSync(directory), ['secrets.keys'])
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.match(readFileSync(path, 'utf8'), /^key1:/)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a directory that is not there is the system’s error', () => {
  assert.throws(() => loadOrCreateKeyFile('/nonexistent-directory/secrets.keys'), { code: 'ENOENT' })
})
