/**
 * The software bill of materials of the service, in the format CycloneDX: every package in the image and in the pages of
 * the service. npm makes it from `package-lock.json`. The bill of the base image is made with the image. The dashboard and
 * the site must be built.
 */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DASHBOARD, SITE } from '../build.ts'
import { currentBuild, ROOT } from '../builds.ts'
import { run } from '../sdks/languages.ts'
import { readLock, referenceOf, withDependencies } from './lock.ts'
import type { Lock } from './lock.ts'

interface Component {
  /** `name@version`. */
  'bom-ref': string
  type: string
  name: string
  version: string
  scope: 'required' | 'optional'
  properties?: { name: string; value: string }[]
  [field: string]: unknown
}

export interface Bill {
  bomFormat: 'CycloneDX'
  metadata: { component: { 'bom-ref': string; name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** npm writes this of packages for development. Those in a bundle ship all the same. */
const FOR_DEVELOPMENT = 'cdx:npm:package:development'

/** The workspaces in the image: the Dockerfile copies their manifests and installs their packages. */
function installedWorkspaces(): string[] {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  return [...dockerfile.matchAll(/^COPY (\w+)\/package\.json /gm)].map(([, workspace]) => workspace!)
}

/** The paths of the packages whose code is in the bundles. Each build lists them with their licenses. */
function bundledPaths(lock: Lock): string[] {
  const paths = new Map(Object.keys(lock.packages).map((path) => [referenceOf(lock, path), path]))
  return [DASHBOARD, SITE].flatMap((build) => {
    const file = join(currentBuild(build), 'licenses.json')
    const packages = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string }[]
    return packages.map(({ name, version }) => {
      const path = paths.get(`${name}@${version}`)
      if (path === undefined) throw new Error(`package-lock.json lacks ${name}@${version}: build again`)
      return path
    })
  })
}

/** Names and versions of all packages that ship: `name@version`. They are in the image or in the bundles. */
export function shippedPackages(lock: Lock): Set<string> {
  const paths = [...withDependencies(lock, installedWorkspaces()), ...bundledPaths(lock)]
  return new Set(paths.map((path) => referenceOf(lock, path)))
}

/** The files of others in `site/vendor`. Their names have the version. */
function vendoredComponents(): Component[] {
  return globSync('site/vendor/*.js', { cwd: ROOT }).map((path) => {
    const [, version = ''] = /-(\d+\.\d+\.\d+)\.js$/.exec(path) ?? []
    return {
      'bom-ref': `@scalar/api-reference@${version}`,
      type: 'library',
      name: '@scalar/api-reference',
      version,
      scope: 'required',
      purl: `pkg:npm/%40scalar/api-reference@${version}`,
      hashes: [{ alg: 'SHA-256', content: hash('sha256', readFileSync(join(ROOT, path))) }],
      licenses: [{ license: { id: 'MIT' } }],
    }
  })
}

/** The bill of this clone. Throws if a package that ships is missing in it. */
export function makeBill(): Bill {
  const lock = readLock()
  const whole = JSON.parse(run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'])) as Bill
  const shipped = shippedPackages(lock)
  const installed = whole.components
    .filter((component) => shipped.has(component['bom-ref']))
    .map((component): Component => {
      const properties = (component.properties ?? []).filter(({ name }) => name !== FOR_DEVELOPMENT)
      return { ...component, scope: 'required', properties }
    })
  const components = [...installed, ...vendoredComponents()]
  const references = new Set([whole.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const missing = [...shipped].filter((reference) => !references.has(reference))
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}`)
  const edges = whole.dependencies.filter(({ ref }) => references.has(ref))
  return {
    ...whole,
    // npm takes the name of the folder.
    metadata: { ...whole.metadata, component: { ...whole.metadata.component, name: 'tidings' } },
    components,
    dependencies: edges.map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => references.has(one)),
    })),
  }
}
