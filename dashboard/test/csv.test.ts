import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../src/ui/csv.ts'

const cell = (text: string) => csvOf([text], []).slice(1, -2)

test('cells are divided and quoted by RFC 4180', () => {
  assert.equal(csvOf(['a', 'b'], [['1', 'x, "y"']]), '\uFEFFa,b\r\n1,"x, ""y"""\r\n')
  assert.equal(cell('two\nlines'), '"two\nlines"')
  assert.equal(cell('2026-05-01'), '2026-05-01')
})

test('no text is a formula, with commas or with semicolons between the cells', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    assert.equal(cell(`${start}cmd`), `'${start}cmd`)
    assert.equal(cell(`Ada;${start}cmd`), `"Ada;'${start}cmd"`)
    assert.equal(cell(`Ada\n${start}cmd`), `"Ada\n'${start}cmd"`)
  }
  assert.equal(cell('\t=cmd'), "'\t'=cmd")
})
