import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToText } from './html-to-text.ts'

const table: [html: string, text: string][] = [
  ['', ''],
  ['plain', 'plain'],
  ['<p>Hello <b>Ada</b>,</p>\n<p>your   order\nis here.</p>', 'Hello Ada,\n\nyour order is here.'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<ul><li>one</li><li>two</li></ul>', '- one\n\n- two'],
  ['<a href="https://example.com/x?a=1&amp;b=2">Open</a> it', 'Open (https://example.com/x?a=1&b=2) it'],
  ["<a class=x href='https://example.com'>https://example.com</a>", 'https://example.com'],
  ['<a href="javascript:alert(1)">no</a> <a>none</a>', 'no none'],
  ['<A HREF=https://example.com>Up</A>', 'Up (https://example.com)'],
  ['<head><title>t</title></head><style>p{}</style><SCRIPT>x<y</SCRIPT ><p>text</p>', 'text'],
  ['<!-- a <b> comment --><!doctype html>text', 'text'],
  [
    '&lt;b&gt; &amp;amp; &quot;&#39;&#x27;&apos; &euro; &unknown; &#0; &#xD800; &#1114112;',
    `<b> &amp; "''' € &unknown;`,
  ],
  ['1 < 2 and a <3 b', '1 < 2 and a <3 b'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\n\nc'],
  ['İ<p>İstanbul</p>İ', 'İ\n\nİstanbul\n\nİ'],
  ['text <!-- never closed <p>x</p>', 'text'],
  ['text <script>never closed', 'text'],
  ['text <p', 'text'],
]

for (const [html, text] of table) test(JSON.stringify(html), () => assert.equal(htmlToText(html), text))

test('hostile HTML takes one pass too', () => {
  for (const part of ['<', '<style', '<style>', '<!--', '<a href="', '<a href=x>', '&', '&#', ' \n', '<p>', '</a>'])
    assert.ok(htmlToText(part.repeat(Math.floor(1_000_000 / part.length))).length <= 1_000_000)
})
