/** The page of the API reference: a pinned file of Scalar, which shows the document that the service serves. */
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAsset } from './assets.ts'

const SITE = fileURLToPath(new URL('.', import.meta.url))

/** `dist/browser/standalone.js` of the package @scalar/api-reference, version 1.72.1, as it is. See vendor/README.md. */
const SCALAR = {
  file: 'scalar-api-reference-1.72.1.js',
  sha256: 'bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c',
}

function read(...path: string[]): Buffer {
  return readFileSync(join(SITE, ...path))
}

/** Throws if the pinned file is another one. */
export function addApiReference(directory: string): void {
  const scalar = read('vendor', SCALAR.file)
  if (hash('sha256', scalar) !== SCALAR.sha256)
    throw new Error(`site/vendor/${SCALAR.file} is not the file that was pinned`)
  const addresses: Record<string, string> = {
    appearance: writeAsset(directory, 'appearance.js', read('appearance.js')),
    scalar: writeAsset(directory, 'scalar.js', scalar),
    script: writeAsset(directory, 'reference.js', read('api-reference', 'reference.js')),
    style: writeAsset(directory, 'reference.css', read('api-reference', 'reference.css')),
  }
  const page = read('api-reference', 'page.html').toString()
  writeFileSync(
    join(directory, 'api.html'),
    page.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => addresses[name]!),
  )
}
