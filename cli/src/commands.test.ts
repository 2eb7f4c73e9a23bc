import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { prepareMessages } from '../../server/test/service.ts'
import { requestHeaders } from '../../server/src/core/events/event.ts'
import { newSecret, sign, signatureText, standardSecret } from '../../server/src/core/webhooks/signature.ts'
import { freePort } from '../../scripts/free-port.ts'
import { commandsOfOneProcess, createCommand } from '../test/command.ts'
import { sharedService } from '../../server/test/shared-service.ts'

/** For commands whose process is not what a test looks at. */
const createFastCommand = commandsOfOneProcess()
const running = await sharedService()
const client = await running.client()
await prepareMessages(client)
const TIDINGS_URL = `${running.service.url!}/`
const api = { TIDINGS_URL, TIDINGS_API_KEY: client.apiKey }
const UNKNOWN_KEY = `sk_${'x'.repeat(43)}`
const send = ['send', 'receipt', 'ada', 'order.id=7=8']

describe('send', () => {
  const tidings = createCommand()

  test('creates a message, and prints errors as sentences and as JSON', async () => {
    const made = await tidings.run([...send, '--json'], api)
    assert.equal(made.code, 0, made.stderr)
    assert.equal(JSON.parse(made.stdout).message.rendered_subject, 'Order 7=8')
    const labels = ['--reference', 'A-7', '--metadata', 'shop=Bern,till=2', '--priority', 'high']
    const labelled = await tidings.run([...send, ...labels, '--json'], api)
    const { reference, metadata, priority } = JSON.parse(labelled.stdout).message
    assert.deepEqual([reference, metadata, priority], ['A-7', { shop: 'Bern', till: '2' }, 'high'])
    const unknown = await tidings.run([...send, '--priority', 'urgent'], api)
    assert.deepEqual([unknown.code, /priority/i.test(unknown.stderr)], [1, true])
    const refused = await tidings.run(['send', 'nothing', 'ada'], api)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /template/i)
    const asJson = await tidings.run(['send', 'nothing', 'ada', '--json'], api)
    const { error, code, status, request_id: requestId } = JSON.parse(asJson.stdout)
    assert.deepEqual([asJson.code, `${error}\n`, status], [1, asJson.stderr, 422])
    assert.ok(typeof code === 'string' && requestId.startsWith('req_'))
    const mistaken = await tidings.run(['send', 'receipt', 'ada', 'order', '--json'], api)
    assert.deepEqual([mistaken.code, JSON.parse(mistaken.stdout)], [2, { error: '"order" must be NAME=VALUE' }])
    assert.equal((await tidings.run(['sned', '--json'])).code, 2)
  })

  test('the exit code tells a refused key from a service that cannot be reached', async () => {
    const tidings = createFastCommand()
    const missing = await tidings.run(send, { TIDINGS_URL })
    assert.deepEqual([missing.code, missing.stderr.startsWith('Set TIDINGS_API_KEY to an API key')], [3, true])
    const unknown = await tidings.run(send, { ...api, TIDINGS_API_KEY: UNKNOWN_KEY })
    assert.deepEqual([unknown.code, /tidings doctor/.test(unknown.stderr)], [3, true])
    const reading = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'Reader', role: 'read' } })
    const { code, stderr } = await tidings.run(send, { ...api, TIDINGS_API_KEY: reading.body.api_key.key })
    assert.deepEqual([code, /with the role send or full/.test(stderr)], [3, true])
    const unreachable = await tidings.run([...send, '--service', 'http://127.0.0.1:1'], api)
    assert.deepEqual([unreachable.code, /could not be reached: /.test(unreachable.stderr)], [4, true])
    for (const key of ['sk_a b', 'sk_ä', 'key'])
      assert.deepEqual(await tidings.run(send, { ...api, TIDINGS_API_KEY: key }), {
        code: 3,
        stdout: '',
        stderr: 'TIDINGS_API_KEY must be an API key, sk_..., without spaces\n',
      })
    assert.equal((await tidings.run([...send, '--service', 'localhost'], api)).code, 2)
    for (const service of ['http://ada:geheim@127.0.0.1:1', 'ftp://ada:geheim@127.0.0.1', 'http://ada:geheim@a:b']) {
      const wrong = await tidings.run([...send, '--service', service], api)
      assert.deepEqual([wrong.code, /geheim/.test(wrong.stdout + wrong.stderr)], [2, false])
    }
  })
})

