/** The accounts' actions in the simulation, through the API: send, cancel, pause, rotate, delete, resend. */
import assert from 'node:assert/strict'
import { isoTime } from '../../src/platform/clock.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import type { ServiceProcess } from '../process.ts'
import type { Random } from '../random.ts'
import { SANDBOX_WORDS } from '../sandbox-words.ts'
import type { ApiResponse } from '../service.ts'

/** The latest scheduled time of a message from now, ms. */
export const SEND_AT_MS_MAX = 600_000
/** Newest messages kept for later canceling or marking. */
const MESSAGES_MAX = 200
/** Longer than any run: after a rotation with overlap, the old secret signs until the next rotation. */
const OVERLAP_SECONDS = 604_800

interface SentMessage {
  account: ClusterAccount
  id: number
}

export interface World {
  cluster: Cluster
  random: Random
  /** The process that currently serves the API. */
  api(): ServiceProcess
  /** ms since the epoch, by the processes' moved clock. */
  now(): number
}

export class SimulatedAccounts {
  readonly acknowledged: { accountId: number; deliveryId: number }[] = []
  /** Requested resends by event id. */
  readonly resends = new Map<string, number>()
  /** Requested replays by account id. */
  readonly replays = new Map<number, number>()
  /** The channel of each account that sends if the provider of its mail channel is down. */
  private readonly fallbacks = new Map<number, number>()
  private readonly world: World
  private readonly startedAtMs: number
  private readonly scheduled: SentMessage[] = []
  private readonly sent: SentMessage[] = []

  constructor(world: World) {
    this.world = world
    this.startedAtMs = world.now()
  }

  private call(account: ClusterAccount, method: string, path: string, body?: unknown): Promise<ApiResponse> {
    return account.call(this.world.api(), method, `/api/v1/${path}`, body)
  }

  private async made(account: ClusterAccount, path: string, root: string, fields: object): Promise<{ id: number }> {
    const response = await this.call(account, 'POST', path, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root] as { id: number }
  }

  /** Gives the account a mail channel with a fallback, a push channel, and a device for each recipient. */
  async prepare(account: ClusterAccount): Promise<void> {
    for (const word of SANDBOX_WORDS) await this.addDevice(account, await this.recipientId(account, word), word)
    this.fallbacks.set(account.accountId, await this.addChannel(account, 'email'))
    const [mail, push] = [await this.addChannel(account, 'email'), await this.addChannel(account, 'push')]
    await this.attach(account, [mail, push])
  }

  private async recipientId(account: ClusterAccount, word: string): Promise<number> {
    const found = await this.call(account, 'GET', `notification_users?external_user_id=${word}`)
    return (found.body.notification_users as { id: number }[])[0]!.id
  }

  private addDevice(account: ClusterAccount, recipientId: number, word: string): Promise<{ id: number }> {
    const device = { platform: 'fcm', token: `${word}-${recipientId}` }
    return this.made(account, `notification_users/${recipientId}/devices`, 'device', device)
  }

  private async addChannel(account: ClusterAccount, type: 'email' | 'push'): Promise<number> {
    const fallback = type === 'email' ? this.fallbacks.get(account.accountId) : undefined
    const fallbacks = fallback === undefined ? {} : { fallback_channel_ids: [fallback] }
    const fields = { name: `Sandbox ${type}`, channel_type: type, provider: 'sandbox', ...fallbacks }
    return (await this.made(account, 'notification_channels', 'notification_channel', fields)).id
  }

  private async template(account: ClusterAccount): Promise<{ id: number; channels: object[] }> {
    const found = await this.call(account, 'GET', 'message_templates?name=receipt')
    return (found.body.message_templates as { id: number; channels: object[] }[])[0]!
  }

  private async templateChannels(account: ClusterAccount): Promise<number[]> {
    const { channels } = await this.template(account)
    return (channels as { notification_channel_id: number }[]).map((one) => one.notification_channel_id)
  }

