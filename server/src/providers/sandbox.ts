import Type from 'typebox'
import { Batcher } from '../db/batcher.ts'
import { isOutage, isResultUnknown } from '../db/database-error.ts'
import { ApiError } from '../errors.ts'
import { cause } from './causes.ts'
import type { ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { storeSandboxMessages } from './queries.ts'
import type { SandboxFact, SandboxMessage } from './queries.ts'

/** Recipients at this domain are magic by their local part. */
const MAGIC_DOMAIN = 'tidings.test'

const MAGIC_WORDS = ['delivered', 'opened', 'bounced', 'failed', 'retry', 'exhausted', 'silent'] as const
type MagicWord = (typeof MAGIC_WORDS)[number]

/** What follows an accepted message, and how long after it, ms: within a second, in the order of the world. */
const REPORTS: Record<MagicWord, Partial<Record<SandboxFact, number>>> = {
  delivered: { delivered: 200 },
  opened: { delivered: 200, opened: 400 },
  bounced: { bounced: 200 },
  failed: {},
  retry: { delivered: 200 },
  exhausted: {},
  silent: {},
}

/** Sends that fail before `retry` is delivered. */
const RETRY_FAILURES = 2

/** Wait for room in the batch or for the database, ms. */
const AGAIN_AFTER_MS = 1_000

const BATCH_ITEMS_MAX = 500
const WAITING_MAX = 10_000

/**
 * What a send is asked to become (decisions, section 7): by the local part of an email address at `tidings.test`, a
 * `+label` ignored, or by the beginning of a device's token; everybody else is as `delivered`.
 */
export function magicWordOf(type: SendInput['channel']['type'], to: SendInput['to']): MagicWord {
  if (type === 'push') {
    const words = to.devices.map((device) => MAGIC_WORDS.find((word) => device.token?.startsWith(word)))
    return words.find((word) => word !== undefined) ?? 'delivered'
  }
  const [local, domain] = (to.email ?? '').toLowerCase().split('@')
  const name = local?.split('+', 1)[0]
  return (domain === MAGIC_DOMAIN && MAGIC_WORDS.find((word) => word === name)) || 'delivered'
}

/** What a magic word makes of the send of this number, from 1. */
function resultOf(word: MagicWord, input: SendInput): SendResult {
  const { number } = input.delivery
  if (word === 'failed') return { result: 'permanent', cause: cause('sandbox', 'this recipient always fails') }
  if (word === 'exhausted' || (word === 'retry' && number <= RETRY_FAILURES))
    return { result: 'transient', retryAfterMs: null, cause: cause('sandbox', `send ${number} fails for now`) }
  return { result: 'accepted', providerMessageId: `sandbox-${input.messageId}` }
}

function sentTo({ channel, to }: SendInput): string {
  if (channel.type === 'email') return to.email ?? ''
  if (channel.type === 'sms') return to.phone ?? ''
  return to.devices.map((device) => device.token ?? JSON.stringify(device.subscription)).join(', ')
}

/** Sends nothing out: keeps what it was given, answers at once, and owes its later reports as rows of the database. */
export const sandboxProvider: ProviderDefinition = {
  name: 'sandbox',
  title: 'Sandbox (sends nothing)',
  channelTypes: ['email', 'push', 'sms'],
  settings: Type.Object({}),
  checkSettings: () => ({}),
  create({ pool, clock, config }) {
    const batcher = new Batcher<SandboxMessage, null>({
      itemsMax: BATCH_ITEMS_MAX,
      slots: 2,
      waitingMax: WAITING_MAX,
      waitMsMax: config.batchWaitMs,
      monotonic: () => clock.monotonic(),
      async flush(messages) {
        await storeSandboxMessages(pool, messages)
        return messages.map(() => null)
      },
    })
    return {
      async send(input) {
        const word = magicWordOf(input.channel.type, input.to)
        const result = resultOf(word, input)
        const at = clock.now()
        const { bucket, accountId, id, number } = input.delivery
        // A test of a channel is of no delivery: nothing shows it, records what is reported of it, or removes it.
        if (input.delivery.messageId === null) return result
        const reports = result.result === 'accepted' ? REPORTS[word] : {}
        const reportedAt = (fact: SandboxFact) => (reports[fact] === undefined ? null : at + reports[fact])
        try {
          await batcher.add({
            bucket,
            accountId,
            deliveryId: id,
            number,
            channelId: input.channel.id,
            sentTo: sentTo(input),
            subject: input.subject,
            body: input.body,
            at,
            deliveredAt: reportedAt('delivered'),
            openedAt: reportedAt('opened'),
            bouncedAt: reportedAt('bounced'),
          })
        } catch (error) {
          // The message may have been kept, and then it is reported on.
          if (isResultUnknown(error))
            return { result: 'transient', retryAfterMs: null, cause: cause('connection_reset') }
          if (!(error instanceof ApiError) && !isOutage(error)) throw error
          return { result: 'rate_limited', retryAfterMs: AGAIN_AFTER_MS, cause: cause('overloaded') }
        }
        return result
      },
      close: () => batcher.drained(),
    }
  },
}
