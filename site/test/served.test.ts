/** The site as the service serves it: every page and file, every link, and nothing else. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { PROVIDER_GUIDE_ADDRESSES } from '../../dashboard/src/channels/provider-guides.ts'
import { GUIDE_ADDRESSES, guideTo } from '../../dashboard/src/guides.ts'
import { buildAll } from '../../scripts/build.ts'
import { ERROR_CODES } from '../../server/src/platform/errors.ts'
import { startTestService } from '../../server/test/service.ts'
import { siteAddresses } from '../../server/test/site.ts'
import { groupPages, readPages } from '../pages.ts'
import type { Group } from '../pages.ts'
import { sharedApi } from '../../server/test/shared-service.ts'

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let running: Awaited<ReturnType<typeof sharedApi>>
let url: string
/** Of every page: address to HTML. */
const html = new Map<string, string>()

before(async () => {
  await buildAll()
  running = await sharedApi()
  url = running.service.url!
  for (const address of siteAddresses().filter((one) => !/\.\w+$/.test(one) && one !== '/docs/404'))
    html.set(address, await (await get(address)).text())
})
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${url}${path}`, { headers: NAVIGATION, redirect: 'manual', ...init })

const pages = [...readPages().values()]
const addressOf = (path: string) => `/docs/${path === 'index' ? '' : path}`

describe('what is served', () => {
  test('a page for every Markdown file, with its text, and the Markdown beside it', async () => {
    assert.ok(pages.length > 60)
    assert.deepEqual([...html.keys()].toSorted(), [...pages.map(({ path }) => addressOf(path)), '/docs/api'].toSorted())
    for (const { path, title } of pages.filter((page) => page.path !== 'index')) {
      const page = html.get(addressOf(path))!
      assert.match(page, /<h1 /, path)
      const markdown = await get(`${addressOf(path)}.md`)
      assert.equal(markdown.status, 200, path)
      assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8')
      assert.match(await markdown.text(), /^# /m, title)
    }
  })

  test('every file of the build, as its kind, under the policy of the pages', async () => {
    const kinds: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      png: 'image/png',
      json: 'application/json; charset=utf-8',
      md: 'text/markdown; charset=utf-8',
      txt: 'text/plain; charset=utf-8',
    }
    for (const address of siteAddresses().filter((one) => one !== '/docs/404')) {
      const response = await get(address, { method: 'HEAD' })
      assert.equal(response.status, 200, address)
      const [, ending = ''] = /\.(\w+)$/.exec(address) ?? []
      assert.equal(response.headers.get('content-type'), kinds[ending] ?? 'text/html; charset=utf-8', address)
      const isAsset = address.startsWith('/docs/assets/')
      const cache = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache'
      assert.equal(response.headers.get('cache-control'), cache, address)
      const policy = response.headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.doesNotMatch(policy, address === '/docs/api' ? /https?:|script-src[^;]*unsafe/ : /unsafe|https?:/, address)
    }
  })

  test('pages without scripts and styles of their own, which load nothing from elsewhere', () => {
    for (const [address, page] of html) {
      assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|<[^>]*\sstyle=|<[^>]*\son\w+=/, address)
      for (const [, loaded] of page.matchAll(/<(?:script|img|link)\b[^>]*\b(?:src|href)="([^"]*)"/g))
        assert.match(loaded!, /^\/(?!\/)/, address)
    }
  })

  test('a page that says so where there is none, and an error for programs', async () => {
    for (const path of ['/docs/nothing', '/docs/guides/nothing', '/docs/..%2f..%2fpackage.json', '/docs/404']) {
      const page = await get(path)
      assert.equal(page.status, 404, path)
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(await page.text(), /No page has this address/)
      const error = await get(path, { headers: { accept: '*/*' } })
      assert.equal(((await error.json()) as { docs_url: string }).docs_url, '/docs/errors#not_found')
    }
    for (const path of ['/docs/assets/nothing.js', '/docs/manifest.json.br', '/docs/%2e%2e/package.json'])
      assert.equal((await get(path, { headers: { accept: '*/*' } })).status, 404, path)
    const wrongMethod = await get('/docs/guides/sending', { method: 'POST' })
    assert.deepEqual([wrongMethod.status, wrongMethod.headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('a page under one address', async () => {
    for (const [path, location] of [
      ['/docs', '/docs/'],
      ['/docs/guides/', '/docs/guides'],
      ['/docs/errors/', '/docs/errors'],
    ] as const) {
      const moved = await get(path)
      assert.deepEqual([moved.status, moved.headers.get('location')], [301, location])
    }
  })
})

describe('links', () => {
  /** Of the service, outside the site. */
  const ELSEWHERE = new Set(['/', '/openapi.json', '/icon.svg'])

  test('lead to a page, a file or a heading that is there', () => {
    const files = new Set(siteAddresses())
    const broken: string[] = []
    for (const [address, page] of html)
      for (const [, href] of page.matchAll(/<(?:a|link|script|img)\b[^>]*\b(?:href|src)="([^"]*)"/g)) {
        const target = new URL(href!.replaceAll('&amp;', '&'), new URL(address, url))
        if (target.origin !== new URL(url).origin || ELSEWHERE.has(target.pathname)) continue
        const anchor = decodeURIComponent(target.hash.slice(1))
        const leads = files.has(target.pathname)
        const stays = anchor === '' || html.get(target.pathname)?.includes(` id="${anchor}"`) === true
        if (!leads || !stays) broken.push(`${address}: ${href}`)
      }
    assert.deepEqual(broken, [])
  })

  test('of the Markdown lead to Markdown', async () => {
    const sending = await (await get('/docs/guides/sending.md')).text()
    assert.match(sending, /\]\(\/docs\/guides\.md#before-you-begin\)/)
    const files = new Set(siteAddresses())
    for (const { path } of pages.filter((page) => page.path !== 'index')) {
      const text = await (await get(`${addressOf(path)}.md`)).text()
      for (const [, href] of text.matchAll(/\]\((\/docs\/[^)#\s]*)/g)) assert.ok(files.has(href!), `${path}: ${href}`)
    }
  })

  test('of the pages of the dashboard lead to their guides', () => {
    for (const address of [...GUIDE_ADDRESSES, ...PROVIDER_GUIDE_ADDRESSES]) assert.ok(html.has(address), address)
    for (const [path, address] of [
      ['/', '/docs/first-steps'],
      ['/templates/12', '/docs/guides/templates'],
      ['/settings/server-configuration', '/docs/guides/webhooks'],
      ['/settings/audit-log', '/docs/'],
      ['/elsewhere', '/docs/first-steps'],
    ] as const)
      assert.equal(guideTo(path).address, address)
  })

  test('of an error lead to the heading of its code', async () => {
    const page = html.get('/docs/errors')!
    for (const code of Object.keys(ERROR_CODES)) assert.match(page, new RegExp(`<h3 id="${code}"`), code)
    const relative = (await (await get('/api/v1/account')).json()) as { docs_url: string }
    assert.equal(relative.docs_url, '/docs/errors#missing_api_key')
    const known = await startTestService(running.database, { ROLES: 'api', PUBLIC_URL: 'https://tidings.example/' })
    try {
      const response = await fetch(`${known.service.url}/api/v1/account`, { headers: { host: 'evil.example' } })
      const { docs_url } = (await response.json()) as { docs_url: string }
      assert.equal(docs_url, 'https://tidings.example/docs/errors#missing_api_key')
    } finally {
      await known.stop()
    }
  })
})

test('llms.txt lists every page with a sentence', async () => {
  const index = await (await get('/llms.txt')).text()
  assert.equal(await (await get('/docs/llms.txt')).text(), index)
  assert.match(index, /^# Tidings\n\n> /)
  const lines = index.split('\n').filter((line) => line.startsWith('- '))
  const listed = lines.map((line) => /^- \[.+?\]\(\/docs\/(.+)\.md\): \S.*[.?]$/.exec(line)?.[1] ?? line)
  const paths = pages.map(({ path }) => path).filter((path) => path !== 'index')
  assert.deepEqual(listed.toSorted(), paths.toSorted())
})

test('the sidebar has every page once', () => {
  const pathsOf = ({ pages: own, groups }: Group): string[] => [
    ...own.map(({ path }) => path),
    ...groups.flatMap(pathsOf),
  ]
  const inGroups = groupPages(readPages()).flatMap(pathsOf)
  const paths = pages.map(({ path }) => path).filter((path) => path !== 'index')
  assert.deepEqual(inGroups.toSorted(), paths.toSorted())
})
