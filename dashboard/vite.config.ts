import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compressFiles } from '../scripts/compress-files.ts'

/** The address of the service for `npm run dev:dashboard`. */
const SERVICE_URL = 'http://127.0.0.1:3000'

/** The licenses of the packages in the bundle. The bill of materials of a release reads them. */
const LICENSES = 'licenses.json'

/** The packages of the fonts. The bundler lists only packages with code. */
const FONTS = ['@fontsource-variable/geist', '@fontsource-variable/geist-mono']
/** The font of the first letters on every page. The others are loaded if they are needed. */
const FIRST_FONT = /^assets\/geist-latin-wght-.*\.woff2$/

function licenseOf(font: string) {
  const manifest = createRequire(import.meta.url).resolve(`${font}/package.json`)
  const { version, license: identifier } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>
  return { name: font, version, identifier, text: readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8') }
}

const fonts: Plugin = {
  name: 'fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => FIRST_FONT.test(name))
      if (file === undefined) throw new Error('The build lacks the first font')
      // Fonts are always fetched without credentials, so the preload must be too.
      const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
  writeBundle({ dir }) {
    const path = join(dir!, LICENSES)
    const packages = JSON.parse(readFileSync(path, 'utf8')) as object[]
    writeFileSync(path, JSON.stringify([...packages, ...FONTS.map(licenseOf)], null, 2))
  },
}

/** The service sends these files, so it compresses nothing at a request. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    await compressFiles(dir!)
  },
}

export default defineConfig({
  plugins: [fonts, compressed],
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2023',
    // The first versions with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page refuses inlined files (data:).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: LICENSES },
    // What four pages share is one file: small files compress badly, and each is a request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] } } },
  },
  server: { proxy: { '/api': SERVICE_URL, '/docs': SERVICE_URL, '/openapi.json': SERVICE_URL } },
})
