import { defineConfig } from 'vite'

/** Where `npm run dev:dashboard` finds the service. */
const SERVICE_URL = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2023',
    // The first with light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // What is inlined as data: would be refused by the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': SERVICE_URL, '/docs': SERVICE_URL, '/openapi.json': SERVICE_URL } },
})
