import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseReader } from './response-reader.ts'
import type { ReadProgress } from './response-reader.ts'

const LIMITS = { readBytesMax: 16 * 1024, keptBytesMax: 1024 }

interface Read {
  progress: ReadProgress
  status: number | null
  reusable: boolean
  body: string
  retryAfter: string | null
}

/** Reads the bytes in pieces of this size like a connection, without bytes after the end. */
function read(text: string | Buffer, pieceBytes = Infinity): Read {
  const bytes = Buffer.from(text as string, 'latin1')
  const reader = new ResponseReader(LIMITS)
  let progress: ReadProgress = 'head'
  for (let at = 0; at < bytes.length && (progress === 'head' || progress === 'body'); at += pieceBytes)
    progress = reader.push(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)))
  const { status, reusable, headers } = reader
  return {
    progress,
    status,
    reusable,
    body: reader.response().body.toString(),
    retryAfter: headers.get('retry-after') ?? null,
  }
}

/** Checks that every way to split the bytes gives the same result. */
function readAllWays(text: string): Read {
  const whole = read(text)
  for (let pieceBytes = 1; pieceBytes < text.length; pieceBytes++) assert.deepEqual(read(text, pieceBytes), whole, text)
  return whole
}

const complete = { progress: 'complete', status: 200, reusable: true, body: '', retryAfter: null }
const malformed = { progress: 'malformed', status: null, reusable: false, body: '', retryAfter: null }

test('framings that leave the connection usable', () => {
  for (const [text, expected] of [
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', complete],
    ['HTTP/1.1 200\r\nContent-Length:0\r\n\r\n', complete],
    ['HTTP/1.1 204 No Content\r\n\r\n', { ...complete, status: 204 }],
    ['HTTP/1.1 304 \r\nContent-Length: 5\r\n\r\n', { ...complete, status: 304 }],
    ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 5\r\n\r\nhello', { ...complete, body: 'hello' }],
    ['HTTP/1.1 200 OK\r\ncontent-length: 5, 5 ,5\r\n\r\nhello', { ...complete, body: 'hello' }],
    ['HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok', { ...complete, body: 'ok' }],
    ['HTTP/1.1 503 No\r\nRetry-After: 17\r\nContent-Length: 0\r\n\r\n', { ...complete, status: 503, retryAfter: '17' }],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', complete],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: a\r\n\r\n',
      { ...complete, body: 'abc0123456789' },
    ],
    ['HTTP/1.1 200 OK\r\nX-Fold: a\r\n b\r\nContent-Length: 1\r\n\r\nz', { ...complete, body: 'z' }],
    [
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      complete,
    ],
  ] as const)
    assert.deepEqual(readAllWays(text), expected, text)
})

test('valid responses that close the connection', () => {
  const closing = { ...complete, reusable: false }
  for (const [text, expected] of [
    ['HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', closing],
    ['HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n', closing],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', closing],
    ['HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', { ...closing, status: 204 }],
    ['HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n', { ...closing, status: 204 }],
    ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', closing],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: Identity\r\nContent-Length: 2\r\n\r\nok', { ...closing, body: 'ok' }],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n', closing],
    // Lines that end in a bare LF, all of them or some.
    ['HTTP/1.1 200 OK\nContent-Length: 0\n\n', closing],
    ['HTTP/1.1 200 OK\nContent-Length: 2\n\r\nok', { ...closing, body: 'ok' }],
    [
      'HTTP/1.1 503 No\r\nRetry-After: 17\n A\r\nContent-Length: 0\r\n\n',
      { ...closing, status: 503, retryAfter: '17 A' },
    ],
    ['HTTP/1.1 100 Continue\n\nHTTP/1.1 204 OK\r\n\n', { ...closing, status: 204 }],
  ] as const)
    assert.deepEqual(readAllWays(text), expected, text)
  // Bytes after the end, in the same piece.
  assert.deepEqual(read('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500'), closing)
  assert.deepEqual(read('HTTP/1.1 204 No\r\n\r\n\r\n'), { ...closing, status: 204 })
  assert.deepEqual(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx'), closing)
  // A body that ends by closing, and one longer than the limit.
  assert.deepEqual(read('HTTP/1.1 200 OK\r\n\r\nabc'), { ...closing, progress: 'body', body: 'abc' })
  assert.equal(read(`HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`, 1000).reusable, false)
  assert.equal(read(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(20_000)}`, 1000).progress, 'complete')
  assert.equal(read(`HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc`).progress, 'body')
})

test('malformed responses fail at the first wrong byte', () => {
  for (const text of [
    'garbage',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1  200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 099 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'http/1.1 200 OK\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: nameless\r\n\r\n',
    'HTTP/1.1 200 OK\r\nName : space\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1e3\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5,\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5, 05\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
    'HTTP/1.1 102 Processing\r\n\r\n'.repeat(9),
    'HTTP/1.1 200 OK\r\r\n\r\n',
    `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(64 * 1024)}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(12_000)}\r\n`,
  ]) {
    assert.deepEqual(read(text), malformed, text.slice(0, 60))
    assert.deepEqual(read(text, 7), malformed, text.slice(0, 60))
  }
})

test('a body whose chunks are malformed leaves the status', () => {
  for (const body of [
    'x\r\n',
    '-1\r\n',
    '123456789\r\n',
    '\r\n',
    'f'.repeat(300),
    '1\r\nax\n',
    '1\r\na\rx',
    '0\r\nno colon\r\n',
  ]) {
    const result = read(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`)
    assert.equal(result.progress, 'malformed', body.slice(0, 20))
    assert.equal(result.status, 200)
    assert.equal(result.reusable, false)
  }
})

test('a body is kept up to the limit', () => {
  const text = `HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`
  assert.deepEqual(readAllWays(text), { ...complete, body: 'x'.repeat(1024) })
})

test('of a repeated header the first counts, except for the two lists', () => {
  const text =
    'HTTP/1.1 200 OK\r\nRetry-After: 1\r\nretry-after: 2\r\nConnection: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  assert.deepEqual(readAllWays(text), { ...complete, retryAfter: '1', reusable: false })
})

test('a head of nearly 64 KiB arriving byte by byte has linear cost', () => {
  const reader = new ResponseReader(LIMITS)
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(8000)}Content-Length: 0\r\n\r\n`)
  let progress: ReadProgress = 'head'
  for (let at = 0; at < bytes.length && progress === 'head'; at++) progress = reader.push(bytes.subarray(at, at + 1))
  assert.equal(progress, 'complete')
})
