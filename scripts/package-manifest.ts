/**
 * For `npm pack` in a workspace with `publishConfig`. In the repository, `exports` names the TypeScript sources, so that
 * development needs no build. `node package-manifest.ts publish` writes the manifest of the package, with the fields of
 * `publishConfig`, and removes old builds. `restore` puts the manifest of the repository back.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** In the directory of the workspace, where npm runs scripts. */
const MANIFEST = 'package.json'
const KEPT = '.package.source.json'
const NEXT = '.package.next.json'

interface Manifest {
  publishConfig: object
  scripts?: object
  devDependencies?: object
}

function restore(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST)
}

function publish(): void {
  // An earlier `npm pack` may have been broken off.
  restore()
  const source = readFileSync(MANIFEST, 'utf8')
  const { publishConfig, scripts: _, devDependencies: __, ...manifest } = JSON.parse(source) as Manifest
  rmSync('dist', { recursive: true, force: true })
  writeFileSync(KEPT, source)
  // Other processes of npm read the manifests of all workspaces, so it must never be empty.
  writeFileSync(NEXT, `${JSON.stringify({ ...manifest, ...publishConfig }, null, 2)}\n`)
  renameSync(NEXT, MANIFEST)
}

if (process.argv[2] === 'publish') publish()
else restore()
