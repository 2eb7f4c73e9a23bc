/**
 * Tests for every provider, through the whole service against a vendor's server. A provider accepts messages,
 * distinguishes kinds of refusals, and trusts only authentic callbacks.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { startTestService, until } from './service.ts'
import type { Client, TestService } from './service.ts'
import type { CallbackPost, Vendor, VendorFact, VendorMode, VendorSend } from './vendors/vendor.ts'
import { plainFetch } from './plain-fetch.ts'

/** The recipient of messages. Each test has its own. */
export interface ConformanceRecipient {
  fields: Record<string, unknown>
  devices?: Record<string, unknown>[]
  /** The address as the vendor sees it. */
  address: string
}

export interface ConformanceOptions {
  start(): Promise<Vendor>
  /** Returns a different recipient for each number. */
  recipient(number: number): ConformanceRecipient
  /** Facts reported later by the vendor. Empty: it sends no callbacks. */
  facts: readonly VendorFact[]
  /** The cause words of refusals, if they differ from most vendors. */
  causes?: Partial<Record<VendorMode, string>>
  /** More environment variables of the service. */
  variables?: Record<string, string>
}

const CAUSES: Partial<Record<VendorMode, string>> = {
  refuse: 'message_refused',
  refuse_address: 'invalid_address',
  unauthorized: 'authentication_failed',
}

interface Prepared {
  client: Client
  channel: { id: number; callback_url: string | null }
  address: string
}

/** The complete state of a delivery. */
interface Seen {
  status: string
  delivery: any
  facts: string[]
  sends: { result: string; cause: string | null; provider_message_id: string | null }[]
  events: string[]
}

export function describeConformance(name: string, options: ConformanceOptions): void {
  describe(`${name} conforms`, () => {
    const at = new Conformance(options)
    before(() => at.start())
    after(() => at.stop())
    afterEach(() => assert.deepEqual(at.vendor.violations.splice(0), []))
    sendTests(at)
    callbackTests(at, options.facts)
  })
}

class Conformance {
  vendor!: Vendor
  service!: TestService
  database!: TestDatabase
  private recipients = 0
  /** How the vendor handles the next sends to an address. Later sends are accepted. */
  private readonly modes = new Map<string, VendorMode[]>()
  private readonly onAccepted = new Map<string, (send: VendorSend) => Promise<void>>()
  private readonly options: ConformanceOptions

  constructor(options: ConformanceOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    this.vendor = await this.options.start()
    this.vendor.modeOf = (to) => this.modes.get(to.toLowerCase())?.shift() ?? 'accept'
    this.vendor.onAccepted = async (send) => {
      const address = send.to.toLowerCase()
      const act = this.onAccepted.get(address)
      this.onAccepted.delete(address)
      await act?.(send)
    }
    this.database = await createTestDatabase()
    const urls = Object.entries(this.vendor.urls).map(([name, url]) => `${name}=${url}`)
    const variables = { PROVIDER_URLS: urls.join(','), ...this.options.variables }
    this.service = await startTestService(this.database, variables)
  }

  async stop(): Promise<void> {
    await this.service.stop()
    await this.vendor.close()
    await this.database.close()
  }

  /** Sets how the vendor handles the next sends to the recipient. */
  takeBy({ address }: Prepared, ...modes: VendorMode[]): void {
    this.modes.set(address, modes)
  }

  /** Runs `act` after the vendor accepts the next message and before it responds. */
  whenTaken({ address }: Prepared, act: (send: VendorSend) => Promise<void>): void {
    this.onAccepted.set(address, act)
  }

  /** Messages to the recipient accepted by the vendor. */
  taken({ address }: Prepared): VendorSend[] {
    return this.vendor.sends.filter((send) => send.to.toLowerCase() === address)
  }

  cause(mode: VendorMode): string {
    return this.options.causes?.[mode] ?? CAUSES[mode]!
  }

  /** Creates an account with a channel of the provider, a template and a recipient. */
  async prepare(): Promise<Prepared> {
    const client = await this.service.client()
    const { fields, devices = [], address } = this.options.recipient(++this.recipients)
    const user = await this.make(client, 'notification_users', 'notification_user', {
      external_user_id: 'ada',
      ...fields,
    })
    for (const device of devices) await this.make(client, `notification_users/${user.id}/devices`, 'device', device)
    const channel = await this.makeChannel(client)
    await this.make(client, 'message_templates', 'message_template', {
      name: 'receipt',
      subject: 'Order {{ order }}',
      body: '<p>Hello, order {{ order }} is on its way.</p>',
      body_format: this.vendor.channelType === 'email' ? 'html' : 'text',
      channels: [{ notification_channel_id: channel.id }],
    })
    return { client, channel, address }
  }

