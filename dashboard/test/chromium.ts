/** Finds a Chromium: the browser in CHROME_PATH, an installed Chrome, Edge or Chromium, or the one of a package. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { count } from '../../server/test/costs.ts'

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Keeps the compiled scripts of a page at its first load, not at its third (3). The last flag of a name counts, so it
  // repeats the settings of Playwright: a mouse.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,v8CacheOptions=3',
]

const INSTALLED: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

interface Found {
  executablePath: string
  env: Record<string, string>
}

/**
 * Unpacks the Chromium of the package, once per version. It is unpacked in another directory and then moved, so
 * two test files can do it at once. The package unpacks to the current directory for temporary files.
 */
async function unpack(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const place = join(CACHE, `chromium-${version}`)
  if (existsSync(place)) return place
  mkdirSync(CACHE, { recursive: true })
  const unpacking = mkdtempSync(join(CACHE, 'unpacking-'))
  const before = { ...process.env }
  try {
    // With this name the package assumes missing system libraries, and unpacks its own.
    Object.assign(process.env, { TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
    // The file of the package names directories of another system.
    const directories = [join(place, 'fonts', 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
    writeFileSync(
      join(unpacking, 'fonts', 'fonts.conf'),
      `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${directories
        .map((directory) => `<dir>${directory}</dir>`)
        .join('')}<cachedir>${join(place, 'fonts-cache')}</cachedir></fontconfig>\n`,
    )
    renameSync(unpacking, place)
  } catch (error) {
    // Another test file was faster. Its result is the same.
    if (!existsSync(place)) throw error
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
    rmSync(unpacking, { recursive: true, force: true })
  }
  return place
}

async function findChromium(): Promise<Found> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const given = process.env['CHROME_PATH']
  if (given) return { executablePath: given, env }
  const installed = INSTALLED[process.platform]?.find((path) => existsSync(path))
  if (installed !== undefined) return { executablePath: installed, env }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The browser tests need Chrome, Edge or Chromium: install one, or name it in CHROME_PATH')
  const place = await unpack()
  const libraries = [join(place, 'al2023', 'lib'), env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  return {
    executablePath: join(place, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(place, 'fonts') },
  }
}

/** A separate browser that ends with the process. If there is none, it throws an error with the next step. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  count('browsers')
  return chromium.launch({ executablePath, env, args: FLAGS, headless: true })
}
