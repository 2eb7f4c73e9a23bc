import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress, parseSender } from './email-address.ts'

test('one address exactly is an email address', () => {
  for (const address of [
    'a@example.com',
    'first.last+label@mail.example.co.uk',
    "o'neil@example.com",
    'a@localhost',
    'a@bücher.example',
    `${'a'.repeat(64)}@example.com`,
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
    'a@[127.0.0.1]',
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

test('a sender has a name or none', () => {
  assert.deepEqual(parseSender('a@example.com'), { name: '', address: 'a@example.com' })
  assert.deepEqual(parseSender('Tidings <a@example.com>'), { name: 'Tidings', address: 'a@example.com' })
  assert.deepEqual(parseSender('"Tidings, Inc." <a@example.com>'), { name: 'Tidings, Inc.', address: 'a@example.com' })
  for (const wrong of [
    '',
    'Tidings',
    'Tidings <a@example.com',
    'A <a@x>, B <b@y>',
    'A\r\nBcc: b@y <a@x>',
    'A <a@x> b',
    'A "x" <a@x>',
  ])
    assert.equal(parseSender(wrong), null, wrong)
})
