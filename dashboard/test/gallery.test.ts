/** The example mails: rendered by the real engine, and safe for mail programs. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RENDER_LIMITS } from '../../server/src/core/rendering/render-limits.ts'
import { unknownNames } from '../../server/src/core/rendering/names-used.ts'
import { templateNames } from '../../server/src/core/rendering/names.ts'
import type { NamePath } from '../../server/src/core/rendering/names-used.ts'
import { createRenderer } from '../../server/src/core/rendering/render.ts'
import type { ExampleMail } from '../src/templates/gallery/example-mail.ts'
import { EXAMPLE_MAILS } from '../src/templates/gallery/mails.ts'
import { attributesOf } from '../src/templates/samples.ts'

const recipient = {
  id: 1,
  externalUserId: 'user-1',
  email: 'ada@example.com',
  phone: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  attributes: {},
}
const links = { unsubscribe_url: 'https://example.com/u', preferences_url: 'https://example.com/p' }
// Code runs slowly for the first time.
const renderer = createRenderer(0, { ...RENDER_LIMITS, processorMs: 10_000 })

function render({ subject, body, samples }: ExampleMail) {
  const paths: NamePath[] = []
  const names = templateNames(attributesOf(samples), recipient, links)
  const key = { accountId: 1, templateId: 1, version: 1, localized: null, channels: [], partials: [] }
  const input = { ...key, subject, body, bodyFormat: 'html' as const, names }
  const result = renderer.render(input, (some) => paths.push(...some))
  assert.ok(result.ok, JSON.stringify(result))
  return { ...result, unknown: unknownNames(paths, names) }
}

/** Elements and attributes that mail programs ignore, or that load something. */
const FORBIDDEN =
  /<(script|img|link|style|iframe|object|form|video|svg|meta)\b|\son[a-z]+\s*=|\s(src|srcset|background)\s*=|url\(|@import|javascript:|position:|flex|grid/i

describe('the example mails', () => {
  test('are ten, with different names', () => {
    assert.equal(new Set(EXAMPLE_MAILS.map(({ name }) => name)).size, 10)
  })

  for (const mail of EXAMPLE_MAILS)
    test(`${mail.name} renders with its samples, loads nothing and is at most 600 px wide`, () => {
      const { subject, body, unknown } = render(mail)
      assert.deepEqual(unknown, [])
      assert.match(subject, /\S/)
      assert.doesNotMatch(subject + body, /[{}]{2}|\{%|undefined|\bnull\b/)
      assert.doesNotMatch(body, FORBIDDEN)
      for (const [, width] of body.matchAll(/width[:=]"?\s*(\d+)(?:px)?["; ]/g)) assert.ok(Number(width) <= 600, width)
      for (const [, url] of body.matchAll(/href="([^"]*)"/g)) assert.match(url!, /^https:\/\/example\.com\//)
      const tags = (pattern: RegExp) => body.match(pattern)?.length ?? 0
      for (const name of ['table', 'tr', 'td', 'p', 'a', 'h1'])
        assert.equal(tags(new RegExp(`<${name}[ >]`, 'g')), tags(new RegExp(`</${name}>`, 'g')), name)
    })
})
