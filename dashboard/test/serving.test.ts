import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { DASHBOARD } from '../../scripts/build.ts'
import { currentBuild, ensureBuilt } from '../../scripts/builds.ts'
import type { TestService } from '../../server/test/service.ts'
import { sharedApi } from '../../server/test/shared-service.ts'

const FIRST_BYTES_MAX = 120 * 1024
const ALL_BYTES_MAX = 220 * 1024

/** The header Accept of a browser on navigation. */
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let running: TestService

before(async () => {
  // Starts at the same time do not disturb each other.
  await Promise.all([ensureBuilt(DASHBOARD), ensureBuilt(DASHBOARD)])
  running = await sharedApi()
})

const get = (path: string, headers: Record<string, string> = NAVIGATION) =>
  fetch(`${running.service.url}${path}`, { headers })

describe('what is served', () => {
  test('the page, under a policy that lets in nothing inline and nothing from elsewhere', async () => {
    const response = await get('/')
    assert.equal(response.status, 200)
    const policy = response.headers.get('content-security-policy')!
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
      assert.ok(policy.includes(part), part)
    for (const part of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(part), part)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('x-frame-options'), 'DENY')
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const page = await response.text()
    assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
    for (const [, address] of page.matchAll(/\b(?:src|href|action)="([^"]*)"/g)) assert.match(address!, /^\/(?!\/)/)
  })

  test('the frame for mails, in which nothing runs and nothing is loaded', async () => {
    const response = await get('/mail-frame.html')
    assert.equal(response.status, 200)
    const policy = response.headers.get('content-security-policy')!
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'self'",
      "form-action 'none'",
      'sandbox allow-same-origin',
    ])
      assert.ok(policy.includes(part), part)
    assert.doesNotMatch(policy, /script|https?:|\*/)
    assert.equal(response.headers.get('x-frame-options'), 'SAMEORIGIN')
    assert.equal(response.headers.get('x-dns-prefetch-control'), 'off')
    assert.doesNotMatch(await response.text(), /<script|<style|\sstyle=/)
  })

  test('the same page at every address that a browser opens, and nothing there for programs', async () => {
    const page = await (await get('/')).text()
    for (const path of ['/deliveries', '/messages/12', '/settings/members?x=1']) {
      const response = await get(path)
      assert.equal(response.status, 200, path)
      assert.equal(await response.text(), page)
      assert.equal((await get(path, { accept: '*/*' })).status, 404, path)
    }
  })

  test('paths of the API and of files that are not there are not found', async () => {
    for (const path of [
      '/api',
      '/api/v1/nothing',
      '/assets/nothing.js',
      '/assets/nothing',
      '/nothing.js',
      '/docs/assets/nothing.js',
    ]) {
      const response = await get(path)
      assert.equal(response.status, 404, path)
      assert.match(response.headers.get('content-type')!, /^application\/json/)
    }
    assert.equal((await fetch(`${running.service.url}/deliveries`, { method: 'POST' })).status, 404)
    const wrongMethod = await get('/api/v1/webhook_events/evt_1/resend')
    assert.equal(wrongMethod.status, 405)
    assert.equal(wrongMethod.headers.get('allow'), 'POST')
  })

  test('assets for ever, since their names change with them; the rest is asked for again', async () => {
    const page = await (await get('/')).text()
    const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map((match) => match[1]!)
    assert.ok(assets.length >= 2)
    for (const asset of assets) {
      const response = await get(asset)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      const types = { js: /javascript/, css: /text\/css/, woff2: /^font\/woff2$/ }
      assert.match(response.headers.get('content-type')!, types[asset.split('.').at(-1) as keyof typeof types])
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    }
    assert.equal((await get('/icon.svg')).headers.get('cache-control'), 'no-cache')
  })

  test('whether the browser came with a session, so that a page without one asks nothing', async () => {
    assert.match(await (await get('/')).text(), /<meta name="session" content="none"/)
    const withCookie = await get('/', { ...NAVIGATION, cookie: 'tidings_session=ses_1_x' })
    assert.match(await withCookie.text(), /<meta name="session" content="possible"/)
  })
})

describe('the fonts', () => {
  const fonts = () => readdirSync(join(currentBuild(DASHBOARD), 'assets')).filter((name) => name.endsWith('.woff2'))

  test('come from the service, unchanged and cached for ever, and only the first one is preloaded', async () => {
    assert.equal(fonts().length, 3)
    for (const name of fonts()) {
      const response = await get(`/assets/${name}`, { 'accept-encoding': 'br, gzip' })
      assert.equal(response.headers.get('content-type'), 'font/woff2')
      assert.equal(response.headers.get('content-encoding'), null)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4), 'wOF2')
    }
    const preloads = (await (await get('/')).text()).match(/<link[^>]*rel="preload"[^>]*>/g) ?? []
    assert.equal(preloads.length, 1)
    assert.match(preloads[0], /href="\/assets\/geist-latin-wght[^"]+" as="font" type="font\/woff2" crossorigin/)
  })

  test('have their licenses beside those of the packages', async () => {
    const licenses = (await (await get('/licenses.json')).json()) as {
      name: string
      identifier: string
      text: string
    }[]
    for (const name of ['@fontsource-variable/geist', '@fontsource-variable/geist-mono']) {
      const license = licenses.find((one) => one.name === name)
      assert.equal(license?.identifier, 'OFL-1.1')
      assert.match(license.text, /SIL OPEN FONT LICENSE/i)
    }
  })
})

describe('the scripts as they travel, compressed by Brotli', () => {
  const build = () => currentBuild(DASHBOARD)

  /** Small files are sent as they are. */
  function travelBytes(names: Iterable<string>): number {
    const sizes = [...names].map((name) => {
      const path = join(build(), name)
      return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
    })
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** The scripts of the first page, and of Home with all its imports. */
  function firstScripts(): Set<string> {
    const page = readFileSync(join(build(), 'index.html'), 'utf8')
    const names = new Set([...page.matchAll(/"\/([\w/-]+\.js)"/g)].map(([, name]) => name!))
    names.add(`assets/${readdirSync(join(build(), 'assets')).find((name) => /^home-.*\.js$/.test(name))}`)
    // A set also visits the names that are added meanwhile. Only static imports have no parenthesis.
    for (const name of names)
      for (const [, imported] of readFileSync(join(build(), name), 'utf8').matchAll(
        /(?:from|import)"\.\/([\w-]+\.js)"/g,
      ))
        names.add(`assets/${imported}`)
    return names
  }

  test(`are under ${FIRST_BYTES_MAX} bytes at the first load`, () => {
    const names = firstScripts()
    assert.ok(names.size > 5, 'the imports are found')
    const bytes = travelBytes(names)
    assert.ok(bytes > 10_000 && bytes < FIRST_BYTES_MAX, `${bytes} bytes`)
  })

  test(`are under ${ALL_BYTES_MAX} bytes all together`, () => {
    const names = readdirSync(build(), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
    const bytes = travelBytes(names)
    assert.ok(names.length > firstScripts().size && bytes < ALL_BYTES_MAX, `${bytes} bytes`)
  })
})
