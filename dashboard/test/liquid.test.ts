import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenize } from '../src/templates/liquid.ts'

test('the tokens of a text are its words, by what they are', () => {
  const cases: [text: string, tokens: [kind: string, text: string][]][] = [
    ['plain', [['text', 'plain']]],
    [
      '{{ user.first_name | default: "there" }}',
      [
        ['mark', '{{'],
        ['name', 'user.first_name'],
        ['mark', '| '],
        ['filter', 'default'],
        ['text', ':'],
        ['string', '"there"'],
        ['mark', '}}'],
      ],
    ],
    [
      '{%- if total > 10 and true -%}',
      [
        ['mark', '{%-'],
        ['tag', 'if'],
        ['name', 'total'],
        ['text', '>'],
        ['number', '10'],
        ['tag', 'and'],
        ['number', 'true'],
        ['mark', '-%}'],
      ],
    ],
    ['{% comment %}{{ a }}{% endcomment %}', [['comment', '{% comment %}{{ a }}{% endcomment %}']]],
  ]
  for (const [text, tokens] of cases)
    assert.deepEqual(
      tokenize(text)
        .filter((token) => token.text.trim() !== '')
        .map((token) => [token.kind, token.text]),
      tokens,
      text,
    )
})

test('joined they are the text, whatever it is', () => {
  const odd = [
    '',
    '{',
    '{{',
    '{{ a',
    '{% if',
    '{{ "a }} b',
    "{{ 'x' | y: 'z }}",
    '{%%}',
    '}} {{{ a }}}',
    '{% comment %}x',
  ]
  const html = '<p style="a: {{ b }}">\n\t{% for i in (1..3) %}{{ i }}{% endfor %}\r\n</p>'
  for (const text of [...odd, html, html.repeat(5_000)])
    assert.equal(
      tokenize(text)
        .map((token) => token.text)
        .join(''),
      text,
    )
})
