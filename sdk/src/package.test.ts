/** The packed SDK: its files, its manifest, its types, and its work in an empty folder and on the edge. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { INBOX, PACKAGES } from '../../scripts/build.ts'
import { currentBuild } from '../../scripts/builds.ts'
import { installSdk, PACKAGE, TYPED_PROGRAM } from '../test/installed.ts'
import { NODE_FLAGS } from '../../server/test/process.ts'
import { compileErrors } from '../../server/test/strict-compiler.ts'

const { folder, remove } = installSdk()
after(remove)

const MODULES = ['client', 'verify', 'receiver', 'postgres', 'sqlite', 'redis']

test('the package has the built files and nothing else', () => {
  const files = globSync('**/*', { cwd: PACKAGE, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(PACKAGE.length + 1)
        .split(sep)
        .join('/'),
    )
  const others = files.filter((path) => !/^dist\/(generated\/)?[\w-]+(\.d\.ts|\.js)$/.test(path))
  assert.deepEqual(others.toSorted(), ['LICENSE', 'README.md', 'package.json'])
  for (const name of ['index', ...MODULES])
    assert.ok(files.includes(`dist/${name}.js`) && files.includes(`dist/${name}.d.ts`), name)
  const license = (directory: string) => readFileSync(join(directory, 'LICENSE'), 'utf8')
  assert.equal(license(PACKAGE), license(fileURLToPath(new URL('../..', import.meta.url))))
})

test('the manifest is the one of a package without dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(manifest.exports), ['.', ...MODULES.map((name) => `./${name}`)])
  for (const name of ['dependencies', 'devDependencies', 'scripts', 'publishConfig', 'private'])
    assert.equal(manifest[name], undefined, name)
  const source = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  assert.equal(JSON.parse(source).exports['.'], './src/index.ts', 'the manifest of the repository is back')
})

test('no file imports a module of Node, except where Node 18 needs it', () => {
  const importing = globSync('dist/**/*.{js,ts}', { cwd: PACKAGE }).filter((path) =>
    /['"]node:/.test(readFileSync(join(PACKAGE, path), 'utf8')),
  )
  assert.deepEqual(
    importing.map((path) => path.split(sep).join('/')),
    ['dist/crypto.js'],
  )
})

/** TypeScript 7, which is stricter about the types of WebCrypto. */
const NEWEST_TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

const ATTW = fileURLToPath(new URL('../../node_modules/@arethetypeswrong/cli/dist/index.js', import.meta.url))

test('publint finds nothing in the packages', async () => {
  // The package of the inbox has tests of its own.
  for (const build of PACKAGES.filter((one) => one !== INBOX)) {
    const { messages } = await publint({ pkgDir: join(currentBuild(build), 'package'), pack: false, strict: true })
    assert.deepEqual(messages, [], build.name)
  }
})

test('attw finds nothing', () => {
  const [tarball] = globSync('*.tgz', { cwd: join(PACKAGE, '..') })
  const args = [...NODE_FLAGS, ATTW, join(PACKAGE, '..', tarball!), '--profile', 'esm-only', '--no-emoji', '--no-color']
  const checked = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.stdout + checked.stderr)
})

test('the installed package works', () => {
  const printed = execFileSync(process.execPath, ['exercise.mjs', 'vectors.json'], { cwd: folder, encoding: 'utf8' })
  assert.equal(printed, 'The package works\n')
})

test('a strict compiler finds no error in a program with the package, nor in its types', () => {
  writeFileSync(join(folder, 'typed.mts'), TYPED_PROGRAM)
  const compilerOptions = {
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, target: 'es2022', lib: ['es2022', 'dom'] },
    // The types of the compiler itself are not checked.
    skipDefaultLibCheck: true,
  }
  const compiledAs = (module: string) => ({ compilerOptions: { ...compilerOptions, module }, files: ['typed.mts'] })
  assert.equal(compileErrors(folder, { node: compiledAs('nodenext'), bundler: compiledAs('preserve') }), '')
})

test('strict compilers of users find no error in the sources, with the types of a browser and with those of Node alone', () => {
  const index = fileURLToPath(new URL('index.ts', import.meta.url))
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noUncheckedIndexedAccess',
    '--noEmit',
    '--skipDefaultLibCheck',
    '--allowImportingTsExtensions',
  ]
  for (const lib of ['es2022,dom', 'es2022']) {
    const place = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--lib', lib]
    const checked = spawnSync(process.execPath, [NEWEST_TSC, ...options, ...place, index], { encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stdout)
  }
})

test('on the edge the package needs nothing of Node', async () => {
  writeFileSync(
    join(folder, 'edge.js'),
    `import { createReceiver, createMemoryStore, fetchHandler } from '@tidings/sdk'
    globalThis.handle = (secret, nowSeconds, onEvent) =>
      fetchHandler(createReceiver({ secret, store: createMemoryStore(), onEvent, nowSeconds: () => nowSeconds }))`,
  )
  const warnings: unknown[] = []
  const input = { input: join(folder, 'edge.js'), platform: 'browser' as const, cwd: folder }
  const bundle = await rolldown({ ...input, onLog: (_level, log) => warnings.push(log.message) })
  const { output } = await bundle.generate({ format: 'iife' })
  await bundle.close()
  assert.deepEqual(warnings, [])
  const edge: Record<string, unknown> = { crypto, TextEncoder, TextDecoder, Uint8Array, URL, Headers, Response, atob }
  vm.runInNewContext(output[0].code, edge)
  const seen: string[] = []
  const create = edge['handle'] as (...given: unknown[]) => (request: Request) => Promise<Response>
  const { vectors } = JSON.parse(readFileSync(join(folder, 'vectors.json'), 'utf8'))
  const [{ secret, t, body, expected_header: header }] = vectors
  const handle = create(secret, t, ({ type }: { type: string }) => void seen.push(type))
  const post = (headers: Record<string, string>) =>
    handle(new Request('https://app.example.com', { method: 'POST', body, headers }))
  assert.equal((await post({ 'x-service-signature': header })).status, 204)
  assert.equal((await post({ 'x-service-signature': `${header}0` })).status, 400)
  assert.deepEqual(seen, ['ping'])
})
