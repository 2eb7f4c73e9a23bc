// The product as it is deployed: few packages, no write access, one's own Node, no build at a start.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { endAfterTests } from '../end-after-tests.ts'
import { environment, killGroup } from '../process.ts'
import { BUILDS, bytesBelow, createProduction, filesOfCheckout, packagesOfProduction, ROOT } from '../production.ts'

const PACKAGES_BYTES_MAX = 100 * 1024 * 1024
const SECRETS_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`
const BOOTSTRAP_API_KEY = `sk_${'p'.repeat(43)}`
const TIMEOUT_MS = 120_000

const production = await endAfterTests(createProduction())

/** The files that the last stage of the Dockerfile copies from the others, and its commands. */
function readDockerfile() {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const copied = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, paths]) => paths!.split(' '))
  const paths = copied(/^COPY --from=build (.+) \S+$/gm).map((path) => path.replace('/app/', ''))
  const manifests = copied(/^COPY ((?:\S*package\S*\.json ?)+) \S+$/gm)
  const commandOf = (pattern: RegExp) => JSON.parse(pattern.exec(text)![1]!) as string[]
  return {
    paths: [...paths.filter((path) => !path.endsWith('/dist')), ...manifests, ...BUILDS],
    builds: paths.filter((path) => path.endsWith('/dist')),
    command: commandOf(/^CMD (\[.*\])$/m),
    healthcheck: commandOf(/^HEALTHCHECK .*CMD (\[.*\])$/m),
  }
}

interface Started {
  child: ReturnType<typeof spawn>
  options: object
  output(): string
  url: Promise<string>
}

/** Starts the service in the tree as an ordinary user. */
function start(t: TestContext, cwd: string, [program = '', ...args]: readonly string[], more = {}): Started {
  // Without the Node of the checkout.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((each) => !each.includes('node_modules'))
  const variables = { DATABASE_URL: production.databaseUrl, SECRETS_KEYS, BOOTSTRAP_API_KEY, PORT: '0', ...more }
  const PATH = [production.ownNode, ...path].join(delimiter)
  const env = environment({ ...variables, PATH, NODE_COMPILE_CACHE: '', npm_node_execpath: '', NODE: '' })
  const options = { cwd, env, ...production.user }
  const child = spawn(program, args, { ...options, stdio: 'pipe', detached: true })
  t.after(() => killGroup(child.pid!))
  let text = ''
  const { promise: url, resolve, reject } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /"event":"service\.started".*?"url":"([^"]+)"/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  child.once('close', () => reject(new Error(`It ended:\n${text}`)))
  return { child, options, output: () => text, url }
}

/** Checks that the service has its pages and takes a message. */
async function checkService(address: string): Promise<void> {
  assert.equal((await fetch(`${address}/readyz`)).status, 200)
  const page = await (await fetch(`${address}/`, { headers: { accept: 'text/html' } })).text()
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(page)!
  assert.equal((await fetch(new URL(script!, address))).status, 200)
  assert.equal((await fetch(`${address}/docs/`)).status, 200)
  const notification_user = { email: 'opened@tidings.test', first_name: 'Ada' }
  const sent = await fetch(`${address}/api/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BOOTSTRAP_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      message: { message_template_name: 'welcome_message', external_user_id: 'ada', notification_user },
    }),
  })
  assert.equal(sent.status, 201, await sent.text())
}

async function stop({ child, output }: Started): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
  assert.doesNotMatch(output(), /was built|EACCES|EROFS|Warning/)
  assert.match(output(), new RegExp(`"node":"${RegExp.escape(process.versions.node)}"`))
}

describe('a deployed service', { timeout: TIMEOUT_MS }, () => {
  test('has less than 100 MB of packages, starts by npm in a checkout that it cannot write, and builds nothing', async (t) => {
    if (process.platform === 'win32') return t.diagnostic('NOT TESTED HERE: Windows has no such rights')
    const checkout = production.makeTree(filesOfCheckout())
    const bytes = bytesBelow(join(checkout, 'node_modules'))
    t.diagnostic(`${(bytes / 1024 / 1024).toFixed(1)} MB in ${packagesOfProduction().length} packages`)
    assert.ok(bytes < PACKAGES_BYTES_MAX)
    const service = start(t, checkout, ['npm', 'start'])
    await checkService(await service.url)
    await stop(service)
  })

  test('starts as the image does, from the files of the image, and its health check sees it', async (t) => {
    if (process.platform === 'win32') return t.diagnostic('NOT TESTED HERE: the image is for Linux')
    const { paths, builds, command, healthcheck } = readDockerfile()
    assert.deepEqual(builds, ['server/dist', 'dashboard/dist', 'site/dist'])
    const image = production.makeTree(paths)
    const service = start(t, image, command, { HOST: '0.0.0.0' })
    const { port } = new URL(await service.url)
    await checkService(`http://127.0.0.1:${port}`)
    const [program = '', ...args] = healthcheck
    const health = (PORT: string) => spawnSync(program, args, { ...service.options, env: { ...process.env, PORT } })
    assert.equal(health(port).status, 0)
    await stop(service)
    assert.equal(health(port).status, 1)
  })
})
