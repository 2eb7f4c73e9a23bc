import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usedLocale } from '../../platform/http/locale.ts'

test('the locale of a template for the locale of a message', () => {
  const cases: [asked: string, names: string, used: string | null][] = [
    ['pt-BR', 'en pt pt-BR', 'pt-BR'],
    ['pt-BR', 'en pt pt-PT', 'pt'],
    ['pt-BR', 'en pt-PT', null],
    ['en', 'en-GB', null],
    ['zh-Hant-TW', 'zh zh-Hant', 'zh-Hant'],
    ['zh-TW', 'zh zh-Hant', 'zh-Hant'],
    ['zh-TW', 'zh zh-Hant zh-TW', 'zh-TW'],
    ['zh-HK', 'zh zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh zh-TW', 'zh-TW'],
    ['zh-TW', 'zh zh-CN', 'zh'],
    ['zh-CN', 'zh-Hant zh-TW', null],
    ['zh-CN', 'zh-Hans', 'zh-Hans'],
    ['sr-Latn-RS', 'sr sr-Latn', 'sr-Latn'],
    ['nb', 'no', 'no'],
    ['no', 'nb', 'nb'],
    ['nb-NO', 'no en', 'no'],
    ['no-NO', 'nb-NO', 'nb-NO'],
    ['nb', 'nb no', 'nb'],
    ['nn', 'nb no', null],
    ['de', '', null],
  ]
  for (const [asked, names, used] of cases)
    assert.equal(usedLocale(asked, names.split(' ').filter(Boolean)), used, `${asked} of ${names}`)
})