describe('resend and call', () => {
  const tidings = createFastCommand()

  test('failed messages are counted, sent again, and not twice', async () => {
    const own = await running.client()
    const { template } = await prepareMessages(own, 'failed@tidings.test')
    const variables = { TIDINGS_URL, TIDINGS_API_KEY: own.apiKey }
    const made = await tidings.run(['send', template.name, 'ada', '--json'], variables)
    const { id } = JSON.parse(made.stdout).message
    const counted = async () =>
      JSON.parse((await tidings.run(['resend', `${id}`, '--dry-run', '--json'], variables)).stdout)
    for (let count = 0; count === 0;) ({ count } = await counted())
    const told = await tidings.run(['resend', `${id}`, '--dry-run'], variables)
    assert.doesNotMatch(told.stdout, /left out/)
    const filters = ['--template', template.name, '--channel-type', 'email', '--since', '1h']
    const sent = await tidings.run(['resend', ...filters], variables)
    assert.deepEqual([sent.code, sent.stdout.split('\n', 1)[0]], [0, 'Sent again: 1 message'], sent.stderr)
    assert.equal((await counted()).count, 0)
    for (const wrong of [
      ['resend'],
      ['resend', '1', '--cause', 'timeout'],
      ['resend', 'x'],
      ['resend', '--since', 'x'],
    ])
      assert.equal((await tidings.run(wrong, variables)).code, 2, wrong.join(' '))
    assert.equal((await tidings.run(['resend', '--template', 'none'], variables)).code, 1)
  })

  test('any route is called', async () => {
    const path = 'notification_users/by_external_id/ada%2F1'
    const data = '{"notification_user": {"first_name": "Ada"}}'
    assert.equal((await tidings.run(['call', 'PUT', path, '--data', data], api)).code, 0)
    const read = await tidings.run(['call', 'get', `/api/v1/${path}`], api)
    assert.equal(JSON.parse(read.stdout).notification_user.external_user_id, 'ada/1')
    const listed = await tidings.run(['call', 'GET', 'notification_users?limit=1'], api)
    assert.equal(JSON.parse(listed.stdout).notification_users.length, 1)
    assert.deepEqual(await tidings.run(['call', 'DELETE', path], api), { code: 0, stdout: 'null\n', stderr: '' })
    assert.equal((await tidings.run(['call', 'GET', path], api)).code, 1)
    for (const wrong of [
      ['SEND', 'account'],
      ['GET', 'https://a.example/'],
      ['GET', 'a b'],
      ['POST', 'messages', '--data', '{'],
    ])
      assert.equal((await tidings.run(['call', ...wrong], api)).code, 2, wrong.join(' '))
  })
})

