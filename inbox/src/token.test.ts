import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTokens, lifeOf } from './token.ts'

function jwt(claims: object): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

/** Tokens of one hour, and a clock. */
function setUp() {
  let now = 0
  let calls = 0
  const getToken = () => Promise.resolve(jwt({ iat: 100, exp: 3700, number: ++calls }))
  const tokens = createTokens(null, getToken, () => now)
  return { tokens, calls: () => calls, at: (ms: number) => void (now = ms) }
}

describe('the recipient token', () => {
  it('is asked for once by requests at the same time', async () => {
    const { tokens, calls } = setUp()
    const [one, other] = await Promise.all([tokens.get(), tokens.get()])
    assert.equal(one, other)
    assert.equal(calls(), 1)
  })

  it('is replaced a minute before its end', async () => {
    const { tokens, calls, at } = setUp()
    await tokens.get()
    assert.equal(tokens.msLeft(), 3_540_000)
    at(3_539_999)
    await tokens.get()
    assert.equal(calls(), 1)
    at(3_540_000)
    await tokens.get()
    assert.equal(calls(), 2)
  })

  it('is replaced after a refusal, but not after a late refusal of its predecessor', async () => {
    const { tokens, calls } = setUp()
    const old = (await tokens.get())!
    tokens.refuse(old)
    const next = await tokens.get()
    tokens.refuse(old)
    assert.equal(await tokens.get(), next)
    assert.equal(calls(), 2)
  })

  it('is absent after a refusal if there is no function', async () => {
    const tokens = createTokens('abc', null)
    assert.equal(await tokens.get(), 'abc')
    assert.equal(tokens.msLeft(), 2_000_000_000)
    tokens.refuse('abc')
    assert.equal(await tokens.get(), null)
    tokens.set('def')
    assert.equal(await tokens.get(), 'def')
  })

  it('rejects with the error of the function, and asks again the next time', async () => {
    let calls = 0
    const tokens = createTokens(null, () =>
      ++calls === 1 ? Promise.reject(new Error('down')) : Promise.resolve('abc'),
    )
    await assert.rejects(tokens.get(), /down/)
    assert.equal(await tokens.get(), 'abc')
  })

  it('has the life of its claims', () => {
    assert.equal(lifeOf(jwt({ iat: 100, exp: 160 })), 60_000)
    for (const token of ['', 'abc', 'a.b.c', jwt({}), jwt({ iat: 5, exp: 5 }), `a.${btoa('null')}.c`])
      assert.equal(lifeOf(token), null, token)
  })
})
