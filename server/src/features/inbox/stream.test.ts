import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { InboxStream } from './stream.ts'

const OWNER = { bucket: 1, accountId: 2, recipientId: 3 }
const NOW = 1_000
const event = (tx: number, text = `${tx}`) => ({ text: Buffer.from(text), after: { tx: String(tx), id: 'a' } })
const open = () => new InboxStream({ owner: OWNER, keyId: 1, endsAt: NOW + 60_000 }, NOW)

/** Everything that the reader can take now. */
function taken(stream: InboxStream): string {
  const chunks: Buffer[] = []
  for (let chunk: Buffer | null; (chunk = stream.readable.read()) !== null;) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('a stream of an inbox', () => {
  test('holds live events until the missed ones are sent, and sends none twice', async () => {
    const stream = open()
    stream.send(event(5), NOW)
    stream.send(event(7), NOW)
    const missed = (async () => {
      for (const tx of [3, 4, 5]) await stream.sendMissed(event(tx), NOW)
    })()
    await missed
    stream.goLive({ tx: '5', id: 'a' }, NOW)
    stream.send(event(6), NOW)
    stream.send(event(8), NOW)
    assert.equal(taken(stream), '34578')
  })

  test('drops events before its first position', () => {
    const stream = open()
    stream.send(event(4), NOW)
    stream.send(event(10), NOW)
    stream.goLive({ tx: '10', id: '' }, NOW)
    assert.equal(taken(stream), '10')
  })

  test('ends a reader that does not take its events', async () => {
    const stream = open()
    stream.goLive({ tx: '0', id: '' }, NOW)
    const closed = once(stream.readable, 'close')
    const large = 'x'.repeat(20_000)
    for (let tx = 1; tx <= 3; tx++) stream.send(event(tx, large), NOW)
    await closed
    assert.ok(stream.isOver)
    stream.send(event(9), NOW)
    stream.beat(NOW)
  })

  test('takes one large event if the reader has taken the others', () => {
    const stream = open()
    stream.goLive({ tx: '0', id: '' }, NOW)
    const large = 'x'.repeat(60_000)
    stream.send(event(1, large), NOW)
    assert.equal(taken(stream).length, large.length)
    stream.send(event(2, large), NOW)
    assert.equal(taken(stream).length, large.length)
    assert.ok(!stream.isOver)
  })

  test('ends if too many events come while missed ones are sent', () => {
    const stream = open()
    for (let tx = 1; tx <= 101; tx++) stream.send(event(tx), NOW)
    assert.ok(stream.isOver)
    assert.equal(taken(stream), '')
  })

  test('waits with missed events until the reader takes them', async () => {
    const stream = open()
    const large = 'x'.repeat(20_000)
    let sent = 0
    const sending = (async () => {
      for (let tx = 1; tx <= 3; tx++) {
        await stream.sendMissed(event(tx, large), NOW)
        sent += 1
      }
    })()
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(sent, 0)
    let read = 0
    stream.readable.on('data', (chunk: Buffer) => (read += chunk.length))
    await sending
    stream.end()
    await once(stream.readable, 'close')
    assert.equal(read, 3 * large.length)
  })
})
