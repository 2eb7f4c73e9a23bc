/**
 * `npm start`: the service, with the dashboard and the documentation as their sources are now. Not in TypeScript itself, so that everything else comes
 * from the cache: at a second start Node needs nothing that strips types, which takes 10 to 20 MB.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)))
try {
  const { buildAll } = await import('./build.ts')
  await buildAll((line) => console.log(line))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/main.ts')
