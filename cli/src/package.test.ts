/** The packed command: its files, its manifest, and its work in an empty folder. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { after, test } from 'node:test'
import { prepareMessages } from '../../server/test/service.ts'
import { createCommand } from '../test/command.ts'
import { installCommand, packageOf } from '../test/installed.ts'
import { sharedService } from '../../server/test/shared-service.ts'

const running = await sharedService()
const account = await running.client()
await prepareMessages(account)
const api = { TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: account.apiKey }

const { main, remove } = installCommand()
after(remove)
const tidings = createCommand(api, main)

for (const workspace of ['cli', 'mcp'] as const)
  test(`the package of ${workspace} has the built files, and a manifest without tools`, () => {
    const files = globSync('**/*.*', { cwd: packageOf(workspace) }).map((path) => path.split(sep).join('/'))
    const others = files.filter((path) => !/^dist\/([\w-]+\/)?[\w-]+\.js$/.test(path))
    assert.deepEqual(others, ['package.json'])
    const text = readFileSync(join(packageOf(workspace), 'package.json'), 'utf8')
    assert.doesNotMatch(text, /\.ts"|"scripts"|"devDependencies"|"publishConfig"|"private"/)
    const source = readFileSync(new URL(`../../${workspace}/package.json`, import.meta.url), 'utf8')
    assert.match(source, /"\.\/src\/index\.ts"/, 'the manifest of the repository is back')
  })

test('the installed command prints its version and its help', async () => {
  assert.match(readFileSync(main, 'utf8'), /^#!\/usr\/bin\/env node\n/)
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.deepEqual(await tidings.run(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' })
  assert.match((await tidings.run(['--help'])).stdout, /^ {2}webhooks verify /m)
})

test('the installed command sends a message, and finds no fault', async () => {
  const sent = await tidings.run(['send', 'receipt', 'ada', 'order.id=7', '--json'])
  assert.equal(sent.code, 0, sent.stderr)
  assert.equal(JSON.parse(sent.stdout).message.rendered_subject, 'Order 7')
  const { code, stdout, stderr } = await tidings.run(['doctor'])
  assert.deepEqual([code, stdout.endsWith('All is well\n')], [0, true], stdout + stderr)
})

test('the installed command pulls templates, and they differ in nothing', async () => {
  const pulled = await tidings.run(['templates', 'pull'])
  assert.equal(pulled.code, 0, pulled.stderr)
  assert.equal((await tidings.run(['templates', 'diff'])).code, 0)
})
