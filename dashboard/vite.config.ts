import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compressFiles } from '../scripts/compress-files.ts'

/** The address of the service for `npm run dev:dashboard`. */
const SERVICE_URL = 'http://127.0.0.1:3000'

/** The service sends these files, so it compresses nothing at a request. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    await compressFiles(dir!)
  },
}

export default defineConfig({
  plugins: [compressed],
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
    // The licenses of the packages in the bundle. The bill of materials of a release reads them.
    license: { fileName: 'licenses.json' },
  },
  server: { proxy: { '/api': SERVICE_URL, '/docs': SERVICE_URL, '/openapi.json': SERVICE_URL } },
})
