/** Prepares a build for being served: each file compressed beside it, and one file that lists them all. */
import { hash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { compressFile } from '../scripts/compress-files.ts'

/** What the service reads at its start: each address below `/docs` with the file that is its content. */
export interface Manifest {
  files: Record<string, { file: string; digest: string; compressed: boolean }>
}

/** `guides/sending.html` is at `/guides/sending`, the start page at `/`. */
function addressOf(file: string): string {
  const path = `/${file.replace(/\.html$/, '')}`
  return path === '/index' ? '/' : path
}

export async function writeManifest(directory: string): Promise<void> {
  const names = globSync('**/*', { cwd: directory }).filter((name) => statSync(join(directory, name)).isFile())
  const files: Manifest['files'] = {}
  await Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(directory, name)
      const content = readFileSync(path)
      const file = name.split(sep).join('/')
      const compressed = await compressFile(path, content)
      files[addressOf(file)] = { file, digest: hash('sha256', content, 'base64url'), compressed }
    }),
  )
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ files } satisfies Manifest))
}
