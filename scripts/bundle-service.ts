/**
 * `node bundle-service.ts DIRECTORY` writes the service and its command line into a few files. The tests start many
 * processes of both, and reading 1,700 files takes more than half of the processor time of a start.
 */
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { ROOT } from './builds.ts'

const [directory = '.'] = process.argv.slice(2)

const bundle = await rolldown({
  input: ['main', 'cli'].map((name) => join(ROOT, 'server', 'src', `${name}.ts`)),
  platform: 'node',
  // An optional package of `pg`, not installed.
  external: ['pg-native'],
  plugins: [
    {
      name: 'own-urls',
      // Modules find files beside them: migrations, built pages, and the programs of threads, also in packages.
      transform(code, id) {
        if (!/\b(?:import\.meta\.url|__dirname)\b/.test(code)) return null
        return code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
      },
    },
  ],
})
await bundle.write({ dir: directory, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
