/**
 * `node bundle-service.ts DIRECTORY` writes the service and its command line into a few files, because reading 1,700 files
 * takes a third of the processor time of a start.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuiltin } from 'node:module'
import { rolldown } from 'rolldown'
import { ROOT } from './builds.ts'

const [directory = '.'] = process.argv.slice(2)

const builtin = (id: string) => ({
  code: `module.exports = process.getBuiltinModule('${id}')`,
  moduleType: 'js' as const,
})

const bundle = await rolldown({
  input: ['main', 'cli'].map((name) => join(ROOT, 'server/src/programs', `${name}.ts`)),
  platform: 'node',
  // pg-native: an optional package of `pg`, not installed. postal-mime: `providers/mail.ts` changes its files.
  external: ['pg-native', 'postal-mime'],
  plugins: [
    {
      name: 'lazy-builtins',
      // An import statement of `node:http` reads all that it exports, and so loads Node's `fetch`, which costs 50 ms.
      // The bundler's own part imports `node:module`.
      resolveId: (id) => (isBuiltin(id) && id !== 'node:module' ? `\0node:${id.replace(/^node:/, '')}` : null),
      load: (id) => (id.startsWith('\0node:') ? builtin(id.slice(1)) : null),
    },
    {
      name: 'own-urls',
      // Modules find files beside them: migrations and built pages, also in packages.
      transform(code, id) {
        if (!/\b(?:import\.meta\.url|__dirname)\b/.test(code)) return null
        return code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
      },
    },
  ],
})
const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
// The files name others by their path, so the build belongs to its checkout (start.js).
writeFileSync(join(directory, 'root'), ROOT)
await bundle.write({ dir: directory, format: 'esm', sourcemap: true, ...names })
