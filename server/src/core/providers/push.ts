/** Shared by all push providers: a delivery goes to every device of the recipient, as a title and a text. */
import { createHash } from 'node:crypto'
import { cut, plainTextOf } from './plain-text.ts'
import type { WrittenText } from './plain-text.ts'
import type { Device, SendInput } from './provider.ts'
import type { SendResult } from './send-result.ts'

/** The result of a push to one device. `dead`: the provider reports that the device can no longer be reached. */
export type DeviceResult = SendResult & { dead?: boolean }

/** Parallel calls for one delivery. A recipient has up to a hundred devices. */
const DEVICES_AT_A_TIME = 10

/** Pushes to the devices, several at a time, and returns the combined result. `push` must not throw. */
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
 * Combines the results of a delivery's devices. It is accepted if one device accepted it: a retry would reach that
 * device twice. Otherwise a result that can be retried comes before a permanent one, so that a retry may still reach a
 * device.
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

/** The result with the longest wait, or undefined if the list is empty. */
function longestWait<Result extends { retryAfterMs: number | null }>(results: readonly Result[]): Result | undefined {
  return results.toSorted((one, other) => (other.retryAfterMs ?? 0) - (one.retryAfterMs ?? 0))[0]
}

/** A notification as plain text, as devices show it. */
export interface PushText {
  title: string
  body: string
}

export function pushTextOf(written: WrittenText): PushText {
  return { title: written.subject, body: plainTextOf(written) }
}

/**
 * Data for the app, which uses it to report opens. All values are strings, because FCM accepts no others. A test of a
 * channel has no `message_id`.
 */
export function pushDataOf({ delivery, content }: Pick<SendInput, 'delivery' | 'content'>): Record<string, string> {
  const { id, messageId } = delivery
  const own = Object.fromEntries((content.push?.data ?? []).map(({ name, value }) => [name, value]))
  return { ...own, ...(messageId === null ? {} : { message_id: String(messageId) }), delivery_id: String(id) }
}

/** The data with the link, for services without a field for it. */
export function pushDataWithUrl(input: Pick<SendInput, 'delivery' | 'content'>): Record<string, string> {
  const url = input.content.push?.url
  return { ...(url === undefined ? {} : { url }), ...pushDataOf(input) }
}

/** The name of the sound. Null: none. */
export function soundOf({ content }: Pick<SendInput, 'content'>): string | null {
  const sound = content.push?.sound ?? 'default'
  return sound === 'none' ? null : sound
}

/**
 * The part of the payload for iOS, without the text (developer.apple.com/documentation/usernotifications/generating-a-
 * remote-notification). A critical alert has a dictionary as its sound.
 */
export function apsOf({ content }: Pick<SendInput, 'content'>): Record<string, unknown> {
  const { badge, category, thread_id, interruption_level: level, image_url } = content.push ?? {}
  const name = soundOf({ content })
  const sound = level === 'critical' && name !== null ? { critical: 1, name, volume: 1 } : name
  return {
    ...(sound === null ? {} : { sound }),
    ...(badge === undefined ? {} : { badge }),
    ...(category === undefined ? {} : { category }),
    ...(thread_id === undefined ? {} : { 'thread-id': thread_id }),
    ...(level === undefined ? {} : { 'interruption-level': level }),
    // So an extension of the app can load the image.
    ...(image_url === undefined ? {} : { 'mutable-content': 1 }),
  }
}

type Keyed = Pick<SendInput, 'messageId' | 'content'>

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32)

/**
 * The same for every send of a delivery, so that a device shows one notification if several copies arrive. The key of the
 * template also replaces earlier messages.
 */
export function collapseKeyOf({ messageId, content }: Keyed): string {
  return content.push?.collapse_key ?? hashed(messageId)
}

/** The same in the 32 characters that push services of browsers take (RFC 8030 section 5.4). */
export function topicOf({ messageId, content }: Keyed): string {
  return hashed(content.push?.collapse_key ?? messageId)
}

/**
 * Shortens the text until the payload made by `write` has at most `bytesMax` bytes, and returns that payload. It cuts
 * the body first, then the title, and adds an ellipsis. A cut text serves the recipient better than no text.
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

/** The greatest number below `end` for which `fits` is true. Returns 0 if none is. */
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
