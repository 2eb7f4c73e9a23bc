/** The package of the command in an empty folder, with the packages that it needs, as npm installs them. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLI, MCP, SDK } from '../../scripts/build.ts'
import { currentBuild, ROOT } from '../../scripts/builds.ts'
import { readLock, withDependencies } from '../../scripts/release/lock.ts'

const PACKED = { cli: CLI, mcp: MCP, sdk: SDK }

/** The directory of a packed workspace, unpacked. */
export const packageOf = (workspace: keyof typeof PACKED): string => join(currentBuild(PACKED[workspace]), 'package')

/** Makes the folder. `main`: the program of the command. `remove` deletes the folder. */
export function installCommand(): { main: string; remove(): void } {
  // Far away from the packages of the repository.
  const folder = mkdtempSync(join(tmpdir(), 'tidings-installed-'))
  const placeOf = (path: string) => join(folder, path.replace(/^(cli|mcp|sdk)(?=$|\/)/, 'node_modules/@tidings/$1'))
  for (const path of withDependencies(readLock(), ['cli'])) {
    const source = Object.hasOwn(PACKED, path) ? packageOf(path as keyof typeof PACKED) : join(ROOT, path)
    cpSync(source, placeOf(path), { recursive: true })
  }
  const { bin } = JSON.parse(readFileSync(join(placeOf('cli'), 'package.json'), 'utf8')) as { bin: { tidings: string } }
  return {
    main: join(placeOf('cli'), bin.tidings),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
