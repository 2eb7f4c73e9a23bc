/** Runs random sequences of actions in the service and in the model, and compares the two after every step. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoTime } from '../../src/platform/clock.ts'
import { CLOCK_STEP_MS, ModelAccount, startModelService } from './account.ts'
import type { ModelService } from './account.ts'
import {
  acknowledge,
  allDeliveries,
  cancelMessage,
  create,
  deleteRecipient,
  dispatch,
  liveChannels,
  moveMessage,
  recordReport,
  report,
  takeChannelAway,
} from './model.ts'
import type { Model, ModelChannel, ModelRecipient } from './model.ts'

const COMMANDS_MAX = 25
/** The largest number of clock steps from now to a message's scheduled time, ahead and behind. */
const STEPS_AHEAD_MAX = 5
const STEPS_BEHIND_MAX = 2

const WORDS = ['delivered', 'opened', 'bounced', 'failed', 'retry', 'exhausted', 'silent']
const CALLBACKS = ['delivered', 'opened', 'bounced'] as const

type Act = (model: Model, account: ModelAccount) => Promise<void>

/** A step of a sequence. It does nothing if its target does not exist. */
class Step implements fc.AsyncCommand<Model, ModelAccount> {
  private readonly name: string
  private readonly act: Act

  constructor(name: string, act: Act) {
    this.name = name
    this.act = act
  }

  check(): boolean {
    return true
  }

  async run(model: Model, account: ModelAccount): Promise<void> {
    await this.act(model, account)
    dispatch(model)
    await account.settled()
    await account.agrees(model)
  }

  toString(): string {
    return this.name
  }
}

/** The item for this number. The same number picks the same item while the list does not change. */
const pick = <Thing>(things: readonly Thing[], number: number): Thing | undefined => things[number % things.length]

async function recipientOf(model: Model, account: ModelAccount, word: string): Promise<ModelRecipient> {
  const known = model.recipients.find((recipient) => recipient.word === word && !recipient.deleted)
  if (known !== undefined) return known
  const fields = { external_user_id: word, email: `${word}@tidings.test` }
  const { status, body } = await account.call('POST', 'notification_users', { notification_user: fields })
  assert.equal(status, 201)
  const { id } = body.notification_user
  const device = { device: { platform: 'fcm', token: `${word}-${id}` } }
  assert.equal((await account.call('POST', `notification_users/${id}/devices`, device)).status, 201)
  const recipient = { id, word, deleted: false }
  model.recipients.push(recipient)
  return recipient
}

const sendTo = (word: string, stepsAhead: number | null) =>
  new Step(`send to ${word}, ${stepsAhead ?? 'none'} ahead`, async (model, account) => {
    const recipient = await recipientOf(model, account, word)
    const sendAt = stepsAhead === null ? null : model.nowMs + stepsAhead * CLOCK_STEP_MS
    const given = sendAt === null ? {} : { send_at: isoTime(sendAt) }
    const message = { notification_user_id: recipient.id, message_template_id: account.templateId, ...given }
    const { status, body } = await account.call('POST', 'messages', { message })
    assert.equal(status, 201, JSON.stringify(body))
    const { id, deliveries } = body.message
    assert.equal(deliveries.length, liveChannels(model).length)
    const ids = { id, deliveryIds: deliveries.map((delivery: { id: number }) => delivery.id) }
    create(model, recipient, sendAt !== null && sendAt > model.nowMs ? sendAt : null, ids)
  })

const cancelOne = (number: number) =>
  new Step(`cancel ${number}`, async (model, account) => {
    const message = pick(model.messages, number)
    if (message === undefined) return
    const response = await account.call('POST', `messages/${message.id}/cancel`)
    assert.equal(response.status, cancelMessage(model, message) ? 200 : 409, JSON.stringify(response.body))
  })

const moveOne = (number: number, stepsAhead: number) =>
  new Step(`move ${number}, ${stepsAhead} ahead`, async (model, account) => {
    const message = pick(model.messages, number)
    if (message === undefined) return
    const sendAt = model.nowMs + stepsAhead * CLOCK_STEP_MS
    const response = await account.call('PATCH', `messages/${message.id}`, { message: { send_at: isoTime(sendAt) } })
    assert.equal(response.status, moveMessage(model, message, sendAt) ? 200 : 409, JSON.stringify(response.body))
  })

const acknowledgeOne = (number: number, what: 'seen' | 'delivered') =>
  new Step(`mark ${number} as ${what}`, async (model, account) => {
    const message = pick(model.messages, number)
    if (message === undefined) return
    const response = await account.call('PATCH', `messages/${message.id}/mark_as_${what}`)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    acknowledge(message, what)
  })

const removeRecipient = (number: number) =>
  new Step(`delete recipient ${number}`, async (model, account) => {
    const recipient = pick(model.recipients, number)
    if (recipient === undefined) return
    const response = await account.call('DELETE', `notification_users/${recipient.id}`)
    assert.equal(response.status, recipient.deleted ? 404 : 204)
    if (!recipient.deleted) deleteRecipient(model, recipient)
  })