test('the service may have a port that browsers and fetch refuse', async () => {
  const before = createTcpServer((socket) => {
    const service = connect(Number(new URL(TIDINGS_URL).port), '127.0.0.1')
    // Each side may end first.
    for (const [one, other] of [
      [socket, service],
      [service, socket],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other)
  })
  const isFree = async (port: number) => {
    before.listen(port, '127.0.0.1')
    return once(before, 'listening').then(
      () => true,
      () => false,
    )
  }
  let port: number | null = null
  for (const one of [6000, 10_080, 6566, 6697, 5060]) if (port === null && (await isFree(one))) port = one
  const made = await createCommand().run([...send, '--service', `http://localhost:${port}`], api)
  before.close()
  assert.equal(made.code, 0, made.stderr)
})

test('a command ends with a sentence if the service redirects and keeps the connection, or is another program', async () => {
  let isRedirect = true
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    if (isRedirect) response.writeHead(302, { location: 'https://example.com/' }).end('Moved')
    else response.writeHead(200, { connection: 'close', 'content-type': 'application/json' }).end('{"hello":1}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const run = () => createCommand().run([...send, '--service', service], api)
  const redirected = await run()
  isRedirect = false
  const other = await run()
  server.close()
  assert.deepEqual([redirected.code, other.code], [4, 4])
  assert.match(redirected.stderr, /could not be reached: it redirects to https:/)
  assert.match(other.stderr, /could not be reached: another program responds there/)
})

describe('keys', () => {
  test('login stores the key for its owner only, and later commands use it', async () => {
    const tidings = createCommand()
    const path = join(tidings.home, '.config/tidings/profiles.json')
    const made = await tidings.run(['login', '--service', TIDINGS_URL, '--json'], {}, `${client.apiKey}\n`)
    assert.equal(made.code, 0, made.stderr)
    assert.deepEqual(JSON.parse(made.stdout).api_key.role, 'full')
    assert.ok(!made.stdout.includes(client.apiKey) && !made.stderr.includes(client.apiKey))
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.equal((await tidings.run(send)).code, 0)
    // The key goes to its own service only.
    const other = await tidings.run([...send, '--service', 'http://127.0.0.1:1'])
    assert.deepEqual([other.code, /belongs to .*, and the service is/.test(other.stderr)], [2, true])
    assert.equal((await tidings.run(send, { TIDINGS_URL: 'http://127.0.0.1:1' })).code, 2)
    const absent = await tidings.run([...send, '--profile', 'staging'])
    assert.deepEqual([absent.code, /tidings login --profile staging/.test(absent.stderr)], [3, true])
    chmodSync(path, 0o644)
    const shared = await tidings.run(send)
    assert.deepEqual([shared.code, /Other users can read .*\nRun: chmod 600/.test(shared.stderr)], [3, true])
    chmodSync(path, 0o600)
    assert.equal((await tidings.run(['logout'])).code, 0)
    assert.equal((await tidings.run(send)).code, 3)
    writeFileSync(path, '[1]', { mode: 0o600 })
    assert.match((await tidings.run(send)).stderr, /is not a file of profiles/)
  })

  test('login stores no key that the service refuses', async () => {
    const tidings = createCommand()
    const refused = await tidings.run(['login', '--service', TIDINGS_URL], {}, UNKNOWN_KEY)
    assert.equal(refused.code, 3)
    assert.equal((await tidings.run(['login'], {}, '')).code, 3)
    assert.equal((await tidings.run(['logout'])).code, 1)
    assert.equal((await tidings.run(['login', '--profile', '../x'], {}, client.apiKey)).code, 2)
  })

  test('a key may come from standard input', async () => {
    const made = await createCommand().run([...send, '--key-stdin'], { TIDINGS_URL }, client.apiKey)
    assert.equal(made.code, 0, made.stderr)
  })
})

describe('doctor', () => {
  const tidings = createFastCommand()
  const findingsOf = async (variables: Record<string, string>) => {
    const { code, stdout } = await tidings.run(['doctor', '--json'], variables)
    const { findings } = JSON.parse(stdout) as { findings: { name: string; state: string; sentence: string }[] }
    return { code, states: findings.map(({ name, state }) => `${name}: ${state}`), findings }
  }

  test('an account without an endpoint is no fault', async () => {
    const { code, states, findings } = await findingsOf(api)
    assert.deepEqual([code, states], [0, ['Service: ok', 'Clock: ok', 'Key: ok', 'Endpoint: note']])
    assert.match(findings[2]!.sentence, /^TIDINGS_API_KEY: the role full in account \d+$/)
    assert.match((await tidings.run(['doctor'], api)).stdout, /All is well\n$/)
  })

  test('faults have a remedy', async () => {
    const unknown = await findingsOf({ ...api, TIDINGS_API_KEY: UNKNOWN_KEY })
    assert.deepEqual([unknown.code, unknown.states], [1, ['Service: ok', 'Clock: ok', 'Key: fault']])
    const unreachable = await findingsOf({ ...api, TIDINGS_URL: 'http://127.0.0.1:1' })
    assert.deepEqual([unreachable.code, unreachable.states], [1, ['Service: fault']])
    const encrypted = await findingsOf({ ...api, TIDINGS_URL: TIDINGS_URL.replace('http:', 'https:') })
    assert.deepEqual([encrypted.code, encrypted.states], [1, ['Service certificate: fault']])
  })

  test('an endpoint is looked up, and its state and health are shown', async () => {
    const other = await running.client()
    const own = { ...api, TIDINGS_API_KEY: other.apiKey }
    const url = `https://127.0.0.1:${await freePort()}/hook`
    const made = await other.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(made.status, 201)
    const active = await findingsOf(own)
    assert.deepEqual(active.states.slice(3), ['Endpoint: ok', 'Endpoint health: note', 'Endpoint certificate: fault'])
    const paused = { webhook_endpoint: { active: false } }
    await other.call('PATCH', `/api/v1/webhook_endpoints/${made.body.webhook_endpoint.id}`, paused)
    assert.equal((await findingsOf(own)).states[3], 'Endpoint: note')
  })

  test('the built-in test receiver is no fault, although its host is in no DNS', async () => {
    const other = await running.client()
    const webhook_endpoint = { url: 'https://test-receiver.invalid/204' }
    assert.equal((await other.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint })).status, 201)
    const { code, states } = await findingsOf({ ...api, TIDINGS_API_KEY: other.apiKey })
    assert.deepEqual([code, states.slice(3)], [0, ['Endpoint: ok', 'Endpoint health: note', 'Endpoint receiver: note']])
  })
})