  makeChannel(client: Client): Promise<Prepared['channel']> {
    const { name, channelType, settings } = this.vendor
    const fields = { name: 'Post', channel_type: channelType, provider: name, settings }
    return this.make(client, 'notification_channels', 'notification_channel', fields)
  }

  private async make(client: Client, path: string, root: string, fields: object): Promise<any> {
    const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root]
  }

  /** Sends a message and returns the id of its delivery. */
  async send({ client }: Prepared, order = 'A-1'): Promise<number> {
    const message = {
      external_user_id: 'ada',
      message_template_name: 'receipt',
      message_attributes_attributes: [{ name: 'order', value: order }],
    }
    const response = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body.message.deliveries[0].id
  }

  async look({ client }: Prepared, id: number): Promise<Seen> {
    // The delivery first: then the timeline may be newer than the status, never older.
    const { body: delivery } = await client.call('GET', `/api/v1/deliveries/${id}`)
    const { body } = await client.call('GET', `/api/v1/deliveries/${id}/timeline`)
    const entries: any[] = body.timeline
    return {
      status: delivery.status,
      delivery,
      facts: entries.filter(({ kind }) => kind === 'fact').map(({ fact }) => fact),
      sends: entries.filter(({ kind }) => kind === 'send'),
      events: entries.filter(({ kind }) => kind === 'event').map(({ event_type: type }) => type),
    }
  }

  async until(prepared: Prepared, id: number, satisfies: (seen: Seen) => boolean): Promise<Seen> {
    await until(() => this.look(prepared, id), satisfies)
    // Reads again. The first read has two requests, and the status may have changed between them.
    return this.look(prepared, id)
  }

  /** Sends a message accepted by the vendor, and waits until the result is recorded. */
  async sent(prepared: Prepared): Promise<{ id: number; send: VendorSend }> {
    const id = await this.send(prepared)
    await this.until(prepared, id, (seen) => seen.status === 'sent')
    return { id, send: this.taken(prepared).at(-1)! }
  }

  /** The vendor's callback for a fact, or null if it does not support the fact. */
  postOf(fact: VendorFact, send: VendorSend, { channel }: Prepared): CallbackPost | null {
    return this.vendor.callbacks?.of[fact]?.(send, channel.callback_url!) ?? null
  }

  async post(post: CallbackPost | null): Promise<number> {
    assert.ok(post !== null)
    const response = await plainFetch(post.url, { method: 'POST', headers: post.headers, body: post.body })
    await response.arrayBuffer()
    return response.status
  }

  /** The number of the account's waiting sends. */
  async queued({ client }: Prepared): Promise<number> {
    const text = 'select count(*)::integer as count from send_queue where account_id = $1'
    const { rows } = await this.database.pool.query({ text, values: [client.accountId] })
    return rows[0].count
  }
}

