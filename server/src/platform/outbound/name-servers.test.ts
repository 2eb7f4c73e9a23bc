import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNameServers } from './name-servers.ts'
import { startNameServer, TYPE_A } from '../../../test/name-server.ts'

const RESOLVERS = 8
const TRIES = 3

/** A name server that responds to a name starting with `try<n>` at its nth question, and to no other name. */
async function withNameServer(
  use: (names: {
    ask(name: string): { answer: Promise<string[]>; cancel: () => void }
    /** How often the name's IPv4 addresses were looked up. */
    timesAsked(name: string): number
    /** Waits until all earlier questions must have had their last try. */
    untilLastTries(): Promise<void>
  }) => Promise<void>,
): Promise<void> {
  const timesAsked = (name: string) => server.questions.filter((question) => question === `${name} ${TYPE_A}`).length
  const server = await startNameServer((name, type) => {
    const tries = /^try(\d)/.exec(name)?.[1]
    if (tries === undefined || timesAsked(name) < Number(tries)) return null
    return type === TYPE_A ? ['93.184.216.34'] : []
  })
  const start = createNameServers(() => [server.server], { monotonic: () => 0 })
  const ask = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string[]>()
    let hasEnded = false
    const end = () => {
      assert.ok(!hasEnded)
      hasEnded = true
    }
    const cancel = start(name, (addresses) => {
      end()
      resolve(addresses)
    })
    return {
      answer: promise,
      cancel() {
        end()
        cancel!()
      },
    }
  }
  const untilLastTries = async () => {
    const apart = createNameServers(() => [server.server], { monotonic: () => 0 })
    await new Promise<string[]>((resolve) => apart(`try${TRIES}.example.net`, resolve))
  }
  try {
    await use({ ask, timesAsked, untilLastTries })
  } finally {
    server.close()
  }
}

test('a canceled question is not sent again', async () => {
  await withNameServer(async ({ ask, timesAsked, untilLastTries }) => {
    const silent = ask('silent.example.com')
    const kept = ask('kept.example.com')
    silent.cancel()
    await untilLastTries()
    assert.ok(timesAsked('silent.example.com') <= 1)
    assert.equal(timesAsked('kept.example.com'), TRIES)
    assert.deepEqual(await kept.answer, [])
  })
})

test('a canceled question does not affect others of its resolver, and ends with them', async () => {
  await withNameServer(async ({ ask, timesAsked, untilLastTries }) => {
    const silent = ask('silent.example.com')
    for (let count = 1; count < RESOLVERS; count++) ask(`try1-${count}.example.com`)
    const companion = ask('try2.example.com')
    silent.cancel()
    assert.deepEqual(await companion.answer, ['93.184.216.34'])
    await untilLastTries()
    assert.ok(timesAsked('silent.example.com') < TRIES)
  })
})

test('later questions do not keep a canceled question alive', async () => {
  await withNameServer(async ({ ask, timesAsked, untilLastTries }) => {
    const silent = ask('silent.example.com')
    for (let count = 1; count < RESOLVERS; count++) ask(`try1-${count}.example.com`)
    const companion = ask('try1-companion.example.com')
    silent.cancel()
    for (let count = 0; count < RESOLVERS; count++) ask(`late${count}.example.com`)
    assert.deepEqual(await companion.answer, ['93.184.216.34'])
    await untilLastTries()
    assert.equal(timesAsked('silent.example.com'), 1)
  })
})

test('other name servers of the machine are asked within a second, also without a restart', async () => {
  const answering = (address: string) => startNameServer((_name, type) => (type === TYPE_A ? [address] : []))
  const [first, second] = [await answering('93.184.216.34'), await answering('93.184.216.35')]
  try {
    let [nowMs, present] = [0, first]
    const start = createNameServers(() => [present.server], { monotonic: () => nowMs })
    const lookUp = () => new Promise<string[]>((resolve) => start('hooks.example.com', resolve))
    assert.deepEqual(await lookUp(), ['93.184.216.34'])
    present = second
    nowMs += 1000
    for (let count = 0; count < RESOLVERS; count++) assert.deepEqual(await lookUp(), ['93.184.216.35'])
  } finally {
    first.close()
    second.close()
  }
})

test('a family without a response is not asked again after the wait for the other family', async () => {
  const server = await startNameServer((_name, type) => (type === TYPE_A ? ['93.184.216.34'] : null))
  try {
    const start = createNameServers(() => [server.server], { monotonic: () => 0 })
    const answer = await new Promise<string[]>((resolve) => start('half.example.com', resolve))
    assert.deepEqual(answer, ['93.184.216.34'])
    const asked = server.questions.length
    // Waits as long once more. The first name would have been looked up again within this time.
    await new Promise<string[]>((resolve) => start('half2.example.com', resolve))
    assert.equal(server.questions.filter((question) => question.startsWith('half.')).length, asked)
  } finally {
    server.close()
  }
})
