/** Failover between providers through the whole service. Invariant 17: two providers never take one delivery. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { isoTime } from '../../src/platform/clock.ts'
import { createTestDatabase } from '../database.ts'
import { startMailServer, startSmsService } from '../down-provider.ts'
import type { DownProvider, Mode } from '../down-provider.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { HeldClock } from '../held-clock.ts'
import { callUnchecked, startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const sms = await endAfterTests(startSmsService())
const VARIABLES = {
  PROVIDER_URLS: `twilio=${sms.url}`,
  // A busy machine takes much of it for a send that does not hang.
  SEND_TIMEOUT: '5s',
  SEND_RETRY_SCHEDULE: '200ms,1s,1s,1s,1s',
}
const { running: service } = await testService({ variables: VARIABLES })

interface Pair {
  client: Client
  own: { id: number; provider: DownProvider }
  fallback: { id: number; provider: DownProvider }
  send(): Promise<number>
  read(id: number): Promise<any>
  /** The channel and the result of each send. */
  sends(id: number): Promise<string[]>
  /** Waits until the delivery has this status. */
  reached(id: number, status: string): Promise<any>
}

const TYPES = { email: 'smtp', sms: 'twilio' } as const
type PairType = keyof typeof TYPES

/** Two channels, the second is the fallback of the first, with a template on the first and a recipient. */
async function makePair(client: Client, type: PairType, more: object = {}): Promise<Pair> {
  const made = async (path: string, root: string, fields: object) => {
    const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root]
  }
  const start = async () => (type === 'email' ? endAfterTests(startMailServer()) : sms.account())
  const channel = async (name: string, provider: DownProvider, fields: object) => {
    const about = { name, channel_type: type, provider: TYPES[type], settings: provider.settings }
    const { id } = await made('notification_channels', 'notification_channel', { ...about, ...fields })
    return { id, provider }
  }
  const fallback = await channel('Second', await start(), {})
  const own = await channel('First', await start(), { fallback_channel_ids: [fallback.id], ...more })
  const texts = { name: 'receipt', subject: 'Order', body: 'On its way', body_format: 'text' }
  await made('message_templates', 'message_template', { ...texts, channels: [{ notification_channel_id: own.id }] })
  const address = { email: 'ada@example.com', phone: '+15005550006' }
  await made('notification_users', 'notification_user', { external_user_id: 'ada', ...address })
  const read = async (id: number) => (await client.call('GET', `/api/v1/deliveries/${id}`)).body
  return {
    ...{ client, own, fallback, read },
    async send() {
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      return (await made('messages', 'message', message)).deliveries[0].id
    },
    async sends(id) {
      const { body } = await client.call('GET', `/api/v1/deliveries/${id}/timeline`)
      return body.timeline
        .filter(({ kind }: any) => kind === 'send')
        .map(({ notification_channel: { name }, result }: any) => `${name} ${result}`)
    },
    reached: (id, status) =>
      until(
        () => read(id),
        (delivery) => delivery.status === status,
      ),
  }
}

/** The messages that each provider took, each counted once: a provider or a mailbox knows a repeated key. */
const taken = ({ own, fallback }: Pair) => [own, fallback].map(({ provider }) => new Set(provider.taken).size)

const AT_SECOND = { taken: [0, 1], sends: ['First transient', 'Second accepted'] }
const AT_FIRST_AGAIN = { taken: [1, 0], sends: ['First transient', 'First accepted'] }
const CASES: [mode: Mode, types: PairType[], expected: { taken: number[]; sends: string[] }, more?: object][] = [
  ['refuse', ['email', 'sms'], AT_SECOND],
  ['error', ['email', 'sms'], AT_SECOND],
  ['unauthorized', ['email', 'sms'], AT_SECOND],
  ['hang', ['email', 'sms'], AT_FIRST_AGAIN],
  ['reset', ['email', 'sms'], AT_FIRST_AGAIN],
  ['slow', ['email', 'sms'], { taken: [1, 0], sends: ['First accepted'] }],
  ['limit', ['sms'], { taken: [0, 1], sends: ['First rate_limited', 'Second accepted'] }],
  ['hang', ['email', 'sms'], AT_SECOND, { resend_after_timeout: true }],
]

// At once, because those that hang wait for the time limit.
describe('one provider does not work', { concurrency: true }, () => {
  for (const [mode, types, expected, more = {}] of CASES)
    for (const type of types)
      test(`${type}, ${mode} ${JSON.stringify(more)}: taken by the first and the second ${expected.taken.join()}`, async () => {
        const pair = await makePair(await service.client(), type, more)
        // Where the same provider sends again, it works then.
        await pair.own.provider.setMode(mode, mode === 'hang' || mode === 'reset')
        const id = await pair.send()
        const { notification_channel: channel, error_message: error } = await pair.reached(id, 'sent')
        assert.deepEqual([channel.id, error], [pair.own.id, null])
        assert.deepEqual(await pair.sends(id), expected.sends)
        assert.deepEqual(taken(pair), expected.taken)
      })
})