function sendTests(at: Conformance): void {
  test('takes a message', async () => {
    const prepared = await at.prepare()
    const { id, send } = await at.sent(prepared)
    const seen = await at.look(prepared, id)
    assert.equal(send.to.toLowerCase(), prepared.address)
    assert.match(`${send.subject}\n${send.text}`, /order A-1 is on its way/)
    assert.deepEqual(seen.facts, ['queued', 'sent'])
    assert.deepEqual(
      seen.sends.map(({ result, provider_message_id: providerId }) => [result, providerId]),
      [['accepted', send.providerMessageId]],
    )
  })

  test('tries again after an error of the vendor, and emits nothing for it', async () => {
    const prepared = await at.prepare()
    at.takeBy(prepared, 'unavailable', 'unavailable')
    const { id } = await at.sent(prepared)
    const seen = await at.look(prepared, id)
    assert.deepEqual(
      seen.sends.map((send) => send.result),
      ['transient', 'transient', 'accepted'],
    )
    assert.deepEqual(seen.events, ['delivery.queued', 'delivery.sent'])
  })

  test('tries again after a refusal of the account, because its owner can correct the credentials', async () => {
    const prepared = await at.prepare()
    at.takeBy(prepared, 'unauthorized')
    const { id } = await at.sent(prepared)
    const { sends } = await at.look(prepared, id)
    assert.deepEqual(
      sends.map(({ result }) => result),
      ['transient', 'accepted'],
    )
    assert.equal(sends[0]!.cause!.split(':')[0], at.cause('unauthorized'))
    for (const secret of Object.values(at.vendor.settings))
      if (typeof secret === 'string') assert.ok(!JSON.stringify(sends).includes(secret))
  })

  test('waits at a rate limit without spending a send', async () => {
    const prepared = await at.prepare()
    at.takeBy(prepared, 'rate_limit')
    const id = await at.send(prepared)
    const seen = await at.until(prepared, id, ({ sends }) => sends.length > 0)
    assert.equal(seen.sends[0]!.result, 'rate_limited')
    assert.equal(seen.status, 'queued')
    assert.match(seen.sends[0]!.cause!, /^rate_limited/)
  })

  for (const mode of ['refuse', 'refuse_address'] as const)
    test(`fails once and for good: ${mode}`, async () => {
      const prepared = await at.prepare()
      at.takeBy(prepared, mode)
      const id = await at.send(prepared)
      const seen = await at.until(prepared, id, ({ status }) => status === 'failed')
      assert.equal(seen.sends.length, 1)
      assert.equal(seen.delivery.error_message.split(':')[0], at.cause(mode))
      assert.notEqual(seen.delivery.friendly_error_message, '')
      assert.deepEqual(seen.events, ['delivery.queued', 'delivery.failed'])
      assert.equal(await at.queued(prepared), 0)
      assert.deepEqual(at.taken(prepared), [])
      for (const secret of Object.values(at.vendor.settings))
        if (typeof secret === 'string') assert.ok(!JSON.stringify(seen).includes(secret))
    })

  test('a lost response: the same message again, recognizable by the vendor or the mailbox', async () => {
    const prepared = await at.prepare()
    at.takeBy(prepared, 'accept_and_hang_up')
    const { id } = await at.sent(prepared)
    const { sends } = await at.look(prepared, id)
    assert.deepEqual(
      sends.map((send) => send.result),
      ['transient', 'accepted'],
    )
    // One message if the vendor recognizes the repeated send, otherwise two.
    const [first, ...others] = at.taken(prepared)
    assert.ok(others.length <= 1)
    for (const other of others)
      assert.deepEqual([other.reference, other.repetitionKey], [first!.reference, first!.repetitionKey])
  })
}

