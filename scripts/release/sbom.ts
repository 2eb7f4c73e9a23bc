/**
 * The software bill of materials of the service, in the format CycloneDX: every package in the image and in the pages of
 * the service. npm makes it from `package-lock.json`. The bill of the base image is made with the image.
 */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../builds.ts'
import { run } from '../sdks/languages.ts'

interface LockedPackage {
  /** Only of workspaces and of packages under another name. */
  name?: string
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface Lock {
  packages: Record<string, LockedPackage>
}

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

/**
 * Packages whose code is in the bundles of the dashboard and the site. The other packages of these workspaces are tools
 * for building them.
 */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['@tanstack/react-query', '@tanstack/query-core', 'react', 'react-dom', 'scheduler'],
  site: [
    ...['vitepress', 'vue', '@vue/reactivity', '@vue/runtime-core', '@vue/runtime-dom', '@vue/shared'],
    ...['@vueuse/core', '@vueuse/shared', '@vueuse/integrations', 'focus-trap', 'tabbable', 'mark.js', 'minisearch'],
  ],
}

/** npm writes this of packages for development. Those in a bundle ship all the same. */
const FOR_DEVELOPMENT = 'cdx:npm:package:development'

/** The workspaces in the image: the Dockerfile copies their manifests and installs their packages. */
function installedWorkspaces(): string[] {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  return [...dockerfile.matchAll(/^COPY (\w+)\/package\.json /gm)].map(([, workspace]) => workspace!)
}

/** The path of a package as Node finds it from another one. Null if it is not in the lock file. */
function resolvedPath({ packages }: Lock, from: string, name: string): string | null {
  for (let folder = from; ;) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return null
    const parent = folder.lastIndexOf('/node_modules/')
    folder = parent === -1 ? '' : folder.slice(0, parent)
  }
}

/** The paths of all packages in the image and its pages, below the root of the lock file. Throws if one is unknown. */
function shippedPaths(lock: Lock): Set<string> {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies = {}, peerDependencies = {}, link, resolved } = lock.packages[path]!
    if (link === true) return visit(resolved!)
    for (const name of Object.keys({ ...peerDependencies, ...dependencies })) {
      const dependency = resolvedPath(lock, path, name)
      if (dependency !== null) visit(dependency)
      else if (name in dependencies) throw new Error(`package-lock.json lacks ${name} of ${path}`)
    }
  }
  for (const workspace of installedWorkspaces()) visit(workspace)
  for (const [workspace, names] of Object.entries(BUNDLED))
    for (const name of names) {
      const path = resolvedPath(lock, workspace, name)
      if (path === null) throw new Error(`${workspace} does not use ${name}: correct the list of bundled packages`)
      found.add(path)
    }
  return found
}

/** Names and versions of all packages that ship: `name@version`. */
export function shippedPackages(lock: Lock): Set<string> {
  return new Set(
    [...shippedPaths(lock)].flatMap((path) => {
      const { name = path.slice(path.lastIndexOf('node_modules/') + 13), version, link } = lock.packages[path]!
      return link === true ? [] : [`${name}@${version}`]
    }),
  )
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
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
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
