/** The search of the site, with the index of its build: what readers type finds the page that explains it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import MiniSearch from 'minisearch'
import { buildAll, SITE } from '../../scripts/build.ts'
import { currentBuild } from '../../scripts/builds.ts'
import { SEARCH_OPTIONS } from '../.vitepress/theme/search.ts'
import { readPages } from '../pages.ts'

await buildAll()
const [chunk = ''] = globSync('assets/chunks/*ocalSearchIndex*.js', { cwd: currentBuild(SITE) })
const script = readFileSync(join(currentBuild(SITE), chunk), 'utf8')
const { default: json } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as { default: string }
const fields = ['title', 'titles', 'text']
const index = MiniSearch.loadJSON(json, { fields, storeFields: ['title', 'titles'], searchOptions: SEARCH_OPTIONS })

/** The pages found, best first, each once. */
function pagesFor(question: string): string[] {
  const found = index.search(question).map(({ id }) => String(id).replace(/#.*$/, ''))
  return [...new Set(found)]
}

const QUESTIONS: readonly (readonly [question: string, page: string])[] = [
  ['retries', '/guides/errors-and-retries'],
  ['ordering', '/guides/webhooks'],
  ['signature in ruby', '/receiving-webhooks'],
  ['attachments', '/guides/sending'],
  ['slack', '/guides/choosing'],
  ['rate limits', '/guides/errors-and-retries'],
  ['self-signed', '/guides/webhooks'],
  ['local time', '/guides/choosing'],
  ['delete user', '/guides/personal-data'],
  ['rotate secret', '/guides/webhooks'],
  ['monitor', '/operating'],
  ['backup', '/operating'],
  ['upgrade', '/high-availability'],
  ['scale', '/scaling'],
  ['svix', '/guides/coming-from'],
  ['novu', '/guides/coming-from'],
  ['pagination', '/guides/lists'],
  ['sso', '/guides/choosing'],
  ['reply-to', '/guides/templates'],
  ['cc', '/guides/templates'],
  ['bounce rate', '/guides/lists'],
  ['expand', '/guides/lists'],
  ['rotate api key', '/guides/api-keys'],
  ['cors', '/guides/inbox'],
  ['webhook retries', '/guides/errors-and-retries'],
  ['postman', '/operations'],
  ['gdpr', '/guides/personal-data'],
  ['kubernetes', '/operating'],
  ['schedule', '/guides/sending'],
  ['bulk', '/guides/sending'],
  ['i18n', '/guides/templates'],
  ['idempotency', '/guides/sending'],
  ['reply to', '/guides/templates'],
  ['deep link', '/providers/push'],
  ['3 MiB', '/guides/sending'],
  ['large bodies', '/guides/errors-and-retries'],
  ['bounce', '/guides/bounces'],
  ['quiet hours', '/guides/topics'],
  ['unsubscribe link', '/guides/topics'],
  ['resend', '/guides/sending'],
  ['failover', '/providers/failover'],
  ['smtp relay', '/guides/sending-by-smtp'],
  ['clock skew', '/operating'],
  ['python datetime', '/guides/python'],
  ['custom headers', '/guides/templates'],
  ['environment variables', '/configuration'],
  ['verify signature', '/guides/webhooks'],
  ['signature', '/receiving-webhooks'],
  ['invite member', '/operating'],
  ['reset password', '/operating'],
  ['429', '/guides/errors-and-retries'],
  ['413', '/errors'],
]

for (const [question, page] of QUESTIONS)
  test(`"${question}" finds ${page} first or second`, () => {
    const [first, second] = pagesFor(question)
    assert.ok(page === first || page === second, `found ${first} and ${second}`)
  })

test('the index has every page', () => {
  const { documentIds } = JSON.parse(json) as { documentIds: Record<string, string> }
  const indexed = new Set(Object.values(documentIds).map((id) => id.replace(/#.*$/, '')))
  const paths = [...readPages().values()].map(({ path }) => path).filter((path) => path !== 'index')
  assert.deepEqual(
    paths.filter((path) => !indexed.has(`/${path}`)),
    [],
  )
})
