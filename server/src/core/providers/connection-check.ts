/** The check of a channel's settings before they are saved, by a call that sends nothing. */
import { causeWord, friendlySentence } from './causes.ts'
import type { CauseWord } from './causes.ts'
import type { CheckInput, CheckResult, Device, SendInput, SendResult } from './provider.ts'

/** By cause: the setting that helps most likely, and the next step as a sentence without its full stop. */
export type Helps = Partial<Record<CauseWord, readonly [field: string, step: string]>>

/** The result of a call that proves the credentials. A refusal has the help for its cause. */
export function checkOf(result: SendResult, helps: Helps): CheckResult {
  return result.result === 'accepted' ? { ok: true } : checkFailed(result.cause, helps[causeWord(result.cause)])
}

/** `help`: absent if no setting helps. */
export function checkFailed(cause: string, help?: readonly [field: string, step: string]): CheckResult {
  const [field = null, step] = help ?? []
  // The usual sentence is about a message.
  const said = causeWord(cause) === 'message_refused' ? 'The provider refused the test' : friendlySentence(cause)
  return { ok: false, cause, field, sentence: step === undefined ? said : `${said}. ${step}` }
}

/** A push to a device that does not exist. */
export function toNoDevice({ settings, signal }: CheckInput, device: Pick<Device, 'platform' | 'token'>): SendInput {
  return {
    delivery: { bucket: 0, accountId: 0, id: 0, number: 1, messageId: null },
    channel: { id: 0, name: '', type: 'push' },
    settings,
    to: { email: null, phone: null, devices: [{ id: 0, subscription: null, ...device }] },
    ...{ recipientId: 0, topicId: null, url: null, unsubscribeUrl: null, content: {}, attachments: [] },
    ...{ subject: 'Test', body: 'Test', bodyFormat: 'text' },
    messageId: 'connection-test',
    signal,
  }
}

/** The result of a push to no device: a provider that misses only the device has accepted the credentials. */
export function checkOfNoDevice(result: SendResult, helps: Helps): CheckResult {
  const isOnlyDevice = result.result === 'permanent' && causeWord(result.cause) === 'device_unregistered'
  return isOnlyDevice ? { ok: true } : checkOf(result, helps)
}
