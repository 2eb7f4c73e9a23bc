import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'

/** Of the service. */
export const BASE = '/docs/'

/** Characters of the hash in a name: 40 bits. */
const HASH_CHARACTERS = 10

/** Writes a file whose name has a hash of its content into the assets of a build. Returns its address. */
export function writeAsset(directory: string, fileName: string, content: Uint8Array): string {
  const { name, ext } = parse(fileName)
  const path = `assets/${name}.${hash('sha256', content).slice(0, HASH_CHARACTERS)}${ext}`
  mkdirSync(join(directory, 'assets'), { recursive: true })
  writeFileSync(join(directory, path), content)
  return `${BASE}${path}`
}