test('if all providers are down, the delivery has the error of its own channel and at most six sends', async () => {
  const pair = await makePair(await service.client(), 'sms')
  await pair.own.provider.setMode('unauthorized')
  await pair.fallback.provider.setMode('error')
  const id = await pair.send()
  await until(
    () => pair.sends(id),
    (sends) => sends.length === 2,
  )
  const { status, error_message: error } = await pair.read(id)
  assert.deepEqual([status, error], ['retrying', 'authentication_failed: 401'])
  await pair.reached(id, 'failed')
  const sends = await pair.sends(id)
  assert.deepEqual(
    sends.map((send) => send.split(' ')[0]),
    ['First', 'Second', 'First', 'Second', 'First', 'Second'],
  )
})

test('a report at the fallback finds the delivery that it has sent, a report at another channel does not', async () => {
  const pair = await makePair(await service.client(), 'sms')
  await pair.own.provider.setMode('unauthorized')
  const id = await pair.send()
  await pair.reached(id, 'sent')
  const { settings, taken: references } = pair.fallback.provider
  const about = { name: 'Third', channel_type: 'sms', provider: 'twilio', settings }
  const third = await pair.client.call('POST', '/api/v1/notification_channels', { notification_channel: about })
  const report = async (channelId: number, status: string) => {
    const { body } = await pair.client.call('GET', `/api/v1/notification_channels/${channelId}`)
    const url = `${body.notification_channel.callback_url}?delivery=${references[0]}`
    const fields = { AccountSid: String(settings['account_sid']), MessageSid: 'SM1', MessageStatus: status }
    const text = Object.entries(fields).reduce((all, [name, value]) => all + name + value, url)
    const signature = createHmac('sha1', String(settings['auth_token'])).update(text).digest('base64')
    const headers = { 'x-twilio-signature': signature }
    const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
    await response.arrayBuffer()
    assert.equal(response.status, 200)
    return (await pair.read(id)).status
  }
  assert.equal(await report(third.body.notification_channel.id, 'delivered'), 'sent')
  assert.equal(await report(pair.fallback.id, 'delivered'), 'delivered')
  assert.equal(await report(pair.own.id, 'read'), 'opened')
})

test('the breaker: five failures, one probe each minute, also after a restart, and the first success restores it', async () => {
  const clock = new HeldClock()
  const own = await createTestDatabase()
  let running = await startTestService(own, VARIABLES, clock)
  try {
    const client = await running.client()
    const pair = await makePair(client, 'sms')
    const { provider } = pair.own
    const call = (path: string) => callUnchecked(running.service.url!, client.apiKey, 'GET', `/api/v1/${path}`)
    const health = async () => (await call(`notification_channels/${pair.own.id}`)).body.notification_channel.health
    /** Sends one message, and returns how many calls came to the first provider and to the second. */
    const calls = async () => {
      const before = [provider.came, pair.fallback.provider.came]
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      const url = running.service.url!
      const made = await callUnchecked(url, client.apiKey, 'POST', '/api/v1/messages', { message })
      const { id } = made.body.message.deliveries[0]
      await until(
        async () => (await call(`deliveries/${id}`)).body.status,
        (status) => status === 'sent',
      )
      return [provider.came - before[0]!, pair.fallback.provider.came - before[1]!].join()
    }
    await provider.setMode('error')
    for (let failures = 1; failures <= 5; failures++) assert.equal(await calls(), '1,1')
    const failing = await until(health, ({ state }) => state === 'failing')
    assert.deepEqual(failing, {
      state: 'failing',
      since: isoTime(clock.now()),
      cause: 'provider_error',
      error_message: 'provider_error',
    })
    assert.equal(await calls(), '0,1', 'passed over')
    clock.moveTo(clock.now() + 59_000)
    assert.equal(await calls(), '0,1')
    clock.moveTo(clock.now() + 1_000)
    assert.deepEqual([await calls(), await calls()], ['1,1', '0,1'], 'one probe')

    await running.stop()
    running = await startTestService(own, VARIABLES, clock)
    assert.deepEqual([await calls(), await calls()], ['1,1', '0,1'], 'one probe after the start')
    await provider.setMode('accept')
    clock.moveTo(clock.now() + 60_000)
    assert.deepEqual([await calls(), await calls()], ['1,0', '1,0'])
    await until(health, ({ state }) => state === 'ok')

    const log = (await call('audit_log?limit=50')).body.audit_log.map(({ action }: any) => action)
    assert.deepEqual(log.slice(0, 2), ['notification_channel.recovered', 'notification_channel.failing'])
    const mails = (await call('mails')).body.mails.map(({ subject }: any) => subject)
    assert.deepEqual(mails, ['The channel First (twilio) works again', 'The channel First (twilio) is failing'])
  } finally {
    await running.stop()
    await own.close()
  }
})
