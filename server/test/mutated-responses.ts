/** HTTP responses, valid or broken in up to three places. */
import type { Random } from './random.ts'

const CORPUS = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"id":"m1"}',
  'HTTP/1.1 202 Accepted\r\nX-Message-Id: m1\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 204 No Content\r\nDate: Mon, 08 Jun 2026 10:21:00 GMT\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n',
  'HTTP/1.1 503 Busy\r\nRetry-After: 17\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy',
  'HTTP/1.1 307 Elsewhere\r\nLocation: /a?b=c\r\nContent-Length: 0\r\nKeep-Alive: timeout=60\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n\r\n\r\n1f\r\n0123456789012345678901234567890\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nuntil the end',
  'HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nold',
  'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nold',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nz',
  'HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\n\tc\r\nContent-Length: 1\r\n\r\nz',
  'HTTP/1.1 429 Too Many\r\nRetry-After: Mon, 08 Jun 2026 10:21:00 GMT\r\nContent-Length: 0\r\n\r\n',
]

const LINES = [
  ...['Content-Length: 5', 'Content-Length: 0', 'Content-Length: +2', 'Content-Length: 2, 2', 'Content-Length: 0x2'],
  ...['Content-Length: 99999999999999999999', 'Content-Length:', 'Content-Length : 2', 'content-length: 2'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Transfer-Encoding: chunked, gzip'],
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding : chunked', 'Connection: close', 'Connection: keep-alive'],
  ...[
    'Connection: upgrade',
    'Upgrade: h2c',
    'Retry-After: 1',
    ' folded',
    '\tfolded',
    'no colon',
    ': nameless',
    'X-A: é',
  ],
  ...['X-\0: b', 'X-A: b\0c', 'X-A: b\rc', 'X-A: b\nc', 'Keep-Alive: timeout=60', 'HTTP/1.1 200 OK', ''],
]
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '0',
  '1',
  'f',
  '-',
  'é',
  '\x7f',
  '0\r\n\r\n',
  '\r\n\r\n',
]
const STARTS = [
  ...['HTTP/1.1 200 OK', 'HTTP/1.0 200 OK', 'HTTP/1.1 204 No', 'HTTP/1.1 304 No', 'HTTP/1.1 101 Up', 'HTTP/1.1 100 Go'],
  ...['HTTP/1.1 099 X', 'HTTP/1.1 999 X', 'HTTP/1.1 20 X', 'HTTP/1.1 2000 X', 'HTTP/1.1  200 X', 'HTTP/2 200 X'],
  ...[
    'http/1.1 200 X',
    'HTTP/1.1 200',
    'HTTP/1.1 200 ',
    'HTTP/1.2 200 X',
    'HTTP/0.9 200 X',
    'ICY 200 OK',
    'HTTP/1.1 205 X',
  ],
]
const SIZES = [
  '0',
  '00',
  '5',
  'ffffffff',
  '123456789',
  '-1',
  '0x5',
  '5 ',
  ' 5',
  '5;a=b',
  '5;a="b"',
  '5 ;a',
  'g',
  '+5',
  '',
]

/** A response from the corpus with up to three changes. */
export function mutatedResponse({ below, pick: oneOf }: Random): string {
  let text = oneOf(CORPUS)
  for (let changes = below(4); changes > 0; changes--) {
    const at = below(text.length + 1)
    const lines = text.split('\r\n')
    const line = below(lines.length)
    const edits: (() => string)[] = [
      () => text.slice(0, at) + oneOf(PIECES) + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1),
      () => text.slice(0, at),
      () => text + oneOf(['x', '\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n']),
      () => lines.with(0, oneOf(STARTS)).join('\r\n'),
      () => lines.toSpliced(1, 0, oneOf(LINES)).join('\r\n'),
      () => lines.toSpliced(1, 0, oneOf(LINES)).join('\r\n'),
      () => lines.toSpliced(line, 0, lines[line]!).join('\r\n'),
      () => lines.toSpliced(line, 1).join('\r\n'),
      () => `${lines.slice(0, line + 1).join('\r\n')}\n${lines.slice(line + 1).join('\r\n')}`,
      () => text.replace(/\r\n(?:5|3|A;x=y|1f)\r\n/, `\r\n${oneOf(SIZES)}\r\n`),
      () => text.replaceAll('\r\n', '\n'),
      () => text.replace(/length: \d+/i, `Length: ${below(20)}`),
    ]
    text = oneOf(edits)()
  }
  return text
}
