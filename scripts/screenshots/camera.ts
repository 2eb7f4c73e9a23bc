import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const NARROW = { width: 375, height: 812 }
const WIDE = { width: 1440, height: 900 }

export type Look = { viewport: typeof WIDE; colorScheme: 'light' | 'dark' }

export const lookName = ({ viewport, colorScheme }: Look): string => `${viewport.width}-${colorScheme}`

export const LOOKS: readonly Look[] = [NARROW, WIDE].flatMap((viewport) => [
  { viewport, colorScheme: 'light' },
  { viewport, colorScheme: 'dark' },
])
export const DOCS_LOOKS: readonly Look[] = [{ viewport: WIDE, colorScheme: 'light' }]

const ACTION_TIMEOUT_MS = 30_000
/** A list of 50 rows repeats itself below. */
const HEIGHT_MAX = 2600

export interface Shot {
  /** The name of the file. */
  name: string
  path: string
  /** The member who looks. Absent: the owner of the shop. null: without a session. */
  email?: string | null
  /** Only at the width of a phone. */
  isNarrow?: true
  /** Actions on the page before the picture. */
  prepare?: (page: Page) => Promise<void>
}

export interface Pictures {
  shots: readonly Shot[]
  looks: readonly Look[]
  /** The signed-in member of shots without an email. */
  email: string
  password: string
  directory: string
  /** Pages in full length. */
  isWhole: boolean
}

/** Takes a picture of the page after all its data has arrived. */
async function take(page: Page, { path, prepare }: Shot, file: string, isWhole: boolean): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
  await prepare?.(page)
  await page.evaluate('document.fonts.ready.then(() => { document.activeElement?.blur(); scrollTo(0, 0) })')
  const { width } = page.viewportSize()!
  const height = Math.min(await page.evaluate<number>('document.documentElement.scrollHeight'), HEIGHT_MAX)
  const isDialog = await page.getByRole('dialog').isVisible()
  const whole = { fullPage: true, clip: { x: 0, y: 0, width, height } }
  await page.screenshot({ path: file, animations: 'disabled', ...(isWhole && !isDialog && whole) })
}

async function signIn(context: BrowserContext, url: string, email: string, password: string): Promise<void> {
  const response = await context.request.post('/api/v1/session', { data: { session: { email, password } } })
  if (!response.ok()) throw new Error(`${email} could not sign in: ${await response.text()}`)
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers()['set-cookie'] ?? '') ?? []
  await context.addCookies([{ name, value, url }])
}

/** Takes every picture in every look. A shot without its page does not stop the others: their errors come at the end. */
export async function takeAll(browser: Browser, url: string, pictures: Pictures): Promise<void> {
  const problems: string[] = []
  for (const look of pictures.looks) {
    const { viewport, colorScheme } = look
    const options = { baseURL: url, colorScheme, viewport, locale: 'en-GB' }
    for (const [member, shots] of Map.groupBy(pictures.shots, ({ email = pictures.email }) => email)) {
      const context = await browser.newContext(options)
      context.setDefaultTimeout(ACTION_TIMEOUT_MS)
      if (member !== null) await signIn(context, url, member, pictures.password)
      const page = await context.newPage()
      for (const shot of shots) {
        if (shot.isNarrow && viewport !== NARROW) continue
        const file = join(pictures.directory, `${shot.name}-${lookName(look)}.png`)
        await take(page, shot, file, pictures.isWhole).catch((error: Error) => {
          problems.push(`${shot.name}-${lookName(look)}: ${error.message}`)
        })
      }
      await context.close()
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
