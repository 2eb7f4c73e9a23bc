/**
 * The clients in Python and Go: their own tests, and a program of each with a running service and a receiver of its own.
 * Each runs if the language is on the machine.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LATE_MESSAGES, withLateService } from '../../sdk/test/late-batch.ts'
import { prepareWelcome } from '../../sdk/test/welcome.ts'
import { prepareMessages } from '../../server/test/service.ts'
import { GO_SDK, PYTHON_SDK, pythonWith } from './languages.ts'
import { authority, database, directory, execute, NO_GO, NO_PYTHON, ownDatabase } from './long-setup.ts'
import { python, pythonEnvironment, running } from './long-setup.ts'

const { key, cert } = await authority.issue()
const CERTIFICATE = join(directory, 'receiver.pem')
writeFileSync(CERTIFICATE, `${cert}\n${key}`)

/** The variables of a program that uses the service: each has its own account. */
async function variables(): Promise<NodeJS.ProcessEnv> {
  const client = await running.client()
  await prepareWelcome(client)
  return { ...process.env, TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: client.apiKey, CERTIFICATE }
}

/** Runs a program that sends a batch to a service that has no time for a part of it. */
async function runLate(run: (env: NodeJS.ProcessEnv) => Promise<{ stdout: string }>): Promise<string> {
  const client = await running.client()
  await prepareMessages(client)
  const variablesOf = (url: string) => ({ ...process.env, TIDINGS_LATE_URL: url, TIDINGS_API_KEY: client.apiKey })
  return (await withLateService(database, client, (url) => run(variablesOf(url)))).stdout
}

/** The keywords of libpq for a URL. The driver of Go does not take the directory of a socket from a URL. */
function keywordsOf(databaseUrl: string): string {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? hostname
  const given = { host, port, user: username, password, dbname: pathname.slice(1), sslmode: 'disable' }
  return Object.entries(given)
    .flatMap(([name, value]) => (value === '' ? [] : `${name}='${value}'`))
    .join(' ')
}

test('the Python package passes its own tests', { skip: NO_PYTHON }, async () => {
  const program = join(pythonWith(python!, 'test'), 'python')
  const args = ['-W', 'error', '-m', 'unittest', 'discover', '--start-directory', 'tests']
  const { stderr } = await execute(program, args, { cwd: PYTHON_SDK, env: { ...process.env, ...pythonEnvironment } })
  assert.match(stderr, /Ran \d{2,} tests/)
})

test('the Python client uses a running service and receives its webhooks', { skip: NO_PYTHON }, async () => {
  const program = join(pythonWith(python!, 'test'), 'python')
  const env = { ...(await variables()), ...pythonEnvironment }
  const { stdout } = await execute(program, ['-W', 'error', 'tests/live.py'], { cwd: PYTHON_SDK, env })
  assert.deepEqual(JSON.parse(stdout), {
    ping: true,
    user: ['py-1', 'Grace'],
    subject: 'Order A-1',
    delivered: true,
    made_by_one_key: 1,
    listed: ['Order A-3', 'Order A-2', 'Order A-1'],
    users: ['py-1', 'ada'],
    delivery: 'delivered',
    account: true,
    newest: true,
    feed: ['delivery.delivered', 'delivery.queued', 'delivery.sent', 'ping'],
    topics: { py_1: 'PY_1', py_2: 'Two' },
    found: true,
    refusal: [404, 'not_found'],
    errors: ['invalid', true],
  })
})

test('the first program of the Python guide runs twice', { skip: NO_PYTHON }, async () => {
  const program = join(pythonWith(python!, 'test'), 'python')
  const env = { ...(await variables()), ...pythonEnvironment }
  for (let run = 1; run <= 2; run++) {
    const { stdout } = await execute(program, ['examples/client.py'], { cwd: PYTHON_SDK, env })
    assert.match(stdout, /^422 invalid/m)
  }
})

test('the first program of the Go guide runs twice', { skip: NO_GO }, async () => {
  const env = await variables()
  for (let run = 1; run <= 2; run++) {
    const { stdout } = await execute('go', ['run', './examples/send'], { cwd: GO_SDK, env })
    assert.match(stdout, /^\d+ \w+$/m)
  }
})

test('the Python client sends again what the service had no time for', { skip: NO_PYTHON }, async () => {
  const program = join(pythonWith(python!, 'test'), 'python')
  const stdout = await runLate((env) =>
    execute(program, ['tests/late_batch.py'], { cwd: PYTHON_SDK, env: { ...env, ...pythonEnvironment } }),
  )
  assert.deepEqual(JSON.parse(stdout), { in_order: true, sent: LATE_MESSAGES.length })
})

test('the Go client sends again what the service had no time for', { skip: NO_GO }, async () => {
  // PostgreSQL does not wait for a compiler.
  const program = join(directory, 'client.test')
  await execute('go', ['test', '-c', '-o', program, '.'], { cwd: GO_SDK })
  const args = ['-test.v', '-test.run', 'TestLateBatch']
  const stdout = await runLate((env) => execute(program, args, { cwd: GO_SDK, env }))
  assert.match(stdout, /^--- PASS: TestLateBatch\b/m)
})

test('the Go module passes its own tests, with a running service and its webhooks', { skip: NO_GO }, async () => {
  const env = { ...(await variables()), TEST_POSTGRES_URL: keywordsOf(ownDatabase.url) }
  const { stdout } = await execute('go', ['test', '-count=1', '-v', './...'], { cwd: GO_SDK, env })
  for (const name of ['TestRunningService', 'TestSQLStore', 'TestSignatureVectors'])
    assert.match(stdout, new RegExp(`^--- PASS: ${name}\\b`, 'm'))
})
