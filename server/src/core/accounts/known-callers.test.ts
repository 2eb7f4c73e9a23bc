import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { KnownCallers } from './known-callers.ts'

const MINUTE_MS = 60_000

const outage = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
const hashOf = (name: string) => Buffer.from(name)

describe('known callers', () => {
  let now: number
  let isAway: boolean
  let listeners: (() => void)[]
  let known: KnownCallers<{ accountId: number }>
  const caller = { accountId: 1 }
  const setAway = (value: boolean) => {
    isAway = value
    for (const listener of listeners) listener()
  }

  beforeEach(() => {
    now = 0
    isAway = false
    listeners = []
    const directory = {
      isDirectoryAway: () => isAway,
      onChange: (listener: () => void) => void listeners.push(listener),
    }
    known = new KnownCallers(directory, () => now)
  })

  const find = (ask: () => Promise<{ accountId: number } | null>, name = 'key') => known.find(hashOf(name), ask)
  const valid = () => Promise.resolve(caller)
  const revoked = () => Promise.resolve(null)

  it('are asked for every time while the directory responds', async () => {
    assert.equal(await find(valid), caller)
    assert.equal(await find(revoked), null)
    await assert.rejects(find(outage), /refused/)
  })

  it('go on for ten minutes without the directory', async () => {
    await find(valid)
    now = 10 * MINUTE_MS
    assert.equal(await find(outage), caller)
    now += 1
    await assert.rejects(find(outage), /refused/)
  })

  it('do not wait for a silent directory', async () => {
    await find(valid)
    const { promise: silent } = Promise.withResolvers<never>()
    const found = find(() => silent)
    setAway(true)
    assert.equal(await found, caller)
    assert.equal(await find(() => assert.fail('The directory is away')), caller)
    setAway(false)
    assert.equal(await find(revoked), null)
  })

  it('are only these: others get the error', async () => {
    await find(valid)
    setAway(true)
    await assert.rejects(find(outage, 'other'), /refused/)
  })

  it('do not hide defects', async () => {
    await find(valid)
    await assert.rejects(
      find(() => Promise.reject(new Error('a defect'))),
      /a defect/,
    )
  })

  it('are bounded for each account, and in all', async () => {
    for (let index = 0; index < 200; index++) await find(valid, `key ${index}`)
    assert.equal(await find(outage, 'key 99'), caller)
    await assert.rejects(find(outage, 'key 100'), /refused/)
    for (let accountId = 2; accountId < 20_002; accountId++)
      await find(() => Promise.resolve({ accountId }), `of ${accountId}`)
    await assert.rejects(find(outage, 'key 99'), /refused/)
    assert.deepEqual(await find(outage, 'of 20001'), { accountId: 20_001 })
  })
})
