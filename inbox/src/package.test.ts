/** The packed package: its size, its files, its manifest and its types. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { INBOX } from '../../scripts/build.ts'
import { currentBuild } from '../../scripts/builds.ts'
import { WORDS } from './element/words.ts'
import { NODE_FLAGS } from '../../server/test/process.ts'
import { compileErrors } from '../../server/test/strict-compiler.ts'

const PACKAGE = join(currentBuild(INBOX), 'package')
const ATTW = fileURLToPath(new URL('../../node_modules/@arethetypeswrong/cli/dist/index.js', import.meta.url))

const CLIENT_BYTES_MAX = 5000
const ELEMENT_BYTES_MAX = 18_000

const folder = mkdtempSync(join(tmpdir(), 'tidings-inbox-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'node_modules', '@tidings'), { recursive: true })
cpSync(PACKAGE, join(folder, 'node_modules', '@tidings', 'inbox'), { recursive: true })

/** Bytes of a module with all that it imports, minified, as sent by a server with gzip. */
async function bytesOf(module: string): Promise<number> {
  const bundle = await rolldown({ input: join(PACKAGE, 'dist', module), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  assert.equal(output.length, 1)
  return gzipSync(output[0].code, { level: 9 }).length
}

test('the client is smaller than 5 KB, and the web component with all languages smaller than 18 KB', async (t) => {
  const client = await bytesOf('index.js')
  const element = await bytesOf('element.js')
  t.diagnostic(`Client ${client} bytes, web component ${element} bytes`)
  assert.ok(client < CLIENT_BYTES_MAX, `${client}`)
  assert.ok(element < ELEMENT_BYTES_MAX, `${element}`)
})

test('the package has the built files, no dependency, and nothing else', () => {
  const files = globSync('**/*', { cwd: PACKAGE, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(PACKAGE.length + 1)
        .split(sep)
        .join('/'),
    )
  const others = files.filter((path) => !/^dist\/(element\/)?[\w-]+(\.d\.ts|\.js)$/.test(path))
  assert.deepEqual(others.toSorted(), ['LICENSE', 'README.md', 'package.json'])
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(manifest.exports), ['.', './element', './react'])
  for (const name of ['dependencies', 'devDependencies', 'scripts', 'publishConfig', 'private'])
    assert.equal(manifest[name], undefined, name)
  assert.deepEqual(manifest.peerDependenciesMeta, { react: { optional: true } })
})

test('no file makes markup of text, keeps anything, or runs text as code', () => {
  const forbidden =
    /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|localStorage|sessionStorage|indexedDB)\b|document\.cookie/
  for (const path of globSync('dist/**/*.js', { cwd: PACKAGE }))
    assert.doesNotMatch(readFileSync(join(PACKAGE, path), 'utf8'), forbidden, path)
})

test('publint and attw find nothing', async () => {
  const { messages } = await publint({ pkgDir: PACKAGE, pack: false, strict: true })
  assert.deepEqual(messages, [])
  const [tarball] = globSync('*.tgz', { cwd: join(PACKAGE, '..') })
  const args = [...NODE_FLAGS, ATTW, join(PACKAGE, '..', tarball!), '--profile', 'esm-only', '--no-emoji', '--no-color']
  const checked = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.stdout + checked.stderr)
})

test('a server that renders pages can import every module', () => {
  const program = `import '@tidings/inbox/element'
    import { createInbox } from '@tidings/inbox'
    const inbox = createInbox({ url: 'https://tidings.example.com', token: 'abc' })
    console.log(inbox.state.connection, inbox.state.messages.length)`
  writeFileSync(join(folder, 'render.mjs'), program)
  const run = spawnSync(process.execPath, ['render.mjs'], { cwd: folder, encoding: 'utf8' })
  assert.equal(run.stdout, 'stopped 0\n', run.stderr)
})

test('a strict compiler finds no error in a program with the package, nor in its types', () => {
  const program = `
    import { createInbox } from '@tidings/inbox'
    import type { InboxMessage } from '@tidings/inbox'
    import '@tidings/inbox/element'
    const element = document.createElement('tidings-inbox')
    element.getToken = async () => 'abc'
    element.words = { heading: 'News' }
    // @ts-expect-error there is no such word
    element.words = { headings: 'News' }
    element.addEventListener('tidings-open', (event) => { const message: InboxMessage = event.detail; event.preventDefault() })
    const inbox = createInbox({ url: '', getToken: element.getToken })
    element.inbox = inbox
    void inbox.change(1, { seen: true })
    // @ts-expect-error a message cannot become unseen
    void inbox.change(1, { seen: false })`
  writeFileSync(join(folder, 'typed.mts'), program)
  const compilerOptions = {
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
    // The types of the compiler itself are not checked.
    skipDefaultLibCheck: true,
  }
  const compiledAs = (module: string) => ({ compilerOptions: { ...compilerOptions, module }, files: ['typed.mts'] })
  assert.equal(compileErrors(folder, { node: compiledAs('nodenext'), bundler: compiledAs('preserve') }), '')
})

test('every language has every word', () => {
  const names = Object.keys(WORDS['en']!)
  for (const [language, words] of Object.entries(WORDS)) {
    assert.deepEqual(Object.keys(words), names, language)
    for (const [name, word] of Object.entries(words)) assert.notEqual(word.trim(), '', `${language} ${name}`)
  }
})