function callbackTests(at: Conformance, facts: readonly VendorFact[]): void {
  /** Adds a test if the vendor reports all of these facts. */
  const withCallbacks = (title: string, needed: readonly VendorFact[], run: () => Promise<void>): void => {
    if (needed.every((fact) => facts.includes(fact))) void test(title, run)
  }

  test('reports the declared facts', () => {
    assert.deepEqual(Object.keys(at.vendor.callbacks?.of ?? {}).toSorted(), facts.toSorted())
  })

  withCallbacks('a lost response, then a report: delivered, and not sent again', ['delivered'], async () => {
    const prepared = await at.prepare()
    at.whenTaken(prepared, async (send) => assert.equal(await at.post(at.postOf('delivered', send, prepared)), 200))
    at.takeBy(prepared, 'accept_and_hang_up')
    const id = await at.send(prepared)
    // The report proves the send, although its response was lost. The send is settled too.
    const seen = await at.until(prepared, id, ({ sends }) => sends.length === 1)
    assert.deepEqual([seen.status, seen.facts], ['delivered', ['queued', 'sent', 'delivered']])
    assert.deepEqual(seen.events, ['delivery.queued', 'delivery.sent', 'delivery.delivered'])
    assert.equal(await at.queued(prepared), 0)
    assert.equal(at.taken(prepared).length, 1)
  })

  withCallbacks('a report before the response', ['delivered'], async () => {
    const prepared = await at.prepare()
    at.whenTaken(prepared, async (send) => assert.equal(await at.post(at.postOf('delivered', send, prepared)), 200))
    const id = await at.send(prepared)
    const seen = await at.until(prepared, id, ({ facts }) => facts.includes('sent'))
    assert.equal(seen.status, 'delivered')
    assert.deepEqual(seen.events, ['delivery.queued', 'delivery.sent', 'delivery.delivered'])
  })

  withCallbacks('a repeated report changes nothing', ['delivered'], async () => {
    const prepared = await at.prepare()
    const { id, send } = await at.sent(prepared)
    const post = at.postOf('delivered', send, prepared)
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => at.post(post)))
    assert.deepEqual([...statuses, await at.post(post)], [200, 200, 200, 200, 200, 200])
    const another = await at.post(at.postOf('delivered', send, prepared))
    assert.equal(another, 200)
    const seen = await at.look(prepared, id)
    assert.deepEqual(seen.events, ['delivery.queued', 'delivery.sent', 'delivery.delivered'])
  })

  withCallbacks('reports in any order: the status never goes back', ['delivered', 'opened', 'bounced'], async () => {
    const prepared = await at.prepare()
    const { id, send } = await at.sent(prepared)
    const statuses: string[] = []
    for (const fact of ['opened', 'delivered', 'bounced'] as const) {
      assert.equal(await at.post(at.postOf(fact, send, prepared)), 200)
      statuses.push((await at.look(prepared, id)).status)
    }
    assert.deepEqual(statuses, ['opened', 'opened', 'opened'])
    const seen = await at.look(prepared, id)
    assert.deepEqual(seen.events.slice(2), ['delivery.opened', 'delivery.delivered', 'delivery.bounced'])
  })

  withCallbacks('a failure that is reported later, but not after a delivery', ['failed', 'delivered'], async () => {
    const prepared = await at.prepare()
    const failing = await at.sent(prepared)
    assert.equal(await at.post(at.postOf('failed', failing.send, prepared)), 200)
    const failed = await at.look(prepared, failing.id)
    assert.deepEqual([failed.status, failed.events.at(-1)], ['failed', 'delivery.failed'])
    assert.notEqual(failed.delivery.error_message, null)
    const delivered = await at.sent(prepared)
    for (const fact of ['delivered', 'failed'] as const)
      assert.equal(await at.post(at.postOf(fact, delivered.send, prepared)), 200)
    const seen = await at.look(prepared, delivered.id)
    assert.deepEqual([seen.status, seen.events.at(-1)], ['delivered', 'delivery.delivered'])
  })

  withCallbacks('forged reports are refused and change nothing', ['delivered'], async () => {
    const prepared = await at.prepare()
    const { id, send } = await at.sent(prepared)
    const { forgeries, stale } = at.vendor.callbacks!
    const posts = forgeries(at.postOf('delivered', send, prepared)!)
    assert.ok(posts.length > 0)
    for (const post of posts) assert.equal(await at.post(post), 401, JSON.stringify(post))
    if (stale !== null) assert.equal(await at.post(stale(send, prepared.channel.callback_url!)), 401)
    assert.equal((await at.look(prepared, id)).status, 'sent')
  })

  withCallbacks('reports of other channels and accounts change nothing', ['delivered'], async () => {
    const prepared = await at.prepare()
    const stranger = await at.prepare()
    const { id, send } = await at.sent(prepared)
    const other = await at.makeChannel(prepared.client)
    for (const channel of [other, stranger.channel])
      assert.equal(await at.post(at.postOf('delivered', send, { ...prepared, channel })), 200)
    const gone = await at.makeChannel(prepared.client)
    await prepared.client.call('DELETE', `/api/v1/notification_channels/${gone.id}`)
    assert.equal(await at.post(at.postOf('delivered', send, { ...prepared, channel: gone })), 401)
    // A reference from another installation: equal ids with another time.
    const foreign = { ...send, reference: send.reference.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
    assert.equal(await at.post(at.postOf('delivered', foreign, prepared)), 200)
    assert.equal((await at.look(prepared, id)).status, 'sent')
  })

  for (const fact of ['bounced', 'complaint'] as const)
    withCallbacks(`nothing more is sent to an address after a report of ${fact}`, [fact], async () => {
      const prepared = await at.prepare()
      const { id, send } = await at.sent(prepared)
      assert.equal(await at.post(at.postOf(fact, send, prepared)), 200)
      assert.equal((await at.look(prepared, id)).status, fact === 'bounced' ? 'bounced' : 'sent')
      const next = await at.send(prepared)
      const seen = await at.until(prepared, next, ({ status }) => status === 'failed')
      assert.match(seen.delivery.error_message, /^suppressed: /)
      assert.equal(seen.sends.length, 0)
      assert.equal(at.taken(prepared).length, 1)
      const reason = fact === 'bounced' ? 'bounce' : 'complaint'
      const { body } = await prepared.client.call('GET', '/api/v1/suppressions')
      assert.deepEqual(
        body.suppressions.map((one: any) => [one.address, one.reason, one.delivery_id]),
        [[prepared.address, reason, id]],
      )
    })
}
