/**
 * The tools, called by the official client: over HTTP from the service itself, and over standard input and output from the
 * command, installed from its package.
 */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Transport, VersionNegotiationOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { installCommand } from '../../cli/test/installed.ts'
import { makeFirstObjects } from '../../server/src/programs/bootstrap.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { transaction } from '../../server/src/platform/db/transaction.ts'
import { startTestService, until } from '../../server/test/service.ts'
import { sharedService } from '../../server/test/shared-service.ts'

const { main, remove } = installCommand()
after(remove)

const running = await sharedService()
const { database } = running
const URL_OF_SERVICE = running.service.url!
const account = await running.client()
await transaction(database.pool, (tx) => makeFirstObjects(tx, createSystemClock(), account))

async function keyOf(role: string): Promise<string> {
  const { body } = await account.call('POST', '/api/v1/api_keys', { api_key: { name: role, role } })
  return body.api_key.key
}

const overHttp = (key: string): Transport =>
  new StreamableHTTPClientTransport(new URL(`${URL_OF_SERVICE}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })

const overStdio = (key: string): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TIDINGS_URL: URL_OF_SERVICE, TIDINGS_API_KEY: key },
    stderr: 'ignore',
  })

type Protocol = VersionNegotiationOptions['mode']

/** A client as most are: of the newest protocol if the server has it. */
async function connect(transport: Transport, mode: Protocol = 'auto', capabilities = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given })
  const [{ text }] = content as unknown as [{ text: string }]
  return { isError, text, json: isError ? null : JSON.parse(text) }
}

const toWelcome = (email: string) => ({ template_name: 'welcome_message', external_user_id: email, email })

for (const [name, open, mode, era] of [
  ['HTTP, with the protocol of 2026', overHttp, 'auto', 'modern'],
  ['HTTP, with the protocol of 2025', overHttp, 'legacy', 'legacy'],
  ['standard input and output, with the protocol of 2026', overStdio, { pin: '2026-07-28' }, 'modern'],
] as const)
  describe(`over ${name}`, () => {
    test('a key sees the tools of its role, at most 15', async () => {
      const [full, read] = [await connect(open(account.apiKey), mode), await connect(open(await keyOf('read')), mode)]
      assert.deepEqual([full.getProtocolEra(), full.getServerVersion()?.name], [era, 'tidings'])
      const all = (await full.listTools()).tools
      assert.ok(all.length >= 10 && all.length <= 15)
      const ofReader = (await read.listTools()).tools
      assert.ok(ofReader.length > 5)
      assert.ok(ofReader.every(({ annotations }) => annotations?.readOnlyHint === true))
      const changing = all.filter(({ annotations }) => annotations?.readOnlyHint !== true).map((tool) => tool.name)
      assert.deepEqual(changing, ['send_to_sandbox', 'resend_failed_messages', 'replay_events'])
      for (const { name: tool, annotations } of all)
        assert.equal(annotations?.destructiveHint, changing.includes(tool), tool)
      const refused = await call(read, 'send_to_sandbox', toWelcome('x@tidings.test'))
      assert.deepEqual([refused.isError, /not found/.test(refused.text)], [true, true])
      await Promise.all([full.close(), read.close()])
    })

    test('a message is previewed, sent to the sandbox, found and explained', async () => {
      const client = await connect(open(account.apiKey), mode)
      const given = toWelcome(`bounced+${name.length}@tidings.test`)
      const preview = await call(client, 'preview_message', given)
      assert.equal(preview.json.preview.notification_user.external_user_id, given.external_user_id)
      const sent = await call(client, 'send_to_sandbox', given)
      assert.ok(!sent.isError, sent.text)
      const found = await call(client, 'find_messages', { external_user_id: given.external_user_id })
      assert.equal(found.json.messages[0].id, sent.json.message.id)
      const recipients = await call(client, 'find_recipient', { external_user_id: given.external_user_id })
      assert.equal(recipients.json.recipients[0].email, given.email)
      await until(
        () => call(client, 'why_did_it_not_arrive', { message_id: sent.json.message.id }),
        ({ json }) =>
          json.deliveries.some(({ explanation }: { explanation: string }) =>
            explanation.includes('did not arrive on Sandbox email: it bounced'),
          ),
      )
      // Earlier messages of the account may fail meanwhile, and the push of this one before or after its mail.
      const failed = async (): Promise<{ external_user_id: string; cause: string } | undefined> => {
        const { json } = await call(client, 'what_failed_lately', { limit: 20 })
        return json.failures.find((one: { message_id: number; status: string }) => {
          return one.message_id === sent.json.message.id && one.status === 'bounced'
        })
      }
      const bounced = (await until(failed, (found) => found !== undefined))!
      assert.deepEqual([bounced.external_user_id, bounced.cause.split(':')[0]], [given.external_user_id, 'sandbox'])
      const wrong = await call(client, 'why_did_it_not_arrive', {})
      assert.deepEqual([wrong.isError, wrong.text], [true, 'Give either message_id or delivery_id'])
      const missing = await call(client, 'get_message', { message_id: 999_999_999 })
      assert.deepEqual([missing.isError, missing.text], [true, 'Not found: no message has this id (not_found)'])
      const unknown = await call(client, 'find_recipient', { phone: '+442071838750' })
      const problem = 'Invalid arguments for find_recipient:\n✖ Unrecognized key: "phone"'
      assert.deepEqual([unknown.isError, unknown.text], [true, problem])
      await client.close()
    })
  })

test('a message that the recipient has refused is explained', async () => {
  const given = toWelcome('refused@tidings.test')
  const recipient = { notification_user: { external_user_id: given.external_user_id, email: given.email } }
  const made = await account.call('POST', '/api/v1/notification_users', recipient)
  const path = `/api/v1/notification_users/${made.body.notification_user.id}/preferences`
  assert.equal((await account.call('PUT', path, { paused: true })).status, 200)
  const client = await connect(overHttp(account.apiKey))
  const { json } = await call(client, 'send_to_sandbox', given)
  assert.deepEqual(json.message.deliveries, [])
  const why = await call(client, 'why_did_it_not_arrive', { message_id: json.message.id })
  assert.match(
    why.json.skipped_channels.join(' '),
    /It was not sent on Sandbox email: the recipient has paused messages\./,
  )
  const found = await call(client, 'find_messages', { external_user_id: given.external_user_id })
  assert.equal(found.json.messages[0].skipped_channels[0].reason, 'recipient_paused')
  await client.close()
})

test('nothing is sent to a channel that is not a sandbox', async () => {
  const made = await account.call('POST', '/api/v1/notification_channels', {
    notification_channel: {
      name: 'Real mail',
      channel_type: 'email',
      provider: 'smtp',
      settings: { host: 'mail.example.com', from: 'a@example.com' },
    },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const channels = [{ notification_channel_id: made.body.notification_channel.id }]
  const template = { message_template: { name: 'real', body: 'Hello', channels } }
  assert.equal((await account.call('POST', '/api/v1/message_templates', template)).status, 201)
  const client = await connect(overHttp(account.apiKey))
  const refused = await call(client, 'send_to_sandbox', { ...toWelcome('a@b.test'), template_name: 'real' })
  assert.match(refused.text, /^Nothing was sent: the channel Real mail sends by smtp/)
  assert.deepEqual((await call(client, 'find_messages', { message_template_name: 'real' })).json, { messages: [] })
  await client.close()
})

test('the sandbox tool changes no address of a recipient, and makes none with a real address', async () => {
  const client = await connect(overHttp(account.apiKey))
  const own = { notification_user: { external_user_id: 'real', email: 'person@b.test' } }
  assert.equal((await account.call('POST', '/api/v1/notification_users', own)).status, 201)
  for (const email of ['attacker@evil.test', 'a@tidings.test']) {
    const refused = await call(client, 'send_to_sandbox', { ...toWelcome(email), external_user_id: 'real' })
    assert.match(refused.text, /^Nothing was sent: the recipient has another address/)
  }
  assert.match((await call(client, 'send_to_sandbox', toWelcome('new@b.test'))).text, /must end with @tidings\.test$/)
  const { json } = await call(client, 'find_recipient', { external_user_id: 'real' })
  assert.equal(json.recipients[0].email, 'person@b.test')
  assert.deepEqual((await call(client, 'find_recipient', { external_user_id: 'new@b.test' })).json.recipients, [])
  await client.close()
})

test('a resend of failed messages asks first, and sends what failed', async () => {
  const client = await connect(overHttp(account.apiKey))
  const sent = await call(client, 'send_to_sandbox', toWelcome('failed+again@tidings.test'))
  const { id } = sent.json.message
  await until(
    () => call(client, 'get_message', { message_id: id }),
    ({ text }) => !text.includes('"queued"'),
  )
  for (const wrong of [{}, { message_ids: [id], channel_type: 'email' }])
    assert.equal((await call(client, 'resend_failed_messages', wrong)).text, 'Give message_ids, or at least one filter')
  const wanted = { message_ids: [id] }
  const asked = await call(client, 'resend_failed_messages', wanted)
  assert.deepEqual(
    [asked.json.resent, asked.json.question],
    [false, 'Send 1 failed messages to their recipients again?'],
  )
  const { confirmation } = asked.json
  const other = await call(client, 'resend_failed_messages', { template_name: 'welcome_message', confirmation })
  assert.equal(other.json.resent, false, other.text)
  const confirmed = await call(client, 'resend_failed_messages', { ...wanted, confirmation })
  assert.equal(confirmed.json.resent, true, confirmed.text)
  const { body } = await until(
    () => account.call('GET', `/api/v1/message_resends/${confirmed.json.message_resend.id}`),
    (response) => response.body.message_resend.finished_at !== null,
  )
  assert.equal(body.message_resend.sent, 1)
  await client.close()
})

const QUESTION = /^Send \d+ events since .* to https:\/\/127\.0\.0\.1:4001\/hook again\?$/

test('a replay asks first', async () => {
  const url = 'https://127.0.0.1:4001/hook'
  const made = await account.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
  assert.equal(made.status, 201)
  const { id } = made.body.webhook_endpoint
  await account.call('PATCH', `/api/v1/webhook_endpoints/${id}`, { webhook_endpoint: { active: false } })
  const since = new Date(Date.now() - 3_600_000).toISOString()

  const silent = await connect(overHttp(account.apiKey))
  const failing = await call(silent, 'list_failing_endpoints')
  assert.deepEqual([failing.json.endpoints, failing.json.failing[0].status], [1, 'paused'])
  const question = await call(silent, 'replay_events', { since })
  assert.equal(question.json.replayed, false)
  // Neither a guess nor the confirmation of another question replays.
  const { confirmation } = question.json
  assert.equal((await call(silent, 'replay_events', { since, confirmation: 'yes' })).json.replayed, false)
  const more = { since, states: ['delivered'], confirmation }
  assert.equal((await call(silent, 'replay_events', more)).json.replayed, false)
  assert.match(question.json.question, QUESTION)
  await account.call('PATCH', `/api/v1/webhook_endpoints/${id}`, { webhook_endpoint: { active: true } })

  const confirmed = await call(silent, 'replay_events', { since, confirmation })
  assert.equal(confirmed.json.replayed, true, confirmed.text)

  // The person decides, whatever the assistant says. Older protocols can ask over an open connection only.
  for (const [transport, mode] of [
    [overHttp(account.apiKey), 'auto'],
    [overStdio(account.apiKey), 'legacy'],
  ] as const) {
    const asking = await connect(transport, mode, { elicitation: {} })
    const asked: string[] = []
    let isAgreed = false
    asking.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { agreed: isAgreed } }
    })
    assert.equal((await call(asking, 'replay_events', { since, confirmation })).json.replayed, false)
    isAgreed = true
    const started = await call(asking, 'replay_events', { since })
    assert.equal(started.json.replayed, true, started.text)
    assert.deepEqual([asked.length, ...asked.map((text) => QUESTION.test(text))], [2, true, true], asked.join())
    await asking.close()
  }
  await silent.close()
})

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

describe('at /mcp', () => {
  const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
    fetch(`${URL_OF_SERVICE}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        ...JSON_HEADERS,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('a key is needed, as for the API', async () => {
    for (const authorization of ['', `Bearer sk_${'x'.repeat(43)}`]) {
      const response = await post({ authorization })
      assert.deepEqual([response.status, response.headers.get('www-authenticate')?.startsWith('Bearer')], [401, true])
    }
  })

  test('pages of other sites are refused', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:1', 'null'])
      assert.equal((await post({ origin })).status, 403, origin)
    assert.equal((await post({ origin: URL_OF_SERVICE })).status, 200)
    assert.equal((await post({})).status, 200)
  })

  test('bodies are bounded, and a list of calls is refused', async () => {
    assert.equal((await post({}, 'x'.repeat(300_000))).status, 413)
    assert.equal((await post({}, [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])).status, 400)
    assert.equal((await post({}, '{')).status, 400)
    assert.equal((await post({ 'mcp-protocol-version': '1999-01-01' })).status, 400)
  })

  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  }
  const postModern = (method: string, params: object, name?: string) =>
    post(
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
      },
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
    )

  test('an answer to another question replays nothing', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const ask = async (params: object) => {
      const response = await postModern('tools/call', { name: 'replay_events', ...params }, 'replay_events')
      return ((await response.json()) as { result: { resultType: string; requestState: string } }).result
    }
    const asked = await ask({ arguments: { since } })
    assert.equal(asked.resultType, 'input_required')
    const answer = {
      inputResponses: { answer: { action: 'accept', content: { agreed: true } } },
      requestState: asked.requestState,
    }
    const other = await ask({ arguments: { since, states: ['delivered'] }, ...answer })
    assert.equal(other.resultType, 'input_required')
    assert.notEqual(other.requestState, asked.requestState)
  })

  test('a subscription is refused at once', async () => {
    const response = await postModern('subscriptions/listen', { notifications: { toolsListChanged: true } })
    assert.match(await response.text(), /Subscription limit reached/)
  })

  test('there are no streams and no sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization: `Bearer ${account.apiKey}`, accept: 'text/event-stream' }
      const response = await fetch(`${URL_OF_SERVICE}/mcp`, { method, headers })
      assert.equal(response.status, 405, method)
    }
    assert.equal((await post({})).headers.get('mcp-session-id'), null)
  })

  test('an account has four places, and those of another account stay free', async () => {
    const [blocker, other] = [await database.pool.connect(), await running.client()]
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const find = { ...ping, method: 'tools/call', params: { name: 'list_failing_endpoints', arguments: {} } }
    let pinged = 0
    try {
      await blocker.query('begin')
      await blocker.query('lock table webhook_endpoints in access exclusive mode')
      const held = Array.from({ length: 4 }, () => post({}, find))
      const waiting = post({}, ping).finally(() => (pinged += 1))
      for (let pings = 0; pings < 3; pings++) {
        const response = await post({ authorization: `Bearer ${other.apiKey}` }, ping)
        assert.equal(response.status, 200)
      }
      assert.equal(pinged, 0)
      await blocker.query('rollback')
      const responses = await Promise.all([...held, waiting])
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  test('a request costs as much as five others', async () => {
    // No token returns while the clock stands.
    const clock = { ...createSystemClock(), monotonic: () => 0 }
    const limited = await startTestService(database, { ROLES: 'api', API_RATE_LIMIT: '10' }, clock)
    try {
      const { apiKey } = await limited.client()
      const headers = { authorization: `Bearer ${apiKey}`, ...JSON_HEADERS }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      const url = limited.service.url!
      assert.equal((await fetch(`${url}/mcp`, { method: 'POST', headers, body })).status, 200)
      const response = await fetch(`${url}/api/v1/api_key`, { headers })
      const left = /r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]
      assert.equal(Number(left), 20 - 5 - 1)
    } finally {
      await limited.stop()
    }
  })
})