  private async attach(account: ClusterAccount, channelIds: number[]): Promise<void> {
    const { id } = await this.template(account)
    const channels = channelIds.map((channelId) => ({ notification_channel_id: channelId }))
    const response = await this.call(account, 'PATCH', `message_templates/${id}`, { message_template: { channels } })
    assert.equal(response.status, 200, JSON.stringify(response.body))
  }

  /** Creates a message, sometimes scheduled. Errors and broken connections are ignored. */
  async send(): Promise<void> {
    const { random, cluster } = this.world
    const account = random.pick(cluster.accounts)
    const sendAt = random.chance(0.2) ? isoTime(this.world.now() + random.below(SEND_AT_MS_MAX)) : null
    await this.sendTo(account, random.pick(SANDBOX_WORDS), sendAt)
  }

  async sendTo(account: ClusterAccount, word: string, sendAt: string | null): Promise<void> {
    const schedule = sendAt === null ? {} : { send_at: sendAt }
    const message = { external_user_id: word, message_template_name: 'receipt', ...schedule }
    const response = await this.call(account, 'POST', 'messages', { message }).catch(() => null)
    if (response?.status !== 201) return
    const { id, deliveries } = response.body.message as { id: number; deliveries: { id: number }[] }
    const { accountId } = account
    this.acknowledged.push(...deliveries.map((delivery) => ({ accountId, deliveryId: delivery.id })))
    const list = sendAt === null ? this.sent : this.scheduled
    list.push({ account, id })
    if (list.length > MESSAGES_MAX) list.shift()
  }

  async cancel(): Promise<void> {
    const [some] = this.scheduled.splice(this.world.random.below(this.scheduled.length), 1)
    if (some === undefined) return
    const response = await this.call(some.account, 'POST', `messages/${some.id}/cancel`)
    assert.ok(response.status === 200 || response.status === 409, JSON.stringify(response.body))
  }

  /** Marks a message as seen or delivered, possibly while it is being sent. */
  async mark(): Promise<void> {
    const { random } = this.world
    const some = this.sent[random.below(this.sent.length)]
    if (some === undefined) return
    const mark = random.pick(['mark_as_seen', 'mark_as_delivered'])
    const response = await this.call(some.account, 'PATCH', `messages/${some.id}/${mark}`)
    assert.equal(response.status, 200, JSON.stringify(response.body))
  }

  private endpointPath(account: ClusterAccount, operation = ''): string {
    return `webhook_endpoints/${account.endpointId}${operation}`
  }

  async pause(account: ClusterAccount): Promise<void> {
    const body = { webhook_endpoint: { active: false } }
    assert.equal((await this.call(account, 'PATCH', this.endpointPath(account), body)).status, 200)
    const isQuiet = account.endpoint.quiet.at(-1)?.untilMs === null
    if (!isQuiet) account.endpoint.quiet.push({ fromMs: Date.now(), untilMs: null })
  }

  private endQuiet(account: ClusterAccount): void {
    const quiet = account.endpoint.quiet.at(-1)
    if (quiet?.untilMs === null) quiet.untilMs = Date.now()
  }

  /** Resumes a paused endpoint, or reactivates a disabled one. */
  async makeActive(account: ClusterAccount): Promise<void> {
    this.endQuiet(account)
    const body = { webhook_endpoint: { active: true } }
    const response = await this.call(account, 'PATCH', this.endpointPath(account), body)
    if (response.status === 200) return
    assert.equal(response.body.code, 'endpoint_disabled')
    const reactivated = await this.call(account, 'POST', this.endpointPath(account, '/reactivate'))
    if (reactivated.body.code !== 'endpoint_paused') return assert.equal(reactivated.status, 200)
    await this.call(account, 'PATCH', this.endpointPath(account), body)
  }

  private replaceSecret(account: ClusterAccount, secret: string, overlaps: boolean): void {
    const last = account.endpoint.secrets.at(-1)!
    last.replacedAtMs = Date.now()
    last.overlaps = overlaps
    account.endpoint.secrets.push({ secret, replacedAtMs: null })
  }

  async rotate(account: ClusterAccount): Promise<void> {
    await this.rotateWith(account, 0)
  }

