import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMemoryStore, createReceiver, nodeHandler } from '../../../sdk/src/index.ts'
import type { WebhookEvent } from '../../../sdk/src/index.ts'
import { createTestDatabase } from '../../test/database.ts'
import { prepareMessages, startTestService } from '../../test/service.ts'
import { newSecret, sign } from '../webhooks/signature.ts'
import { endAfterTests } from '../../test/end-after-tests.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

const environment = (variables: Record<string, string>) => ({ PATH: process.env['PATH'] ?? '', ...variables })

function tidings(
  variables: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env: environment(variables) }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const database = await endAfterTests(createTestDatabase())
const running = await endAfterTests(startTestService(database))
const client = await running.client()
await prepareMessages(client)

describe('with a service', () => {
  test('send creates a message, and prints errors of the service', async () => {
    const api = { TIDINGS_API_KEY: client.apiKey, TIDINGS_URL: `${running.service.url!}/` }
    const made = await tidings(api, 'send', 'receipt', 'ada', 'order.id=7=8', '--json')
    assert.equal(made.code, 0, made.stderr)
    const { message } = JSON.parse(made.stdout)
    assert.equal(message.rendered_subject, 'Order 7=8')
    const refused = await tidings(api, 'send', 'nothing', 'ada')
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /template/i)
    assert.match((await tidings(api, 'send', 'receipt', 'ada', 'order')).stderr, /must be NAME=VALUE/)
    assert.match((await tidings({}, 'send', 'receipt', 'ada')).stderr, /^Set TIDINGS_API_KEY to an API key/)
    const unreachable = await tidings(api, 'send', 'receipt', 'ada', '--service', 'http://127.0.0.1:1')
    assert.match(unreachable.stderr, /could not be reached/)
    for (const key of ['sk_a b', 'sk_a\nb', 'sk_ä']) {
      const mistaken = await tidings({ ...api, TIDINGS_API_KEY: key }, 'send', 'receipt', 'ada')
      assert.deepEqual(
        [mistaken.code, mistaken.stderr],
        [1, 'TIDINGS_API_KEY must be an API key, sk_..., without spaces\n'],
      )
    }
  })

  test('listen forwards new events, signed with the printed secret', async () => {
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
    const env = environment({ TIDINGS_API_KEY: client.apiKey, TIDINGS_URL: running.service.url! })
    const child = spawn(process.execPath, [CLI, 'listen', '--forward', forward, '--json'], { env })
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
      assert.ok('delivery' in event.data && event.data.delivery.id === delivery.id)
      const { body } = await client.call('GET', `/api/v1/webhook_events/${event.id}`)
      assert.deepEqual(JSON.parse(body.webhook_event.body), event)
    }
    for (const { id } of received) assert.match(stderr, new RegExp(`${id} .* 204`))
  })

  test('listen names a missing setting', async () => {
    const key = { TIDINGS_API_KEY: 'sk_x' }
    assert.match((await tidings(key, 'listen')).stderr, /needs --forward/)
    assert.match((await tidings({}, 'listen', '--forward', 'http://127.0.0.1:1')).stderr, /^Set TIDINGS_API_KEY/)
    const wrong = await tidings(key, 'listen', '--forward', 'localhost')
    assert.match(wrong.stderr, /must be an http or https URL/)
  })

  test('listen signs with the secret that is given, which it does not print, and ends if the key is refused', async () => {
    const secret = newSecret()
    const variables = { TIDINGS_API_KEY: 'sk_x', TIDINGS_URL: running.service.url!, TIDINGS_WEBHOOK_SECRET: secret }
    const { code, stdout, stderr } = await tidings(variables, 'listen', '--forward', 'http://127.0.0.1:1')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /signed with TIDINGS_WEBHOOK_SECRET\n.*key/i)
    assert.ok(!stderr.includes(secret))
  })

  test('no command takes a key or a secret as an argument, where ps shows it', async () => {
    const commands = [
      [['send', 'receipt', 'ada'], 'key'],
      [['listen', '--forward', 'http://127.0.0.1:1'], 'key'],
      [['listen', '--forward', 'http://127.0.0.1:1'], 'secret'],
      [['webhooks', 'verify', 'body.json', '--header', 'x'], 'secret'],
    ] as const
    for (const [words, option] of commands)
      for (const given of [[`--${option}`, 'hunter2'], [`--${option}=hunter2`]]) {
        const { code, stdout, stderr } = await tidings({}, ...words, ...given)
        assert.deepEqual([code, stdout], [2, ''])
        assert.match(stderr, option === 'key' ? /set TIDINGS_API_KEY instead/ : /set TIDINGS_WEBHOOK_SECRET instead/)
        assert.ok(!stderr.includes('hunter2'))
      }
    const { stdout } = await tidings({}, '--help')
    assert.doesNotMatch(stdout, /--(key|secret|password)\b/)
  })
})

test('webhooks verify prints whether a request is genuine, or the reason', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-verify-'))
  const file = join(directory, 'body.json')
  const secret = newSecret()
  const body = '{"id":"evt_1"}'
  const header = sign(body, [secret], 1000)
  const verified = (given: { header?: string; secret?: string; now?: string } = {}) => {
    const options = ['--header', given.header ?? header, '--now', given.now ?? '1100']
    return tidings({ TIDINGS_WEBHOOK_SECRET: given.secret ?? secret }, 'webhooks', 'verify', file, ...options, '--json')
  }
  try {
    writeFileSync(file, body)
    const valid = await verified()
    assert.deepEqual([valid.code, valid.stdout], [0, '{"valid":true,"timestamp":1000}\n'])
    assert.match((await verified({ now: '9999' })).stderr, /\(stale\)/)
    assert.match((await verified({ secret: newSecret() })).stderr, /\(no_match\)/)
    assert.match((await verified({ header: 'v1=0' })).stderr, /\(bad_header\)/)
    assert.match((await verified({ secret: '' })).stderr, /^Set TIDINGS_WEBHOOK_SECRET to the secret/)
    assert.match(
      (await verified({ secret: 'whsec_' })).stderr,
      /^TIDINGS_WEBHOOK_SECRET must be a complete webhook secret/,
    )
    const given = { TIDINGS_WEBHOOK_SECRET: secret }
    const plain = await tidings(given, 'webhooks', 'verify', file, '--header', header, '--now', '1100')
    assert.equal(plain.stdout, 'The signature is valid\n')
    const missing = await tidings(given, 'webhooks', 'verify', join(directory, 'none'), '--header', 'x')
    assert.deepEqual([missing.code, /ENOENT/.test(missing.stderr)], [1, true])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
