import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlToText } from './html-to-text.ts'

const table: [html: string, text: string][] = [
  ['', ''],
  ['plain', 'plain'],
  ['<p>Hello <b>Ada</b>,</p>\n<p>your   order\nis here.</p>', 'Hello Ada,\n\nyour order is here.'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  ['<a href="https://example.com/x?a=1&amp;b=2">Open</a> it', 'Open (https://example.com/x?a=1&b=2) it'],
  ["<a class=x href='https://example.com'>https://example.com</a>", 'https://example.com'],
  ['<a href="javascript:alert(1)">no</a> <a>none</a>', 'no none'],
  ['<A HREF=https://example.com>Up</A>', 'Up (https://example.com)'],
  ['<head><title>t</title></head><style>p{}</style><SCRIPT>x<y</SCRIPT ><p>text</p>', 'text'],
  ['<!-- a <b> comment --><!doctype html>text', 'text'],
  [
    '&lt;b&gt; &amp;amp; &quot;&#39;&#x27;&apos; &euro; &unknown; &#0; &#xD800; &#1114112;',
    `<b> &amp; "''' € &unknown; � � �`,
  ],
  ['1 < 2 and a <3 b', '1 < 2 and a <3 b'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['İ<p>İstanbul</p>İ', 'İ\n\nİstanbul\n\nİ'],
  ['text <!-- never closed <p>x</p>', 'text'],
  ['text <script>never closed', 'text'],
  ['text <p', 'text'],
]

for (const [html, text] of table) test(JSON.stringify(html), () => assert.equal(htmlToText(html), text))

/** Mails as programs and people write them. */
const mails: [about: string, html: string, text: string][] = [
  [
    'no end tag of head',
    '<html><head><title>Code</title><body><p>Your code is 1234</p></body></html>',
    'Your code is 1234',
  ],
  [
    'no tags of head and body',
    '<!DOCTYPE html><title>Code</title><meta charset=utf-8><p>Your code is 1234',
    'Your code is 1234',
  ],
  [
    'named references',
    '<p>It&rsquo;s ready, Andr&eacute; &bull; &pound;5 &laquo;M&uuml;hle&raquo;</p>',
    'It’s ready, André • £5 «Mühle»',
  ],
  ['references without a semicolon', '<p>AT&amp T, &copy 2026, &notit; &pound5</p>', 'AT& T, © 2026, ¬it; £5'],
  ['references of Windows-1252', '<p>&#145;a&#146; &#150; &#128;5&#133;</p>', '‘a’ – €5…'],
  [
    'an ampersand in a URL',
    '<a href="https://x.example/?a=1&copy=2&b=3">Go</a>',
    'Go (https://x.example/?a=1&copy=2&b=3)',
  ],
  ['a > inside quotes', '<p title="a > b" data-x=\'<b>\'>Total: 5</p>', 'Total: 5'],
  ['a quote that is none', '<p class=x"y>Hello</p>', 'Hello'],
  [
    'text of images',
    '<p><img src=a.png alt="Shop &amp; Co">Hi<img src=pixel.gif width=1 height=1 alt=""></p>',
    'Shop & CoHi',
  ],
  [
    'an image as a link',
    '<a href=https://x.example><img src=l.png alt="Track it"></a>',
    'Track it (https://x.example)',
  ],
  [
    'a button over several lines',
    '<a href="https://x.example/\npay"><table><tr><td>\n Pay now \n</td></tr></table></a><p>Bye',
    'Pay now (https://x.example/pay)\n\nBye',
  ],
  [
    'an address as a link',
    '<a href="mailto:help@x.example?subject=Hi">help@x.example</a>, <a href="tel:+442071838750">+44 20 7183 8750</a>',
    'help@x.example, +44 20 7183 8750',
  ],
  [
    'links that are not closed',
    '<a href=https://a.example>one <a href=https://b.example>two',
    'one (https://a.example) two (https://b.example)',
  ],
  [
    'a hidden preview',
    '<body><div style="display:none;max-height:0">Open me &zwnj;&nbsp;&#847;</div><p>Your code is 1234</p>',
    'Your code is 1234',
  ],
  [
    'a preview hidden by other styles',
    '<div style="max-height: 0px; OVERFLOW: hidden !important">a</div><span style="opacity:0">b</span><p hidden>c<p>d</p>',
    'd',
  ],
  ['a hidden paragraph that is not closed', '<td><p style="display:none">hidden<div>shown</div></td>', 'shown'],
  ['a hidden element with others inside', '<div hidden><div>a</div>b</span></p>c</div>d', 'd'],
  [
    'blanks that pad the preview',
    '<div>Sale &#847;&zwnj;&nbsp;&#8199;&shy;&#847;&zwnj;&nbsp;&shy;</div><p>Now</p>',
    'Sale\n\nNow',
  ],
  ['a non-joiner inside of a word', '<p>می&zwnj;خواهم</p>', 'می\u200cخواهم'],
  [
    'comments of Outlook',
    '<!--[if mso]><p>Outlook</p><![endif]--><![if !mso]><p>Others</p><![endif]><!-->x<!-- -->',
    'Others\n\nx',
  ],
  ['comments that end early', 'a<!-->b<!--->c<!-- d --!>e', 'abce'],
  [
    'rows without end tags',
    '<table><tr><th>Item<th>Price<tr><td>Tea<td>5<tr><td>Milk<td>2</table>Bye',
    'Item Price\nTea 5\nMilk 2\n\nBye',
  ],
  [
    'items without end tags',
    '<ol><li>Open<li>Pay<ul><li>card<li>cash</ul><li>Go</ol>',
    '1. Open\n2. Pay\n\n- card\n- cash\n\n3. Go',
  ],
  [
    'numbers that start elsewhere',
    '<ol start="9"><li><p>nine</p></li><li></li><li>eleven</li></ol>',
    '9. nine\n\n11. eleven',
  ],
  ['text that keeps its lines', '<pre>\n  a   b\n  c</pre>d   e', 'a   b\n  c\n\nd e'],
  ['lists of terms', '<dl><dt>Total<dd>5 €<dt>Tax<dd>1 €</dl>', 'Total\n5 €\nTax\n1 €'],
  ['breaks that stand together', '<p>a<br></p><br><br><br><p></p><div><div>b</div></div>c', 'a\n\nb\nc'],
  ['a script that writes tags', '<script>document.write("</p><p>no")<!--<script>--></script>yes', 'yes'],
  [
    'elements of drawings and frames',
    '<svg><title>Logo</title><text>x</text></svg><iframe><p>no</p></iframe><noscript>yes</noscript>',
    'yes',
  ],
  ['tags that mean nothing', '</div></p>a</b><b>b<i>c</b>d</i></unknown><unknown>e</x>', 'abcde'],
  ['elements with a name of JavaScript', '<p>a<constructor>b</constructor><p>c', 'ab\n\nc'],
  ['upper case and slashes', '<DIV CLASS=A/><BR/>Hi<HR/>Bye</DIV>', 'Hi\n\nBye'],
  ['NUL', 'a\0b', 'ab'],
]

for (const [about, html, text] of mails)
  test(`the text of a mail with ${about}`, () => assert.equal(htmlToText(html), text))

test('hostile HTML takes one pass too', () => {
  const parts = [
    '<',
    '<style',
    '<style>',
    '<!--',
    '<a href="',
    '<a href=x>',
    '&',
    '&#',
    ' \n',
    '<p>',
    '</a>',
    '<b>',
    '<td>',
    '&zwnj; ',
    '<a x=',
  ]
  for (const part of parts) assert.ok(htmlToText(part.repeat(Math.floor(200_000 / part.length))).length <= 200_000)
  const deep = `${'<b>'.repeat(200)}${'<p></u>'.repeat(20_000)}`
  assert.equal(htmlToText(deep), '')
})
