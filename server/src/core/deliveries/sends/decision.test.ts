import assert from 'node:assert/strict'
import test from 'node:test'
import { friendlySentence } from '../../providers/causes.ts'
import { decideSend, decideSettlement } from './decision.ts'
import type { SendFacts } from './decision.ts'
import { SUPPRESSION_REASONS } from '../suppressions.ts'

const NOW = 1_700_000_000_000
const SECOND = 1000
const HOUR = 3_600_000

const sendable: SendFacts = {
  status: 'queued',
  settled: false,
  dueAt: NOW,
  now: NOW,
  recipientDeleted: false,
  channelDeleted: false,
  channelAttached: true,
  channelActive: true,
  anyChannelLive: true,
  channelType: 'email',
  hasAddress: true,
  skipped: null,
  quietUntil: null,
  suppressed: null,
}
const decide = (facts: Partial<SendFacts>) => decideSend({ ...sendable, ...facts })

test('a settled or not yet due send is not changed, in every situation', () => {
  const everything = { recipientDeleted: true, channelDeleted: true, anyChannelLive: false, hasAddress: false }
  for (const status of ['scheduled', 'queued', 'retrying'] as const) {
    assert.deepEqual(decide({ status, settled: true, dueAt: NOW + 1, ...everything }), { action: 'leave' })
    assert.deepEqual(decide({ status, dueAt: NOW + 1, ...everything }), { action: 'wait' })
    assert.deepEqual(decide({ status, dueAt: NOW - 1 }), { action: 'send' })
  }
})

/**
 * Of the channel of a scheduled delivery: D deleted, T attached to the template, A active. `others`: the message has
 * another live channel. A live channel is live itself, so `alone` is impossible then.
 */
const SCHEDULED: [channel: string, others: string, alone: string | null][] = [
  ['TA', 'send', null],
  ['T', 'channel_deleted_or_detached', 'no_live_channels'],
  ['A', 'channel_deleted_or_detached', 'no_live_channels'],
  ['', 'channel_deleted_or_detached', 'no_live_channels'],
  ['DTA', 'channel_deleted_or_detached', 'no_live_channels'],
  ['DT', 'channel_deleted_or_detached', 'no_live_channels'],
  ['DA', 'channel_deleted_or_detached', 'no_live_channels'],
  ['D', 'channel_deleted_or_detached', 'no_live_channels'],
]

test('a scheduled delivery is canceled for one of the reasons, a deleted recipient first', () => {
  for (const [channel, others, alone] of SCHEDULED)
    for (const [anyChannelLive, word] of [[true, others] as const, [false, alone] as const]) {
      if (word === null) continue
      const [channelDeleted, channelAttached, channelActive] = ['D', 'T', 'A'].map((flag) => channel.includes(flag))
      const facts = { status: 'scheduled', channelDeleted, channelAttached, channelActive, anyChannelLive } as SendFacts
      const expected = word === 'send' ? { action: 'send' } : { action: 'cancel', reason: word }
      assert.deepEqual(decide(facts), expected, JSON.stringify(facts))
      const deleted = { action: 'cancel', reason: 'recipient_deleted' }
      assert.deepEqual(decide({ ...facts, recipientDeleted: true }), deleted, JSON.stringify(facts))
    }
})

test('a queued or retrying delivery is not canceled: an inactive or detached channel still sends it, otherwise it fails', () => {
  const failed = (errorMessage: string) => ({ action: 'fail', errorMessage })
  for (const status of ['queued', 'retrying'] as const) {
    assert.deepEqual(decide({ status, channelActive: false, anyChannelLive: false }), { action: 'send' })
    assert.deepEqual(decide({ status, channelAttached: false }), { action: 'send' })
    assert.deepEqual(decide({ status, recipientDeleted: true }), failed('The recipient was deleted'))
    assert.deepEqual(decide({ status, channelDeleted: true }), failed('The channel was deleted'))
  }
})

test('a recipient without an address fails with the sentence of the channel, dispatched or scheduled', () => {
  const sentences = {
    email: 'The recipient has no email address',
    push: 'The recipient has no device',
    sms: 'The recipient has no phone number',
  }
  for (const status of ['scheduled', 'queued', 'retrying'] as const)
    for (const [channelType, errorMessage] of Object.entries(sentences))
      assert.deepEqual(decide({ status, channelType, hasAddress: false }), { action: 'fail', errorMessage })
})

