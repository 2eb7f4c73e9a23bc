import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { createSystemClock } from '../clock.ts'
import { createNameStream } from './name-stream.ts'
import type { NameStreamOptions } from './name-stream.ts'
import { readAnswer, TYPE_A, wireName, writeQuery } from './name-message.ts'
import { answerTo, startNameServer } from '../../test/name-server.ts'
import type { NameServer, NameServerOptions } from '../../test/name-server.ts'

/** Of tests in which nothing is to be too late. */
const clock = { monotonic: () => 0 }
const SERVFAIL = 2
const REFUSED = 5
const ADDRESS = '93.184.216.34'
/** What a name that was looked up elsewhere gets. */
const ELSEWHERE = ['192.0.2.1']

const usual = (_name: string, type: number) => (type === TYPE_A ? [ADDRESS] : [])

/** Asks for each group of names in turn, when the one before has its answers. */
async function addressesOf(
  options: Pick<NameStreamOptions, 'server' | 'clock'>,
  ...groups: string[][]
): Promise<string[][]> {
  const stream = createNameStream({ ...options, elsewhere: ({ resolve }) => resolve(ELSEWHERE) })
  const answers: string[][] = []
  for (const names of groups) {
    const asked = names.map((hostname) => {
      const { promise, resolve } = Promise.withResolvers<string[]>()
      return { promise, hostname, resolve }
    })
    stream.ask(asked)
    answers.push(...(await Promise.all(asked.map(({ promise }) => promise))))
  }
  return answers
}

async function withNameServer(options: NameServerOptions, use: (names: NameServer) => Promise<void>): Promise<void> {
  const names = await startNameServer(usual, options)
  try {
    await use(names)
  } finally {
    names.close()
  }
}

test('a server that fails, refuses or is asked for what is no name of a host: looked up elsewhere', async () => {
  const replyOnStream = (name: string, type: number) => {
    if (name === 'failing.example.com') return SERVFAIL
    if (name === 'half.example.com' && type !== TYPE_A) return REFUSED
    return usual(name, type)
  }
  await withNameServer({ replyOnStream }, async ({ server, streamed }) => {
    const group = [
      'a.example.com',
      'failing.example.com',
      'half.example.com',
      'A B',
      `${'long'.repeat(16)}.example.com`,
    ]
    const answers = await addressesOf({ server, clock }, group, ['b.example.com'])
    assert.deepEqual(answers, [[ADDRESS], ELSEWHERE, ELSEWHERE, ELSEWHERE, ELSEWHERE, [ADDRESS]])
    assert.equal(streamed.length, 8)
  })
})

test('a name without an answer is looked up elsewhere; the connection stays while others are answered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const replyOnStream = (name: string, type: number) => (name === 'silent.example.com' ? null : usual(name, type))
  await withNameServer({ replyOnStream }, async (names) => {
    const { server } = names
    let ms = 0
    const held = { monotonic: () => ms }
    const stream = createNameStream({ server, clock: held, elsewhere: ({ resolve }) => resolve(ELSEWHERE) })
    const ask = (hostname: string) => {
      const { promise, resolve } = Promise.withResolvers<string[]>()
      stream.ask([{ hostname, resolve }])
      return promise
    }
    assert.deepEqual(await ask('first.example.com'), [ADDRESS])
    const silent = ask('silent.example.com')
    ms = 200
    assert.deepEqual(await ask('a.example.com'), [ADDRESS])
    ms = 251
    t.mock.timers.tick(251)
    assert.deepEqual(await silent, ELSEWHERE)
    assert.deepEqual(await ask('b.example.com'), [ADDRESS])
    assert.equal(names.connections, 1)
  })
})

test('a connection that stands still or ends with queries unanswered serves no other lookup for a while', async () => {
  for (const endsIt of [false, true]) {
    const names = await startNameServer(usual, {
      replyOnStream(_name, _type, socket) {
        if (endsIt) socket.destroy()
        return null
      },
    })
    try {
      const groups = [['a.example.com', 'b.example.com'], ['c.example.com']]
      const answers = await addressesOf({ server: names.server, clock: createSystemClock() }, ...groups)
      assert.deepEqual(answers, [ELSEWHERE, ELSEWHERE, ELSEWHERE])
      assert.equal(names.connections, 1)
      assert.ok(names.streamed.every((question) => !question.startsWith('c.')))
    } finally {
      names.close()
    }
  }
})

test('what a silent server is asked while the connection is made waits from then on, and ends it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await withNameServer({ replyOnStream: () => null }, async (names) => {
    let ms = 0
    const given: string[] = []
    const stream = createNameStream({
      server: names.server,
      clock: { monotonic: () => ms },
      elsewhere: ({ hostname }) => given.push(hostname),
    })
    const ask = (hostname: string) => stream.ask([{ hostname, resolve: () => assert.fail('nobody answers') }])
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    ask('a.example.com')
    ms = 20
    while (names.streamed.length < 2) await turn()
    ms = 252
    t.mock.timers.tick(252)
    await turn()
    assert.deepEqual(given, [])
    ms = 271
    t.mock.timers.tick(19)
    await turn()
    assert.deepEqual(given, ['a.example.com'])
    ask('b.example.com')
    assert.deepEqual(given, ['a.example.com', 'b.example.com'])
    assert.equal(names.connections, 1)
  })
})

