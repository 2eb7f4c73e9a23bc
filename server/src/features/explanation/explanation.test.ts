import assert from 'node:assert/strict'
import { test } from 'node:test'
import { againRefusal, explain } from './explanation.ts'
import type { AgainParts, AgainRefusal, DeliveryFacts } from './explanation.ts'

const SUPPRESSED = { id: 7, address: 'ada@example.com', reason: 'bounce', deliveryId: 12, since: 'T5' }
const facts: DeliveryFacts = {
  status: 'queued',
  channel: 'Mail',
  error: null,
  errorMessage: null,
  isLimit: false,
  sendAt: null,
  waitsUntil: null,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  failedAt: null,
  bouncedAt: null,
  sends: [],
  suppression: null,
  way: 'tried',
  againRefusal: null,
  webhooks: [],
}

test('every state has its sentence', () => {
  const failed = { number: 3, at: 'T3', result: 'permanent', cause: 'mailbox_full: 552' }
  const cases: [Partial<DeliveryFacts>, string][] = [
    [{}, 'It has not arrived on Mail, because it waits to be sent. The provider was not called.'],
    [{ status: 'scheduled', sendAt: 'T9' }, 'It has not arrived on Mail, because it is scheduled for T9.'],
    [
      { waitsUntil: 'T8' },
      "It has not arrived on Mail, because it waits for the end of the recipient's quiet hours at T8.",
    ],
    [{ status: 'sent', sentAt: 'T1' }, 'The provider of Mail accepted it at T1, and has not reported a delivery.'],
    [{ status: 'delivered', deliveredAt: 'T2' }, 'It arrived on Mail at T2.'],
    [{ status: 'opened', openedAt: 'T4' }, 'It arrived on Mail, and was opened at T4.'],
    [
      { status: 'retrying', error: 'timeout', sends: [{ number: 1, at: 'T1', result: 'transient', cause: 'timeout' }] },
      'It has not arrived on Mail yet: timeout. The service tries again. The last send, number 1, was at T1: transient (timeout).',
    ],
    [
      { status: 'failed', failedAt: 'T3', error: 'The mailbox is full', sends: [failed] },
      'It did not arrive on Mail: it failed at T3: The mailbox is full. The last send, number 3, was at T3: permanent (mailbox_full: 552).',
    ],
    [
      { status: 'bounced', error: 'No such user', suppression: SUPPRESSED },
      'It did not arrive on Mail: it bounced: No such user. The provider was not called. ada@example.com is suppressed since T5 (bounce), so nothing is sent to it.',
    ],
    [
      { status: 'opened', openedAt: 'T4', bouncedAt: 'T5' },
      'It did not arrive on Mail: it bounced: its pixel was fetched before, probably by a program (T4). The provider was not called.',
    ],
    [{ status: 'opened', openedAt: 'T5', bouncedAt: 'T4' }, 'It arrived on Mail, and was opened at T5.'],
    [{ status: 'canceled', error: 'requested' }, 'It did not arrive on Mail: it was canceled as requested.'],
    [{ status: 'canceled', error: 'Paused' }, 'It did not arrive on Mail: it was canceled: Paused.'],
    [
      {
        status: 'delivered',
        deliveredAt: 'T2',
        webhooks: [{ type: 'delivery.sent', state: 'failed', reason: null, attempts: 8, lastError: 'status 500' }],
      },
      'It arrived on Mail at T2. Your endpoint does not have the event delivery.sent: it is failed after 8 attempts (status 500).',
    ],
  ]
  for (const [given, sentence] of cases) assert.equal(explain({ ...facts, ...given }).sentence, sentence)
})

test('every cause has its word and its actions', () => {
  const cases: [Partial<DeliveryFacts>, string, string[]][] = [
    [{}, 'queued', []],
    [{ status: 'delivered' }, 'delivered', []],
    [{ status: 'retrying', errorMessage: 'timeout' }, 'retrying', ['retry']],
    [{ status: 'opened', openedAt: 'T4', bouncedAt: 'T5' }, 'bounced', ['send_again']],
    [{ status: 'failed', errorMessage: 'The recipient has no device' }, 'no_device', ['add_device']],
    [
      { status: 'failed', errorMessage: 'The recipient has no device', way: 'new' },
      'no_device',
      ['add_device', 'send_again'],
    ],
    [{ status: 'failed', errorMessage: 'The recipient was deleted' }, 'recipient_deleted', []],
    [
      { status: 'failed', errorMessage: 'suppressed: bounce', suppression: SUPPRESSED },
      'suppressed',
      ['change_recipient', 'lift_suppression'],
    ],
    [
      {
        status: 'bounced',
        errorMessage: 'mailbox_unavailable: 550',
        suppression: SUPPRESSED,
      },
      'mailbox_unavailable',
      ['change_recipient', 'lift_suppression'],
    ],
    [{ status: 'retrying', errorMessage: 'connection_refused' }, 'retrying', ['retry', 'open_channel']],
    [{ status: 'failed', errorMessage: 'tls_error: expired' }, 'tls_error', ['open_channel', 'send_again']],
    [{ status: 'failed', errorMessage: 'no_text' }, 'no_text', ['edit_template', 'send_again']],
    [{ status: 'failed', errorMessage: 'limit', isLimit: true }, 'limit_reached', ['change_limits', 'send_again']],
    [{ status: 'bounced', errorMessage: 'mailbox_unavailable' }, 'mailbox_unavailable', ['change_recipient']],
    [
      { status: 'bounced', errorMessage: 'mailbox_unavailable', way: 'new' },
      'mailbox_unavailable',
      ['change_recipient', 'send_again'],
    ],
    [{ status: 'canceled', errorMessage: 'requested' }, 'requested', ['send_again']],
    [
      {
        status: 'delivered',
        webhooks: [{ type: 'ping', state: 'failed', reason: null, attempts: 8, lastError: null }],
      },
      'delivered',
      ['replay_events'],
    ],
  ]
  for (const [given, cause, actions] of cases) {
    const explained = explain({ ...facts, ...given })
    assert.deepEqual([explained.cause, explained.actions], [cause, actions])
  }
})

test('a message that the service would refuse is not offered to be sent again, with the reason', () => {
  const whole = { hasAttachments: false, recipientDeleted: false, templateDeleted: false, channelIsLive: true }
  const cases: [Partial<AgainParts>, AgainRefusal | null][] = [
    [{}, null],
    [{ hasAttachments: true, templateDeleted: true }, 'attachments_removed'],
    [{ recipientDeleted: true, channelIsLive: false }, 'recipient_deleted'],
    [{ templateDeleted: true, channelIsLive: false }, 'template_deleted'],
    [{ channelIsLive: false }, 'channel_not_on_template'],
  ]
  for (const [parts, refusal] of cases) {
    const failed = {
      ...facts,
      status: 'failed',
      errorMessage: 'timeout',
      againRefusal: againRefusal({ ...whole, ...parts }),
    }
    const { actions, send_again_refusal: told } = explain(failed)
    assert.deepEqual([actions, told], [refusal === null ? ['send_again'] : [], refusal])
    // Another send cannot help: there is nothing to refuse.
    assert.equal(explain({ ...failed, errorMessage: 'The recipient has no device' }).send_again_refusal, null)
  }
})
