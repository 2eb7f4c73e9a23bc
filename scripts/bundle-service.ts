/**
 * `node bundle-service.ts DIRECTORY` writes the service into a few files. The tests start many processes of the service,
 * and reading 1,700 files takes more than half of the processor time of a start.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { ROOT } from './builds.ts'

const [directory = '.'] = process.argv.slice(2)

const bundle = await rolldown({
  input: join(ROOT, 'server', 'src', 'main.ts'),
  platform: 'node',
  // An optional package of `pg`, not installed.
  external: ['pg-native'],
  plugins: [
    {
      name: 'own-urls',
      // Modules find files beside them: migrations, built pages, the program of a rendering thread.
      transform(code, id) {
        if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null
        return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      },
    },
  ],
})
await bundle.write({ dir: directory, format: 'esm', entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' })
