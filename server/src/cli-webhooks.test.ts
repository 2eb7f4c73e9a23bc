import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMemoryStore, createReceiver, nodeHandler } from '../../sdk/src/index.ts'
import type { WebhookEvent } from '../../sdk/src/index.ts'
import { createTestDatabase } from '../test/database.ts'
import type { TestDatabase } from '../test/database.ts'
import { prepareMessages, startTestService } from '../test/service.ts'
import type { Client, TestService } from '../test/service.ts'
import { newSecret, sign } from './webhooks/signature.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))
const env = { PATH: process.env['PATH'] ?? '' }

function tidings(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

describe('with a service', () => {
  let database: TestDatabase
  let running: TestService
  let client: Client

  before(async () => {
    database = await createTestDatabase()
    running = await startTestService(database)
    client = await running.client()
    await prepareMessages(client)
  })
  after(async () => {
    await running.stop()
    await database.close()
  })

  test('send makes a message, and says what the service refuses', async () => {
    const api = ['--key', client.apiKey, '--service', running.service.url!]
    const made = await tidings('send', 'receipt', 'ada', 'order.id=7=8', ...api, '--json')
    assert.equal(made.code, 0, made.stderr)
    const { message } = JSON.parse(made.stdout)
    assert.equal(message.rendered_subject, 'Order 7=8')
    const refused = await tidings('send', 'nothing', 'ada', ...api)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /template/i)
    assert.match((await tidings('send', 'receipt', 'ada', 'order', ...api)).stderr, /must be NAME=VALUE/)
    assert.match((await tidings('send', 'receipt', 'ada')).stderr, /needs --key/)
    const unreachable = await tidings('send', 'receipt', 'ada', '--key', 'sk_x', '--service', 'http://127.0.0.1:1')
    assert.match(unreachable.stderr, /could not be reached/)
  })

  test('listen forwards what is emitted from then on, signed with the secret that it prints', async () => {
    let secret = 'none yet'
    const received: WebhookEvent[] = []
    const arrived = Promise.withResolvers<void>()
    const receiver = createReceiver({
      secret: () => secret,
      store: createMemoryStore(),
      onEvent(event) {
        received.push(event)
        if (received.length === 3) arrived.resolve()
      },
    })
    const server = createServer(nodeHandler(receiver))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const forward = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const api = ['--key', client.apiKey, '--service', running.service.url!]
    const child = spawn(process.execPath, [CLI, 'listen', '--forward', forward, ...api, '--json'], { env })
    const exited = once(child, 'exit')
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    const printed = new Promise<string>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString()
        const [found] = /whsec_\w{43}/.exec(stderr) ?? []
        if (found !== undefined) resolve(found)
      })
    })
    secret = await printed
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const created = await client.call('POST', '/api/v1/messages', { message })
    await arrived.promise
    child.kill('SIGINT')
    const [code] = await exited
    server.close()
    assert.deepEqual([code, JSON.parse(stdout)], [0, { forwarded: 3 }])
    assert.deepEqual(
      received.map((event) => event.type),
      ['delivery.queued', 'delivery.sent', 'delivery.delivered'],
    )
    const [delivery] = created.body.message.deliveries
    for (const event of received) {
      assert.equal((event.data['delivery'] as { id: number }).id, delivery.id)
      const { body } = await client.call('GET', `/api/v1/webhook_events/${event.id}`)
      assert.deepEqual(JSON.parse(body.webhook_event.body), event)
    }
    for (const { id } of received) assert.match(stderr, new RegExp(`${id} .* 204`))
  })

  test('listen tells what it lacks', async () => {
    assert.match((await tidings('listen', '--key', 'sk_x')).stderr, /needs --forward and --key/)
    const wrong = await tidings('listen', '--key', 'sk_x', '--forward', 'localhost')
    assert.match(wrong.stderr, /must be an http or https URL/)
  })
})

test('webhooks verify tells whether a request is genuine, and why not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-verify-'))
  const file = join(directory, 'body.json')
  const secret = newSecret()
  const body = '{"id":"evt_1"}'
  const header = sign(body, [secret], 1000)
  const verified = (options: { header?: string; secret?: string; now?: string } = {}) => {
    const given = Object.entries({ header, secret, now: '1100', ...options }).flatMap(([name, value]) => [
      `--${name}`,
      value,
    ])
    return tidings('webhooks', 'verify', file, ...given)
  }
  try {
    writeFileSync(file, body)
    const valid = await verified()
    assert.deepEqual([valid.code, valid.stdout], [0, 'The signature is valid\n'])
    assert.match((await verified({ now: '9999' })).stderr, /\(stale\)/)
    assert.match((await verified({ secret: newSecret() })).stderr, /\(no_match\)/)
    assert.match((await verified({ header: 'v1=0' })).stderr, /\(bad_header\)/)
    const missing = await tidings('webhooks', 'verify', join(directory, 'none'), '--header', 'x', '--secret', 'y')
    assert.deepEqual([missing.code, /ENOENT/.test(missing.stderr)], [1, true])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
