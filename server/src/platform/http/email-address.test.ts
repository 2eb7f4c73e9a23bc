import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress, parseSender, readEmailAddress } from './email-address.ts'

test('one address exactly is an email address', () => {
  for (const address of [
    'a@example.com',
    'first.last+label@mail.example.co.uk',
    "o'neil@example.com",
    'a@localhost',
    'a@bücher.example',
    `${'a'.repeat(64)}@example.com`,
    '"foo..bar"@docomo.ne.jp',
    '"foo."@docomo.ne.jp',
    '".foo"@docomo.ne.jp',
    'a@1.2.3.example',
    'a@127.example',
    'a@3com',
    'a@xn--bcher-kva.example',
    'a@EXAMPLE.COM',
  ])
    assert.ok(isEmailAddress(address), address)
})

test('everything else is none', () => {
  const wrong = [
    '',
    '@',
    'a',
    'a@',
    '@example.com',
    'a@x, b@y',
    'a@x,b@y',
    'a@x;b@y',
    'a b@example.com',
    'a@exam ple.com',
    ' a@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
    'a\0@example.com',
    '"quoted"@example.com',
    '"a@b"@example.com',
    'A <a@example.com>',
    '<a@example.com>',
    'a@b@example.com',
    '"a..b@x"@example.com',
    '"a.."b"@example.com',
    '"a..b"c@example.com',
    '"a..\\"b"@example.com',
    '"a.. b"@example.com',
    '"a..b@example.com',
    '""@example.com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@256.1.1.1',
    'a@1.2.3',
    'a@0177.2',
    'a@2130706433',
    'a@x.0x7f',
    'a@0x7f.1',
    'a@0x',
    'a@１.２.３',
    'a@example.1',
    'a@xn--.example',
    'a@\u0660.\u0661',
    `${'a'.repeat(64)}@${'ü.'.repeat(90)}com`,
    'a@-x.com',
    'a@x-.com',
    'a@x..com',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a(comment)@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(200)}com`,
  ]
  for (const address of wrong) assert.ok(!isEmailAddress(address), JSON.stringify(address))
})

test('the domain of an address in ASCII', () => {
  for (const [address, ascii] of [
    ['Ada@Bücher.EXAMPLE', 'Ada@xn--bcher-kva.example'],
    ['"foo..bar"@docomo.ne.jp', '"foo..bar"@docomo.ne.jp'],
  ] as const)
    assert.equal(readEmailAddress(address), ascii)
})

test('a sender has a name or none', () => {
  assert.deepEqual(parseSender('a@example.com'), { name: '', address: 'a@example.com' })
  assert.deepEqual(parseSender('Tidings <a@example.com>'), { name: 'Tidings', address: 'a@example.com' })
  assert.deepEqual(parseSender('"Tidings, Inc." <a@example.com>'), { name: 'Tidings, Inc.', address: 'a@example.com' })
  // A name may have quotes inside, escaped as in a header or not.
  assert.deepEqual(parseSender('The "Best" Shop <a@example.com>'), {
    name: 'The "Best" Shop',
    address: 'a@example.com',
  })
  const quoted = { name: 'The "Best" Shop', address: 'a@example.com' }
  assert.deepEqual(parseSender('"The \\"Best\\" Shop" <a@example.com>'), quoted)
  assert.deepEqual(parseSender('"A" & "B" <a@example.com>'), { name: '"A" & "B"', address: 'a@example.com' })
  for (const wrong of ['', 'Tidings', 'Tidings <a@example.com', 'A <a@x>, B <b@y>', 'A\r\nBcc: b@y <a@x>', 'A <a@x> b'])
    assert.equal(parseSender(wrong), null, wrong)
})
