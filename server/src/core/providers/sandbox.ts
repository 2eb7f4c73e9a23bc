import Type from 'typebox'
import { Batcher } from '../../platform/db/batcher.ts'
import { isOutage, isResultUnknown } from '../../platform/db/database-error.ts'
import { ApiError } from '../../platform/errors.ts'
import { cause } from './causes.ts'
import type { ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { storeSandboxMessages } from './queries.ts'
import type { SandboxFact, SandboxMessage } from './queries.ts'

/** At this domain, the local part of an address decides the result of a send. */
const MAGIC_DOMAIN = 'tidings.test'

const MAGIC_WORDS = ['delivered', 'opened', 'bounced', 'failed', 'retry', 'exhausted', 'silent'] as const
type MagicWord = (typeof MAGIC_WORDS)[number]

/** Reports after an accepted message, with their delay in ms. All come within a second and in a realistic order. */
type Reports = Partial<Record<SandboxFact, number>>
const NO_REPORTS: Reports = {}
const REPORTS: Record<MagicWord, Reports> = {
  delivered: { delivered: 200 },
  opened: { delivered: 200, opened: 400 },
  bounced: { bounced: 200 },
  failed: {},
  retry: { delivered: 200 },
  exhausted: {},
  silent: {},
}

/** Failed sends before `retry` succeeds. */
const RETRY_FAILURES = 2

/** The wait after an overload or a database outage, ms. */
const AGAIN_AFTER_MS = 1_000

const BATCH_ITEMS_MAX = 500

/**
 * The requested end (docs/guides/testing.md): from the local part of an email address at `tidings.test` without its
 * `+label`, or from the start of a device's token. All other recipients count as `delivered`.
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

/** The result for a magic word. `input.delivery.number` counts the sends from 1. */
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

/** Sends nothing. Stores each message, returns at once, and stores the later reports as rows in the database. */
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
      waitMsMax: config.batchWaitMs,
      monotonic: clock.monotonic,
      async flush(messages) {
        // Unsorted multi-row writes deadlock.
        const sorted = messages.toSorted(
          (a, b) =>
            a.bucket - b.bucket || a.accountId - b.accountId || a.deliveryId - b.deliveryId || a.number - b.number,
        )
        await storeSandboxMessages(pool, sorted)
        return messages.map(() => null)
      },
    })
    return {
      async send(input) {
        const word = magicWordOf(input.channel.type, input.to)
        const result = resultOf(word, input)
        const at = clock.now()
        const { bucket, accountId, id, number } = input.delivery
        // A channel test has no delivery, so it stores neither a message nor reports.
        if (input.delivery.messageId === null) return result
        const { delivered, opened, bounced } = result.result === 'accepted' ? REPORTS[word] : NO_REPORTS
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
            deliveredAt: delivered === undefined ? null : at + delivered,
            openedAt: opened === undefined ? null : at + opened,
            bouncedAt: bounced === undefined ? null : at + bounced,
          })
        } catch (error) {
          // The message may have been stored, and its reports would then follow.
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