test('webhooks verify prints whether a request is genuine, or the reason', async () => {
  const tidings = createFastCommand()
  const secret = newSecret()
  const body = '{"id":"evt_1"}'
  const header = sign(body, [secret], 1000)
  const verified = (given: { header?: string; secret?: string; now?: string; file?: string } = {}) => {
    const options = ['--header', given.header ?? header, '--now', given.now ?? '1100', '--json']
    const variables = { TIDINGS_WEBHOOK_SECRET: given.secret ?? secret }
    return tidings.run(['webhooks', 'verify', given.file ?? 'body.json', ...options], variables)
  }
  writeFileSync(join(tidings.home, 'body.json'), body)
  const valid = await verified()
  assert.deepEqual([valid.code, valid.stdout], [0, '{"valid":true,"timestamp":1000}\n'])
  for (const [given, code] of [
    [{ now: '9999' }, 'stale'],
    [{ secret: newSecret() }, 'no_match'],
    [{ header: 'v1=0' }, 'bad_header'],
  ] as const) {
    const refused = await verified(given)
    assert.deepEqual([refused.code, JSON.parse(refused.stdout).code], [1, code])
    assert.match(refused.stderr, new RegExp(`\\(${code}\\)`))
  }
  assert.match((await verified({ secret: '' })).stderr, /^Set TIDINGS_WEBHOOK_SECRET to the secret/)
  assert.match((await verified({ secret: 'whsec_' })).stderr, /^TIDINGS_WEBHOOK_SECRET must be a complete/)
  for (const file of ['none', '.', '/dev/zero']) assert.equal((await verified({ file })).code, 2, file)
})

test('webhooks verify checks the headers of Standard Webhooks, with a secret in either notation', async () => {
  const tidings = createFastCommand()
  const secret = newSecret()
  const signed = { id: 'evt_1', body: '{"id":"evt_1"}', secrets: [secret], timestampSeconds: 1000 }
  const headers = requestHeaders(signed.id, 'ping', signatureText('standard', signed))
  writeFileSync(join(tidings.home, 'body.json'), signed.body)
  const options = ['--header', headers['webhook-signature']!, '--now', '1100', '--json']
  const verified = (more: string[], TIDINGS_WEBHOOK_SECRET = secret) =>
    tidings.run(['webhooks', 'verify', 'body.json', ...options, ...more], { TIDINGS_WEBHOOK_SECRET })
  for (const notation of [secret, standardSecret(secret)]) {
    const valid = await verified(['--id', 'evt_1', '--timestamp', '1000'], notation)
    assert.deepEqual([valid.code, valid.stdout], [0, '{"valid":true,"timestamp":1000}\n'])
  }
  const other = await verified(['--id', 'evt_2', '--timestamp', '1000'])
  assert.deepEqual([other.code, JSON.parse(other.stdout).code], [1, 'no_match'])
  for (const some of [[], ['--id', 'evt_1'], ['--timestamp', '1000']]) {
    const mistaken = await verified(some)
    assert.deepEqual([mistaken.code, /needs --header, --id and --timestamp/.test(mistaken.stderr)], [2, true])
  }
})

test('completion names the commands and options', async () => {
  const tidings = createFastCommand()
  const { stdout } = await tidings.run(['completion', 'bash'])
  const complete = (...words: string[]) => {
    const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _tidings; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['-c', `${stdout}\n${line}`], { encoding: 'utf8' }).stdout.trim()
  }
  assert.equal(complete('tidings', 'do'), 'doctor')
  assert.equal(complete('tidings', 'webhooks', ''), 'verify')
  assert.equal(complete('tidings', 'listen', '--fo'), '--forward')
  for (const shell of ['zsh', 'fish']) assert.match((await tidings.run(['completion', shell])).stdout, /doctor/)
  assert.equal((await tidings.run(['completion', 'constructor'])).code, 2)
})

test('no command takes a key or a secret as an argument, where ps shows it', async () => {
  const { stdout } = await createFastCommand().run(['--help'])
  assert.doesNotMatch(stdout, /--(key|secret|password)\b/)
})
