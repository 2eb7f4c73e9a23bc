import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createEventParser } from './event-stream.ts'

describe('the parser of event streams', () => {
  it('reads type, data and id of each event', () => {
    const parser = createEventParser()
    const events = parser.feed('event: counts\ndata: {"unseen":1}\n\nid: 7\nevent:message\ndata:a\ndata: b\n\n')
    assert.deepEqual(events, [
      { type: 'counts', data: '{"unseen":1}' },
      { type: 'message', data: 'a\nb' },
    ])
    assert.equal(parser.lastId, '7')
  })

  it('keeps the id of an earlier event, and an id without data counts', () => {
    const parser = createEventParser('1')
    parser.feed('data: x\n\n')
    assert.equal(parser.lastId, '1')
    parser.feed('id: 2\n\n')
    assert.equal(parser.lastId, '2')
  })

  it('takes the id only at the end of its block, so an event that was cut off is sent again', () => {
    const parser = createEventParser('1')
    assert.deepEqual(parser.feed('id: 2\nevent: message\ndata: {"half'), [])
    assert.equal(parser.lastId, '1')
  })

  it('ignores comments, unknown fields and ids with a null character', () => {
    const parser = createEventParser()
    assert.deepEqual(parser.feed(': heartbeat\n\nother: x\nid: a\0b\ndata\n\n'), [{ type: 'message', data: '' }])
    assert.equal(parser.lastId, '')
  })

  it('takes a retry of digits only', () => {
    const parser = createEventParser()
    parser.feed('retry: 1500\nretry: 2s\n\n')
    assert.equal(parser.retryMs, 1500)
  })

  it('takes each of the three ends of lines', () => {
    for (const end of ['\n', '\r', '\r\n'])
      assert.deepEqual(createEventParser().feed(`event: a${end}data: b${end}${end}`), [{ type: 'a', data: 'b' }])
  })

  it('returns the same events for every division of the stream', () => {
    const line = fc.constantFrom('data: a', 'data:', 'event: e', 'id: 1', 'id: 2', ': c', 'retry: 5', '', '', 'x')
    const end = fc.constantFrom('\n', '\r', '\r\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.nat(200)), (lines, cuts) => {
        const text = lines.flat().join('')
        const whole = createEventParser()
        const expected = whole.feed(text)
        const parser = createEventParser()
        const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length]
        const events = places.flatMap((place, index) => parser.feed(text.slice(place, places[index + 1] ?? place)))
        assert.deepEqual([events, parser.lastId, parser.retryMs], [expected, whole.lastId, whole.retryMs])
      }),
    )
  })

  it('refuses an event that is too long, in one line or in many', () => {
    const million = 'x'.repeat(1_000_000)
    assert.throws(() => createEventParser().feed(`data: ${million}`), RangeError)
    const parser = createEventParser()
    assert.throws(() => {
      for (let lines = 0; lines < 2000; lines++) parser.feed(`data: ${'x'.repeat(1000)}\n`)
    }, RangeError)
    const endless = createEventParser()
    for (let lines = 0; lines < 2000; lines++) endless.feed(`data: ${'x'.repeat(1000)}\n\n`)
  })
})
