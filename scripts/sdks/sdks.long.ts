/**
 * The long tests of the clients: the examples of web frameworks receive webhooks of a running service, the types are
 * checked, and the built package of Python is installed.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startReceiver } from '../../server/test/receiver.ts'
import type { ReceivedRequest, Reply } from '../../server/test/receiver.ts'
import { prepareMessages, until } from '../../server/test/service.ts'
import { freePort } from '../free-port.ts'
import { GO_SDK, PYTHON_SDK, pythonWith, run } from './languages.ts'
import { authority, directory, execute, NO_GO, NO_PYTHON, ownDatabase } from './long-setup.ts'
import { python, pythonEnvironment, running } from './long-setup.ts'

/** The URL of the user's own database for SQLAlchemy. */
function sqlAlchemyUrl(): string {
  return ownDatabase.url.replace(/^postgres(ql)?:/, 'postgresql+psycopg:')
}

const EXAMPLES: Readonly<Record<string, (port: number) => string[]>> = {
  Flask: (port) => ['-m', 'flask', '--app', 'flask_app', 'run', '--port', String(port)],
  Django: (port) => ['django_app.py', 'runserver', '--noreload', `127.0.0.1:${port}`],
  FastAPI: (port) => ['-m', 'uvicorn', 'fastapi_app:app', '--port', String(port)],
}

/** Passes a request on as it came, as a reverse proxy does. */
async function passOn({ method, headers, body }: ReceivedRequest, port: number): Promise<Reply> {
  const names = ['x-service-signature', 'x-service-event', 'x-service-event-id', 'content-type']
  const given = names.map((name): [string, string] => [name, String(headers[name])])
  const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
    method,
    headers: Object.fromEntries(given),
    body,
  })
  return { status: response.status }
}

describe('the example of', { skip: NO_PYTHON }, () => {
  for (const [name, args] of Object.entries(EXAMPLES))
    test(`${name} receives the webhooks of a running service`, async (t) => {
      const program = join(pythonWith(python!, 'long'), 'python')
      const client = await running.client()
      await prepareMessages(client, 'bounced@tidings.test')
      const port = await freePort()
      const receiver = await startReceiver({ authority, respond: (request) => passOn(request, port) })
      t.after(() => receiver.close())
      const made = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url: receiver.url } })
      const app = spawn(program, args(port), {
        cwd: join(PYTHON_SDK, 'examples'),
        env: {
          ...process.env,
          ...pythonEnvironment,
          PYTHONUNBUFFERED: '1',
          APP_DATABASE: join(directory, `${name}.db`),
          APP_DATABASE_URL: sqlAlchemyUrl(),
          TIDINGS_WEBHOOK_SECRET: made.body.webhook_endpoint.secret,
        },
      })
      t.after(async () => {
        app.kill()
        await once(app, 'close')
      })
      let output = ''
      for (const stream of [app.stdout, app.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
      const printed = (text: string) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (output.includes(text)) resolve()
          }
          for (const stream of [app.stdout, app.stderr]) stream.on('data', look)
          look()
        })
      const url = `http://127.0.0.1:${port}/webhooks`
      const statusOf = (init: RequestInit) =>
        fetch(url, init).then(
          ({ status }) => status,
          () => null,
        )
      await until(
        () => statusOf({}),
        (status) => status !== null || app.exitCode !== null,
      )
      assert.equal(await statusOf({ method: 'POST', body: '{}' }), 400, output)
      assert.equal(await statusOf({ method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }), 413, output)
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      await client.call('POST', '/api/v1/messages', { message })
      await printed('delivery.bounced')
      await receiver.waitForResponses(2)
    })
})

test('the Python package is typed, and its store works in PostgreSQL', { skip: NO_PYTHON }, async () => {
  const program = join(pythonWith(python!, 'long'), 'python')
  await execute(program, ['-m', 'mypy', '--cache-dir', join(directory, 'mypy')], {
    cwd: PYTHON_SDK,
    env: { ...process.env, ...pythonEnvironment },
  })
  const env = { ...process.env, ...pythonEnvironment, TEST_POSTGRES_URL: sqlAlchemyUrl() }
  const args = ['-m', 'unittest', 'tests.test_receiver.WithPostgres', '-v']
  const { stderr } = await execute(program, args, { cwd: PYTHON_SDK, env })
  assert.match(stderr, /^OK$/m)
})

test('the built Python package is whole', { skip: NO_PYTHON }, () => {
  run(join(pythonWith(python!, 'release'), 'python'), ['-m', 'hatchling', 'build', '--directory', directory], {
    cwd: PYTHON_SDK,
  })
  const [wheel = ''] = globSync('*.whl', { cwd: directory })
  const place = join(directory, 'installed')
  run(python!, ['-m', 'venv', place])
  const program = join(place, 'bin/python')
  run(program, ['-m', 'pip', 'install', '--quiet', '--no-deps', join(directory, wheel)])
  const requirements = join(PYTHON_SDK, 'requirements/test.txt')
  run(program, ['-m', 'pip', 'install', '--quiet', '--require-hashes', '-r', requirements])
  const code =
    'import tidings, tidings.sqlalchemy_store; tidings.Client(api_key="sk_1", base_url="http://127.0.0.1"); print(tidings.__version__)'
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  assert.equal(run(program, ['-W', 'error', '-c', code], { cwd: directory }).trim(), version)
})

test('the Go module has the form of gofmt, and go vet finds nothing', { skip: NO_GO }, async () => {
  assert.equal((await execute('gofmt', ['-l', '.'], { cwd: GO_SDK })).stdout, '')
  await execute('go', ['vet', './...'], { cwd: GO_SDK })
})
