import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { verify } from '../sdk/src/index.ts'
import { generatedFiles } from './generated.ts'

for (const [path, text] of Object.entries(await generatedFiles())) {
  it(`${path} is up to date (node scripts/docs.ts prints it)`, () => {
    assert.equal(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), text)
  })
}

it('the request that docs/events.md shows has the signature that it should have', () => {
  const page = readFileSync(new URL('../docs/events.md', import.meta.url), 'utf8')
  const [, timestamp, signature] = /^X-Service-Signature: (?=t=(\d+),)(.+)$/m.exec(page)!
  const [, body] = /\n(\{"id":"evt_[^`]+)\n```/.exec(page)!
  const [secret] = /whsec_\w{43}/.exec(page)!
  assert.ok(verify(body!.replaceAll('\n', ''), signature, secret, { nowSeconds: Number(timestamp) }))
})
