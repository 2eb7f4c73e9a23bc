/** `npm start`: the service, with the dashboard as its sources are now. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buildDashboard } from './build-dashboard.ts'

// What was stripped of its types and compiled is kept: the next start is faster, and loads no stripper (20 MB).
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)))

try {
  await buildDashboard((line) => console.log(line))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/main.ts')
