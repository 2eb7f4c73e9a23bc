/** The places of the product's version. All have the same version, and a release writes them together. */

/** `0.1.0`, or `0.2.0-beta.1`. */
export const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z]+(\.[0-9a-z]+)*)?$/

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

interface Lock {
  version: string
  packages: Record<string, Partial<Omit<Manifest, 'name'>> & { link?: boolean }>
}

/** A line with the version in its second group. */
const LINES: Readonly<Record<string, RegExp>> = {
  'compose.yaml': /(image: tidings:)(\S+)()/g,
  'docs/operating.md': /(\btidings:)(\d+\.\d+\.\d+[-\w.]*)()/g,
  'deploy/helm/tidings/Chart.yaml': /^((?:version|appVersion): )(\S+)()$/gm,
  'sdks/python/src/tidings/version.py': /^(VERSION = ")([^"]+)(")$/gm,
  'sdks/go/client.go': /^(const Version = ")([^"]+)(")$/gm,
}

/** Names of our own packages: those of the workspaces. */
const isOwn = (name: string): boolean => name === 'tidings' || name.startsWith('@tidings/')

function ownVersions({ dependencies, devDependencies }: Lock['packages'][string]): string[] {
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) =>
    isOwn(name) ? [version] : [],
  )
}

function withOwn(dependencies: Record<string, string>, version: string): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).map(([name, other]) => [name, isOwn(name) ? version : other]))
}

/** The packages of the workspaces in the lock file: those outside of `node_modules`. */
const workspacesOf = ({ packages }: Lock) =>
  Object.entries(packages).flatMap(([path, entry]) => (path.includes('node_modules') ? [] : [entry]))

/** The paths that have the version, for these workspaces (`server`, `sdk`, ...). */
export function versionPaths(workspaces: readonly string[]): string[] {
  const manifests = ['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)]
  return [...manifests, 'package-lock.json', ...Object.keys(LINES)]
}

/** All versions of the product in a file. */
export function versionsIn(path: string, text: string): string[] {
  const line = LINES[path]
  if (line !== undefined) return [...text.matchAll(line)].map(([, , version]) => version!)
  if (path === 'package-lock.json') {
    const lock = JSON.parse(text) as Lock
    const found = workspacesOf(lock).flatMap((entry) => [entry.version!, ...ownVersions(entry)])
    return [lock.version, ...found]
  }
  const manifest = JSON.parse(text) as Manifest
  return [manifest.version, ...ownVersions(manifest)]
}

/** The file with another version of the product. */
export function withVersion(path: string, text: string, version: string): string {
  const line = LINES[path]
  if (line !== undefined) return text.replace(line, `$1${version}$3`)
  const changed = JSON.parse(text) as Manifest | Lock
  changed.version = version
  const entries = 'packages' in changed ? workspacesOf(changed) : [changed]
  for (const entry of entries) {
    entry.version = version
    for (const field of ['dependencies', 'devDependencies'] as const)
      if (entry[field] !== undefined) entry[field] = withOwn(entry[field], version)
  }
  return `${JSON.stringify(changed, null, 2)}\n`
}
