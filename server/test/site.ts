/** The build of the documentation site that the service serves. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SITE } from '../../scripts/build.ts'
import { currentBuild } from '../../scripts/builds.ts'
import type { Manifest } from '../../site/manifest.ts'

/** The addresses of all files, below the service. */
export function siteAddresses(): string[] {
  const manifest = JSON.parse(readFileSync(join(currentBuild(SITE), 'manifest.json'), 'utf8')) as Manifest
  return Object.keys(manifest.files).map((address) => `/docs${address}`)
}

/** The largest script: that of the reference of the API. */
export function referenceScript(): string {
  const address = siteAddresses().find((one) => /^\/docs\/assets\/scalar\.\w+\.js$/.test(one))
  assert.ok(address !== undefined)
  return address
}
