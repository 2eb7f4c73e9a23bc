import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countsOf, messageOf, safeUrl } from './message.ts'
import { createNews } from './news.ts'
import { storeEventOf } from './stream-events.ts'
import { createPauses, waitAfter } from './waits.ts'

const MESSAGE = {
  message_id: 5,
  delivery_id: 6,
  title: 'Hello',
  body: 'World',
  url: null,
  topic: null,
  created_at: '2026-11-26T10:00:00.000Z',
  seen_at: null,
  read_at: null,
  archived_at: null,
}

describe('what the service sends', () => {
  it('is a message only if its fields have their types', () => {
    assert.equal(messageOf(MESSAGE), MESSAGE)
    for (const wrong of [
      null,
      'x',
      [],
      {},
      { ...MESSAGE, message_id: '5' },
      { ...MESSAGE, title: 1 },
      { ...MESSAGE, url: {} },
    ])
      assert.equal(messageOf(wrong), null)
  })

  it('is counts only if both are whole numbers', () => {
    assert.deepEqual(countsOf({ unseen: 1, unread: 2 }), { unseen: 1, unread: 2 })
    for (const wrong of [null, {}, { unseen: 1 }, { unseen: '1', unread: 2 }]) assert.equal(countsOf(wrong), null)
  })

  it('is an event of the store, or nothing', () => {
    const event = (type: string, data: unknown) => storeEventOf({ type, data: JSON.stringify(data) })
    assert.deepEqual(event('message', MESSAGE), { kind: 'message', message: MESSAGE })
    assert.deepEqual(event('change', MESSAGE), { kind: 'change', message: MESSAGE })
    assert.deepEqual(event('counts', { unseen: 0, unread: 1 }), { kind: 'counts', counts: { unseen: 0, unread: 1 } })
    assert.deepEqual(event('change_all', { read_at: MESSAGE.created_at, up_to: 7 }), {
      kind: 'edit',
      edit: { change: { read: true }, at: MESSAGE.created_at, id: null, upTo: 7 },
    })
    for (const [type, data] of [
      ['later', {}],
      ['message', {}],
      ['counts', 1],
      ['change_all', null],
      ['change_all', {}],
    ] as const)
      assert.equal(event(type, data), null)
    assert.equal(storeEventOf({ type: 'message', data: '{' }), null)
  })

  it('is opened only with http or https', () => {
    assert.equal(safeUrl('https://example.com/a?b#c'), 'https://example.com/a?b#c')
    assert.equal(safeUrl('http://example.com'), 'http://example.com/')
    for (const url of [
      null,
      '',
      '/orders',
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      'file:///etc',
      'ftp://a',
    ])
      assert.equal(safeUrl(url), null, String(url))
  })
})

describe('new messages', () => {
  const at = (id: number) => ({ ...MESSAGE, message_id: id, created_at: new Date(id * 1000).toISOString() })
  const ids = (messages: { message_id: number }[]) => messages.map(({ message_id }) => message_id)

  it('are reported once, by the stream or by a later list, oldest first', () => {
    const news = createNews()
    assert.deepEqual(news.inList([at(2), at(1)]), [])
    assert.equal(news.isNew(at(3)), true)
    assert.equal(news.isNew(at(3)), false)
    assert.deepEqual(ids(news.inList([at(5), at(4), at(3), at(2)])), [4, 5])
    assert.equal(news.isNew(at(5)), false)
  })

  it('are not old messages of another list', () => {
    const news = createNews()
    news.inList([at(9)])
    assert.deepEqual(news.inList([at(7), at(6)]), [])
  })
})

describe('waits', () => {
  it('double up to half a minute, and jitter takes away at most a half', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 1000].map((failures) => waitAfter(failures, 1000, 0)),
      [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
    )
    assert.equal(waitAfter(1, 1000, 0.999), 500)
  })

  it('end at once if something wakes them', async () => {
    const { pause, wake } = createPauses()
    const both = Promise.all([pause(2_000_000), pause(3_000_000)])
    wake()
    await both
  })
})