test('a send that preferences stop is canceled while it is scheduled, and fails if it was queued', () => {
  const sentences = {
    topic_disabled: 'The recipient does not want messages of this topic on this type of channel',
    recipient_paused: 'The recipient has paused messages',
  } as const
  for (const [reason, friendlyErrorMessage] of Object.entries(sentences)) {
    const skipped = reason as keyof typeof sentences
    const quiet = { skipped, quietUntil: NOW + HOUR }
    const canceled = { action: 'cancel', reason: 'requested', friendlyErrorMessage }
    assert.deepEqual(decide({ status: 'scheduled', ...quiet }), canceled)
    for (const status of ['queued', 'retrying'] as const) {
      const failed = { action: 'fail', errorMessage: `unsubscribed: ${skipped}`, friendlyErrorMessage }
      assert.deepEqual(decide({ status, ...quiet }), failed)
    }
    // The four reasons of the specification come first.
    const gone = { status: 'scheduled', skipped } as const
    assert.deepEqual(decide({ ...gone, recipientDeleted: true }), { action: 'cancel', reason: 'recipient_deleted' })
    assert.deepEqual(decide({ ...gone, anyChannelLive: false }), { action: 'cancel', reason: 'no_live_channels' })
  }
})

test('quiet hours delay a send in every status, but not a failure', () => {
  for (const status of ['scheduled', 'queued', 'retrying'] as const) {
    assert.deepEqual(decide({ status, quietUntil: NOW + HOUR }), { action: 'delay', dueAt: NOW + HOUR })
    assert.equal(decide({ status, quietUntil: NOW + HOUR, hasAddress: false }).action, 'fail')
    assert.equal(decide({ status, quietUntil: NOW + HOUR, suppressed: 'manual' }).action, 'fail')
  }
})

const schedule = [30, 120, 600, 1800, 7200].map((seconds) => seconds * SECOND)

function settle(
  given: Partial<Omit<Parameters<typeof decideSettlement>[0], 'response'>>,
  result: string,
  retryAfterMs: number | null = null,
) {
  const response = { result, retryAfterMs } as Parameters<typeof decideSettlement>[0]['response']
  return decideSettlement({ response, sendsSpent: 1, schedule, queuedAt: NOW, now: NOW, random: 0, ...given })
}

test('an accepted send is sent, a permanent result fails at once, for every send', () => {
  for (let sendsSpent = 1; sendsSpent <= 6; sendsSpent++) {
    assert.deepEqual(settle({ sendsSpent }, 'accepted'), { next: 'sent' })
    assert.deepEqual(settle({ sendsSpent }, 'permanent'), { next: 'failed' })
  }
})

test('six transient responses: five waits by the schedule, then failed', () => {
  const settled = [1, 2, 3, 4, 5, 6].map((sendsSpent) => settle({ sendsSpent }, 'transient'))
  const waits = schedule.map((waitMs) => ({ next: 'retry', dueAt: NOW + waitMs, spent: true }))
  assert.deepEqual(settled, [...waits, { next: 'failed' }])
})

test('every wait is lengthened by up to a fifth', () => {
  const [shortest, longest] = [0, 1 - 2 ** -32].map((random) => settle({ random }, 'transient'))
  assert.deepEqual(shortest, { next: 'retry', dueAt: NOW + 30 * SECOND, spent: true })
  assert.deepEqual(longest, { next: 'retry', dueAt: NOW + 36 * SECOND, spent: true })
})

test('a Retry-After is a floor, honoured up to an hour', () => {
  const dueIn = (retryAfterMs: number) => {
    const settlement = settle({}, 'transient', retryAfterMs)
    return settlement.next === 'retry' ? settlement.dueAt - NOW : null
  }
  assert.deepEqual([1 * SECOND, 90 * SECOND, HOUR, 5 * HOUR].map(dueIn), [30 * SECOND, 90 * SECOND, HOUR, HOUR])
})

test('a rate limit waits without spending a send, also the last one, for a day at most', () => {
  const waiting = { next: 'retry', dueAt: NOW + 30 * SECOND, spent: false }
  for (const sendsSpent of [1, 6, 100]) assert.deepEqual(settle({ sendsSpent }, 'rate_limited'), waiting)
  assert.deepEqual(settle({ queuedAt: NOW - 24 * HOUR + 1 }, 'rate_limited'), waiting)
  assert.deepEqual(settle({ queuedAt: NOW - 24 * HOUR }, 'rate_limited'), { next: 'failed' })
  assert.deepEqual(settle({}, 'rate_limited', 10 * HOUR), { ...waiting, dueAt: NOW + HOUR })
})

test('nothing is sent to a suppressed address', () => {
  for (const status of ['scheduled', 'queued', 'retrying'] as const)
    for (const reason of SUPPRESSION_REASONS) {
      const errorMessage = `suppressed: ${reason}`
      const friendlyErrorMessage = friendlySentence(errorMessage)
      assert.notEqual(friendlyErrorMessage, friendlySentence('suppressed'))
      const failed = { action: 'fail', errorMessage, friendlyErrorMessage }
      assert.deepEqual(decide({ status, suppressed: reason }), failed)
    }
  assert.deepEqual(decide({ suppressed: 'manual', settled: true }), { action: 'leave' })
  assert.equal(decide({ suppressed: 'manual', recipientDeleted: true, status: 'scheduled' }).action, 'cancel')
})