test('a connection on which only late answers come is given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const asked: { socket: Socket; query: Buffer }[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => asked.push({ socket, query: bytes.subarray(2, 2 + bytes.readUInt16BE(0)) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let ms = 0
  const given: string[] = []
  const stream = createNameStream({
    server: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock: { monotonic: () => ms },
    elsewhere: ({ hostname }) => given.push(hostname),
  })
  const ask = (hostname: string) => stream.ask([{ hostname, resolve: () => assert.fail('answered in time') }])
  try {
    ask('a.example.com')
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    ms = 100
    ask('b.example.com')
    ms = 251
    t.mock.timers.tick(251)
    while (given.length === 0) await new Promise((resolve) => setImmediate(resolve))
    // Nothing has come for so long: the later one has no better chance.
    assert.deepEqual(given, ['a.example.com', 'b.example.com'])
  } finally {
    server.close()
    for (const { socket } of asked) socket.destroy()
  }
})

test('a connection that was of help is made again when it ends, and what was asked over it is looked up elsewhere', async () => {
  let answered = 0
  const replyOnStream: NameServerOptions['replyOnStream'] = (name, type, socket) => {
    answered += 1
    if (answered !== 101) return usual(name, type)
    socket.destroy()
    return null
  }
  await withNameServer({ replyOnStream }, async (names) => {
    const many = Array.from({ length: 50 }, (_, index) => `hooks${index}.example.com`)
    const groups = [many, ['cut-off.example.com'], ['again.example.com']]
    const answers = await addressesOf({ server: names.server, clock }, ...groups)
    assert.deepEqual(answers, [...many.map(() => [ADDRESS]), ELSEWHERE, [ADDRESS]])
    assert.equal(names.connections, 2)
  })
})

test('a connection that stands still is followed by a pause, however much it has answered before', async () => {
  const replyOnStream = (name: string, type: number) => (name === 'silent.example.com' ? null : usual(name, type))
  await withNameServer({ replyOnStream }, async (names) => {
    const many = Array.from({ length: 50 }, (_, index) => `hooks${index}.example.com`)
    const groups = [many, ['silent.example.com'], ['late.example.com']]
    const answers = await addressesOf({ server: names.server, clock: createSystemClock() }, ...groups)
    assert.deepEqual(answers.slice(50), [ELSEWHERE, ELSEWHERE])
    assert.equal(names.connections, 1)
  })
})

test('a connection that ends when nothing is asked is made again', async () => {
  await withNameServer({}, async (names) => {
    const stream = createNameStream({ server: names.server, clock, elsewhere: ({ resolve }) => resolve(ELSEWHERE) })
    for (let number = 1; number <= 2; number++) {
      const { promise, resolve } = Promise.withResolvers<string[]>()
      stream.ask([{ hostname: `a${number}.example.com`, resolve }])
      assert.deepEqual(await promise, [ADDRESS])
      assert.equal(names.connections, number)
      await names.endConnections()
    }
  })
})

test('where nothing listens, all is looked up elsewhere', async () => {
  assert.deepEqual(await addressesOf({ server: '127.0.0.1:9', clock }, ['a.example.com'], ['b.example.com']), [
    ELSEWHERE,
    ELSEWHERE,
  ])
})

test('answers in pieces, and answers to nobody', async () => {
  const replyOnStream: NameServerOptions['replyOnStream'] = (name, type, socket) => {
    // A message of no bytes, and one that is no answer.
    socket.write(Buffer.from([0, 0, 0, 3, 1, 2, 3]))
    return usual(name, type)
  }
  await withNameServer({ replyOnStream, pieceBytes: 7 }, async ({ server }) => {
    const group = Array.from({ length: 20 }, (_, index) => `hooks${index}.example.com`)
    for (const answer of await addressesOf({ server, clock }, group)) assert.deepEqual(answer, [ADDRESS])
  })
})

test('what is cut off, or an answer to another question, is no answer', () => {
  const wire = wireName('hooks.example.com')!
  const query = Buffer.alloc(100)
  const end = writeQuery(query, 0, 7, wire, TYPE_A)
  const answer = answerTo(query.subarray(0, end), () => [ADDRESS, '10.0.0.1'])!
  const read = (message: Buffer, asked = wire) => readAnswer(message, 0, message.length, asked, TYPE_A)
  assert.deepEqual(read(answer), [ADDRESS, '10.0.0.1'])
  assert.equal(read(answer, wireName('other.example.com')!), null)
  assert.equal(readAnswer(answer, 0, answer.length, wire, 28), null)
  for (let length = 0; length < answer.length; length++) assert.equal(read(answer.subarray(0, length)), null)
  const isCutOff = Buffer.from(answer)
  isCutOff[2]! |= 0x02
  assert.equal(read(isCutOff), null)
  assert.equal(read(query.subarray(0, end)), null)
  // However the bytes lie: it ends, and throws nothing.
  for (let at = 0; at < answer.length; at++)
    for (const byte of [0, 1, 63, 0xc0, 0xff]) {
      const changed = Buffer.from(answer)
      changed[at] = byte
      const found = read(changed)
      assert.ok(found === null || found.length <= 2)
    }
})
