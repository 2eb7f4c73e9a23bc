/** Compresses the files of a build beside themselves: `page.html.br` and `page.html.gz`. */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Pictures are compressed as they are. */
const COMPRESSED = new Set(['.html', '.js', '.css', '.md', '.txt', '.svg', '.json'])
/** Shorter files are sent as they are, bytes. */
const COMPRESSED_BYTES_MIN = 1024
/** Higher ones take several seconds for the largest file, and save some hundredths of it. */
const BROTLI_QUALITY = 9

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Returns whether the file is worth it. If not, nothing is written. */
export async function compressFile(path: string, content: Buffer): Promise<boolean> {
  if (content.length < COMPRESSED_BYTES_MIN || !COMPRESSED.has(extname(path))) return false
  writeFileSync(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }))
  writeFileSync(`${path}.gz`, await gzipped(content))
  return true
}

/** Compresses all files of a directory. */
export async function compressFiles(directory: string): Promise<void> {
  const paths = globSync('**/*', { cwd: directory }).map((name) => join(directory, name))
  const files = paths.filter((path) => statSync(path).isFile())
  await Promise.all(files.map((path) => compressFile(path, readFileSync(path))))
}
