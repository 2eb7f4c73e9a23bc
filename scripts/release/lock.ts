/** The packages in `package-lock.json`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../builds.ts'

interface LockedPackage {
  /** Only of workspaces and of packages under another name. */
  name?: string
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** By path: `server`, `node_modules/pg`, `node_modules/a/node_modules/b`. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

export const readLock = (): Lock => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock

/** `name@version` of the package at a path. */
export function referenceOf({ packages }: Lock, path: string): string {
  const { name = path.slice(path.lastIndexOf('node_modules/') + 13), version } = packages[path]!
  return `${name}@${version}`
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

/**
 * The paths of packages with all packages that they need, those of our own workspaces as well. Throws if the lock file
 * lacks one.
 */
export function withDependencies(lock: Lock, paths: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    const { dependencies = {}, peerDependencies = {}, link, resolved } = lock.packages[path]!
    if (link === true) return visit(resolved!)
    found.add(path)
    for (const name of Object.keys({ ...peerDependencies, ...dependencies })) {
      const dependency = resolvedPath(lock, path, name)
      if (dependency !== null) visit(dependency)
      else if (name in dependencies) throw new Error(`package-lock.json lacks ${name} of ${path}`)
    }
  }
  paths.forEach(visit)
  return found
}
