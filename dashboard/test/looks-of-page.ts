/** Looks of a page, and what each page must be in them: accessible, and no wider than its window. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'

/** The theme of the system and the size of the window. */
export interface Look {
  colorScheme: 'dark' | 'light'
  viewport: { width: number; height: number }
}

export async function setLook(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/** Resolves when the colours no longer change, also in components. An endless animation is no change of colours. */
const TRANSITIONS_ENDED = `(() => {
  const roots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? roots(one.shadowRoot) : [])]
  const running = roots(document).flatMap((root) => root.getAnimations())
  const ending = running.filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  return Promise.allSettled(ending.map((one) => one.finished)).then(() => undefined)
})()`

/** The rules of axe whose result depends on colours and sizes. The others read the elements, which the last look has all. */
const RULES_OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

/**
 * Fails if axe finds a problem in the current page, by the rules of WCAG 2.2 AA and its best practices. `rules`: only these.
 */
export async function assertAccessible(page: Page, rules: readonly string[] | null = null): Promise<void> {
  // Evaluated, not added as a script, because the policy of the page forbids scripts. Once in each document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  await page.evaluate(TRANSITIONS_ENDED)
  const options = {
    // In a frame of a mail no script runs, and axe would wait half a second for its answer.
    ...{ iframes: false, resultTypes: ['violations'] },
    // Speech input needs the shown words in the names. The rule is not on by default.
    ...(rules === null ? { rules: { 'label-content-name-mismatch': { enabled: true } } } : { runOnly: rules }),
  }
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  assert.deepEqual(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => node.failureSummary + node.html),
    })),
    [],
    `${page.url()} is not accessible`,
  )
}

/** The first line of a field, and the start of a control, from its edges, px. */
const FIRST_LINE_PX = 18
const START_PX = 12

/** Both themes and both widths. Themes and widths do not depend on each other, so two looks are enough. */
export const LOOKS: readonly [narrow: Look, wide: Look] = [
  { colorScheme: 'dark', viewport: { width: 375, height: 812 } },
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
]

/**
 * Runs in the page. The controls in the window that a click does not reach, because another element of their dialog or of the page lies
 * above their start or their middle.
 */
const COVERED = `(() => {
  const placeOf = (one) => one.closest('dialog, main')
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent.slice(0, 40)
  const isCovered = (one, x, y) => {
    const top = document.elementFromPoint(x, y)
    const own = [one, ...(one.labels ?? [])]
    return top !== null && placeOf(top) === placeOf(one) && !own.some((part) => part.contains(top))
  }
  return [...document.querySelectorAll('main :is(a[href], button, input, select, textarea)')].flatMap((one) => {
    const [box] = one.getClientRects()
    if (box === undefined || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    const y = box.top + Math.min(box.height / 2, ${FIRST_LINE_PX})
    const places = [box.left + Math.min(box.width / 2, ${START_PX}), box.left + box.width / 2]
    return places.some((x) => isCovered(one, x, y)) ? [nameOf(one)] : []
  })
})()`

/** The number of rows of tables whose name is not shown. */
const NAMELESS = `[...document.querySelectorAll('.table tbody tr')]
  .filter((row) => row.checkVisibility() && !row.querySelector('[data-phone=name]')?.checkVisibility()).length`

/** Fails if the page is not accessible, is wider than its window, or covers a control, in one of the looks. It stays in the last, wide one. */
export async function assertLooksGood(page: Page, looks: readonly Look[] = LOOKS): Promise<void> {
  for (const [index, look] of looks.entries()) {
    await setLook(page, look)
    // Controls that have scrolled below a bar count as covered.
    await page.evaluate('scrollTo(0, 0)')
    // An observer of sizes runs at the end of a frame, and its effect is in the next one.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await assertFits(page)
    assert.deepEqual(await page.evaluate(COVERED), [], page.url())
    assert.equal(await page.evaluate(NAMELESS), 0, `${page.url()} has rows without a name`)
    // The wide window shows the most elements.
    await assertAccessible(page, index === looks.length - 1 ? null : RULES_OF_LOOKS)
  }
}

/**
 * Goes to a path by the history of the page, as the links of the dashboard do. A load of the page costs ten times as much
 * processor time. If the path is open already, its page begins again.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`(async () => {
    history.pushState(null, '', '/elsewhere')
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((done) => setTimeout(done))
    history.replaceState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))
  })()`)
}

/** Saves by the key, and fills in a field while the service has not responded yet. `path`: of the saved thing, as a pattern. */
export async function fillDuringSave(
  page: Page,
  { path, field, text }: { path: string; field: Locator; text: string },
): Promise<void> {
  let pressed = Promise.resolve()
  await page.route(path, async (route) => {
    // Chromium loses text that is filled in while a key is down.
    await pressed
    if (route.request().method() === 'PATCH') await field.fill(text)
    await route.fallback()
  })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  pressed = page.keyboard.press('Control+s')
  await pressed
  await saved
  await page.unroute(path)
}

/** Fails if the page is wider than its window. */
export async function assertFits(page: Page): Promise<void> {
  const widths = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
  assert.ok(widths[0] <= widths[1], `${page.url()} is ${widths[0]} px wide in a window of ${widths[1]} px`)
}

/** The year of the next 7th of January: a message can be scheduled for it, because it is at most a year ahead. */
export function yearOfNextJanuary(): number {
  const today = new Date()
  const year = today.getUTCFullYear()
  return today.getTime() < Date.UTC(year, 0, 6, 20) ? year : year + 1
}

/** Waits until the list of versions, which is read when it is in the window, has the version as the one in use. */
export async function waitForVersion(page: Page, version: number): Promise<void> {
  await page.getByRole('heading', { name: 'Versions' }).scrollIntoViewIfNeeded()
  await page.getByRole('row', { name: new RegExp(`\\b${version} \\(in use\\)`) }).waitFor()
}