async function attach(account: ModelAccount, channels: readonly ModelChannel[]): Promise<void> {
  const attached = channels.filter((channel) => channel.attached && !channel.deleted)
  const fields = { channels: attached.map(({ id }) => ({ notification_channel_id: id })) }
  const response = await account.call('PATCH', `message_templates/${account.templateId}`, { message_template: fields })
  assert.equal(response.status, 200, JSON.stringify(response.body))
}

const attachOrDetach = (number: number) =>
  new Step(`attach or detach channel ${number}`, async (model, account) => {
    const channel = pick(model.channels, number)!
    if (channel.deleted) return
    if (channel.attached) takeChannelAway(model, channel, 'attached')
    else channel.attached = true
    await attach(account, model.channels)
  })

const removeChannel = (number: number) =>
  new Step(`delete channel ${number}`, async (model, account) => {
    const channel = pick(model.channels, number)!
    const response = await account.call('DELETE', `notification_channels/${channel.id}`)
    assert.equal(response.status, channel.deleted ? 404 : 204)
    if (!channel.deleted) takeChannelAway(model, channel, 'deleted')
  })

const callBack = (number: number, fact: (typeof CALLBACKS)[number] | 'failed') =>
  new Step(`callback of ${number}: ${fact}`, async (model, account) => {
    const delivery = pick(allDeliveries(model), number)
    // A provider reports `failed` only for a message it has accepted.
    if (delivery === undefined || (fact === 'failed' && !delivery.facts.includes('sent'))) return
    await account.callBack(delivery.id, fact)
    recordReport(delivery, fact)
  })

const reports = () =>
  new Step('reports of the sandbox', async (model, account) => {
    await account.report()
    report(model)
  })

const advance = (steps: number) =>
  new Step(`${steps} steps of the clock`, async (model, account) => {
    model.nowMs += steps * CLOCK_STEP_MS
    account.moveClock(model.nowMs)
  })

const number = fc.nat({ max: 20 })
const ahead = fc.integer({ min: -STEPS_BEHIND_MAX, max: STEPS_AHEAD_MAX })
const word = fc.constantFrom(...WORDS)
const sending = fc.tuple(word, fc.option(ahead)).map(([to, steps]) => sendTo(to, steps))
const moving = fc.tuple(number, ahead).map(([which, steps]) => moveOne(which, steps))
const advancing = fc.integer({ min: 1, max: 3 }).map(advance)

/** Sends and clock steps are more frequent, so that the other steps find a target. */
const STEPS = [
  ...[sending, sending, sending, sending, sending, sending, advancing, advancing, advancing],
  ...[number.map(cancelOne), moving, fc.constant(null).map(reports)],
  fc.tuple(number, fc.constantFrom('seen' as const, 'delivered' as const)).map((args) => acknowledgeOne(...args)),
  fc.tuple(number, fc.constantFrom(...CALLBACKS, 'failed' as const)).map((args) => callBack(...args)),
  ...[number.map(removeRecipient), fc.nat({ max: 1 }).map(attachOrDetach), fc.nat({ max: 1 }).map(removeChannel)],
]

async function newAccount(service: ModelService): Promise<{ model: Model; real: ModelAccount }> {
  const client = await service.running.client()
  const made = async (path: string, fields: object) => {
    const root = path.slice(0, -1)
    const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root]
  }
  const channels: ModelChannel[] = []
  for (const type of ['email', 'push'] as const) {
    const { id } = await made('notification_channels', { name: type, channel_type: type, provider: 'sandbox' })
    channels.push({ id, type, attached: true, deleted: false })
  }
  const attached = channels.map(({ id }) => ({ notification_channel_id: id }))
  const text = { subject: 'Receipt', body: 'Thank you', body_format: 'text' }
  const template = await made('message_templates', { name: 'receipt', ...text, channels: attached })
  const path = `/hooks/${client.accountId}`
  const { id, secret } = await made('webhook_endpoints', { url: new URL(path, service.receiver.url).href })
  const ids = { endpoint: { id, secret, path }, templateId: template.id }
  const model = { nowMs: service.clock.now(), recipients: [], channels, messages: [] }
  return { model, real: new ModelAccount(service, client, ids) }
}

/** Declares the test with this number of sequences. `MODEL_SEED` repeats the sequences of an earlier run. */
export function testModel(runs: number): void {
  test(`the service behaves like its model in ${runs} sequences of steps`, async (t) => {
    const seed = Number(process.env['MODEL_SEED'] ?? randomInt(2 ** 31))
    t.diagnostic(`MODEL_SEED=${seed} repeats these sequences`)
    const service = await startModelService()
    let deliveries = 0
    try {
      const sequences = fc.asyncProperty(
        fc.commands(STEPS, { maxCommands: COMMANDS_MAX, size: 'max' }),
        async (steps) => {
          const { model, real } = await newAccount(service)
          await fc.asyncModelRun(() => ({ model, real }), steps)
          await real.shows(model)
          await real.drain()
          deliveries += allDeliveries(model).length
        },
      )
      await fc.assert(sequences, { seed, numRuns: runs })
      t.diagnostic(`${deliveries} deliveries`)
      assert.ok(deliveries > runs)
    } finally {
      await service.close()
    }
  })
}
