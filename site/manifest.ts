/** Prepares a build for being served: each file compressed beside it, and one file that lists them all. */
import { hash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What the service reads at its start: each address below `/docs` with the file that is its content. */
export interface Manifest {
  files: Record<string, { file: string; digest: string; compressed: boolean }>
}

/** Pictures are compressed as they are. */
const COMPRESSED = new Set(['.html', '.js', '.css', '.md', '.txt', '.svg', '.json'])
/** Shorter files are sent as they are, bytes. */
const COMPRESSED_BYTES_MIN = 1024
/** Higher ones take several seconds for the largest file, and save some hundredths of it. */
const BROTLI_QUALITY = 9

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

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
      const compressed = content.length >= COMPRESSED_BYTES_MIN && COMPRESSED.has(extname(name))
      files[addressOf(file)] = { file, digest: hash('sha256', content, 'base64url'), compressed }
      if (!compressed) return
      writeFileSync(
        `${path}.br`,
        await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
      )
      writeFileSync(`${path}.gz`, await gzipped(content))
    }),
  )
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ files } satisfies Manifest))
}
