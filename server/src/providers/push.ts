/** What all push providers share: one delivery goes to every device of the recipient, as a title and a text. */
import { createHash } from 'node:crypto'
import { htmlToText } from './html-to-text.ts'
import type { Device, SendInput } from './provider.ts'
import type { SendResult } from './send-result.ts'

/** What became of the push to one device; `dead`: the provider says that nothing reaches it any more. */
export type DeviceResult = SendResult & { dead?: boolean }

/** Calls of one delivery at a time; a recipient has up to a hundred devices. */
const DEVICES_AT_A_TIME = 10

/** Pushes to the devices, several at a time, and answers what it comes to. `push` never throws. */
export async function pushToDevices(
  devices: readonly Device[],
  push: (device: Device) => Promise<DeviceResult>,
): Promise<SendResult> {
  const results: { id: number; result: DeviceResult }[] = []
  const waiting = devices.values()
  const work = async (): Promise<void> => {
    for (const device of waiting) results.push({ id: device.id, result: await push(device) })
  }
  await Promise.all(Array.from({ length: DEVICES_AT_A_TIME }, work))
  return combineResults(results.toSorted((one, other) => one.id - other.id))
}

/**
 * The result of a delivery: accepted when one device's was, for a repetition would reach that device twice. Otherwise
 * the gentlest decides: as long as one device may still be reached, the delivery waits or tries again.
 */
export function combineResults(results: readonly { id: number; result: DeviceResult }[]): SendResult {
  const dead = results.filter(({ result }) => result.dead === true)
  const all = results.map(({ result }) => result)
  const decisive =
    all.find((result) => result.result === 'accepted') ??
    longestWait(all.filter((result) => result.result === 'rate_limited')) ??
    longestWait(all.filter((result) => result.result === 'transient')) ??
    all.find((result) => result.dead !== true) ??
    all[0]!
  const { dead: _, ...result } = decisive
  return dead.length === 0 ? result : { ...result, deadDevices: dead.map(({ id }) => id) }
}

/** Of several that may be repeated the one that asks for the longest wait, or undefined if there is none. */
function longestWait<Result extends { retryAfterMs: number | null }>(results: readonly Result[]): Result | undefined {
  return results.toSorted((one, other) => (other.retryAfterMs ?? 0) - (one.retryAfterMs ?? 0))[0]
}

/** A notification as devices show it: plain text. */
export interface PushText {
  title: string
  body: string
}

export function pushTextOf({
  subject,
  body,
  bodyFormat,
}: Pick<SendInput, 'subject' | 'body' | 'bodyFormat'>): PushText {
  return { title: subject, body: bodyFormat === 'html' ? htmlToText(body) : body }
}

/**
 * What travels with a push for the app: texts, since FCM takes nothing else. By them it reports what was seen. A test of
 * the channel is of no message.
 */
export function pushDataOf({ delivery: { id, messageId } }: Pick<SendInput, 'delivery'>): Record<string, string> {
  return { ...(messageId === null ? {} : { message_id: String(messageId) }), delivery_id: String(id) }
}

/** The same for every send of a delivery: a device shows one notification of it, however often it arrives. */
export function collapseKeyOf({ messageId }: Pick<SendInput, 'messageId'>): string {
  return createHash('sha256').update(messageId).digest('base64url').slice(0, 32)
}

const ELLIPSIS = '…'

/**
 * The payload that `write` makes of the text, shortened until it fits: first the body is cut, then the title, with an
 * ellipsis. A recipient who gets the beginning of a text is better served than one who gets nothing.
 */
export function fitPayload(text: PushText, bytesMax: number, write: (text: PushText) => string): string {
  const whole = write(text)
  if (Buffer.byteLength(whole) <= bytesMax) return whole
  const fits = (shortened: PushText) => Buffer.byteLength(write(shortened)) <= bytesMax
  const cutBody = (units: number) => ({ ...text, body: cut(text.body, units) })
  if (fits(cutBody(0))) return write(cutBody(longest(text.body.length, (units) => fits(cutBody(units)))))
  const cutTitle = (units: number) => ({ title: cut(text.title, units), body: '' })
  return write(cutTitle(longest(text.title.length, (units) => fits(cutTitle(units)))))
}

/** The beginning of a text of at most so many UTF-16 units, no character halved, and an ellipsis. */
export function cut(text: string, units: number): string {
  const half = /[\ud800-\udbff]$/.test(text.slice(0, units)) ? 1 : 0
  return `${text.slice(0, units - half).trimEnd()}${ELLIPSIS}`
}

/** The greatest number below `end` that fits; 0 does, or nothing can. */
function longest(end: number, fits: (units: number) => boolean): number {
  let low = 0
  let high = end
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