  /** The old secret also signs, besides the new one. */
  async rotateWithOverlap(account: ClusterAccount): Promise<void> {
    await this.rotateWith(account, OVERLAP_SECONDS)
  }

  private async rotateWith(account: ClusterAccount, overlapSeconds: number): Promise<void> {
    const path = this.endpointPath(account, '/rotate_secret')
    const response = await this.call(account, 'POST', path, { overlap_seconds: overlapSeconds })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    this.replaceSecret(account, response.body.webhook_endpoint.secret, overlapSeconds > 0)
  }

  /** Deletes the endpoint, which drops its pending events, and registers a new one. */
  async replace(account: ClusterAccount): Promise<void> {
    assert.equal((await this.call(account, 'DELETE', this.endpointPath(account))).status, 204)
    this.endQuiet(account)
    const body = { webhook_endpoint: { url: account.url } }
    const response = await this.call(account, 'POST', 'webhook_endpoints', body)
    assert.equal(response.status, 201)
    account.endpointId = response.body.webhook_endpoint.id
    this.replaceSecret(account, response.body.webhook_endpoint.secret, false)
  }

  async deleteRecipient(account: ClusterAccount): Promise<void> {
    const word = this.world.random.pick(SANDBOX_WORDS)
    const id = await this.recipientId(account, word)
    assert.equal((await this.call(account, 'DELETE', `notification_users/${id}`)).status, 204)
    const fields = { external_user_id: word, email: `${word}@tidings.test` }
    const recipient = await this.made(account, 'notification_users', 'notification_user', fields)
    await this.addDevice(account, recipient.id, word)
  }

  /** Deletes one of the account's two channels, which ends its waiting deliveries, and attaches a new one. */
  async deleteChannel(account: ClusterAccount): Promise<void> {
    const [mail, push] = (await this.templateChannels(account)) as [number, number]
    const type = this.world.random.pick(['email', 'push'] as const)
    const deleted = await this.call(account, 'DELETE', `notification_channels/${type === 'email' ? mail : push}`)
    assert.equal(deleted.status, 204)
    const added = await this.addChannel(account, type)
    await this.attach(account, type === 'email' ? [added, push] : [mail, added])
  }

  /** The provider of the mail channel goes down, or works again. Nothing listens at the port. */
  async turnProvider(account: ClusterAccount): Promise<void> {
    const [mail] = (await this.templateChannels(account)) as [number, number]
    const settings = { host: '127.0.0.1', port: 9, from: 'shop@example.com', require_tls: false }
    const fields = this.world.random.chance(0.5) ? { provider: 'smtp', settings } : { provider: 'sandbox' }
    const turned = await this.call(account, 'PATCH', `notification_channels/${mail}`, { notification_channel: fields })
    assert.equal(turned.status, 200, JSON.stringify(turned.body))
  }

  async resend(account: ClusterAccount): Promise<void> {
    const listed = await this.call(account, 'GET', 'webhook_events?limit=200')
    const events = listed.body.webhook_events as { id: string }[]
    if (events.length === 0) return
    const { id } = this.world.random.pick(events)
    const response = await this.call(account, 'POST', `webhook_events/${id}/resend`)
    if (response.status === 202) this.resends.set(id, (this.resends.get(id) ?? 0) + 1)
    else assert.equal(response.status, 409, JSON.stringify(response.body))
  }

  /** Replays failed, skipped and dropped events, sometimes also the delivered ones. */
  async replay(account: ClusterAccount): Promise<void> {
    const states = this.world.random.chance(0.3)
      ? ['delivered', 'failed', 'skipped', 'dropped']
      : ['failed', 'skipped', 'dropped']
    const asked = { since: isoTime(this.startedAtMs), states }
    const response = await this.call(account, 'POST', this.endpointPath(account, '/replay'), asked)
    if (response.status === 202) this.replays.set(account.accountId, (this.replays.get(account.accountId) ?? 0) + 1)
    else assert.equal(response.status, 409, JSON.stringify(response.body))
  }
}
