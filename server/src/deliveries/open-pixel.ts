/**
 * The image in HTML mail that tells of its opening (specification 6, `delivery.opened`): its address carries a token of
 * the delivery, which nobody else can make.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkBase } from '../http/link-base.ts'
import { bucketOf } from '../ids.ts'
import type { SendInput } from '../providers/provider.ts'
import type { DeliveryKey } from './delivery.ts'

/** An id of less than 2^53, in bytes. */
const ID_BYTES = 7
/** Of the HMAC-SHA256: a guess is right once in 2^80. */
const MAC_BYTES = 10
const TOKEN_BYTES = 2 * ID_BYTES + MAC_BYTES

/** Below it the pixels live. */
export const OPEN_PATH = '/o'

export interface OpenPixels {
  /** The input with the pixel of its delivery in its body, where that is HTML mail. */
  addTo<Input extends Pick<SendInput, 'body' | 'bodyFormat' | 'channel' | 'delivery'>>(input: Input): Input
  /** The delivery of a token, or null if it is none of ours. */
  read(token: string): DeliveryKey | null
}

/**
 * `keys`: the first makes tokens, all are accepted. `linkBase`: where recipients reach the service; while it is null mail
 * has no pixel, since none could be fetched.
 */
export function createOpenPixels(keys: readonly Buffer[], linkBase: LinkBase): OpenPixels {
  const [current] = keys
  if (current === undefined) throw new Error('There is no key for open pixels')

  return {
    addTo(input) {
      const base = linkBase()
      if (base === null || input.channel.type !== 'email' || input.bodyFormat !== 'html') return input
      const { accountId, id } = input.delivery
      const ids = idBytes(id, accountId)
      const token = Buffer.concat([ids, macOf(current, ids)]).toString('base64url')
      return { ...input, body: insertPixel(input.body, `${base}${OPEN_PATH}/${token}.gif`) }
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Other texts may stand for the same bytes: one token is one text.
      if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null
      const ids = bytes.subarray(0, 2 * ID_BYTES)
      const mac = bytes.subarray(2 * ID_BYTES)
      if (!keys.some((key) => timingSafeEqual(macOf(key, ids), mac))) return null
      const accountId = readId(ids, ID_BYTES)
      return { bucket: bucketOf(accountId), accountId, deliveryId: readId(ids, 0) }
    },
  }
}

function macOf(key: Buffer, ids: Buffer): Buffer {
  return createHmac('sha256', key).update(ids).digest().subarray(0, MAC_BYTES)
}

function idBytes(deliveryId: number, accountId: number): Buffer {
  const bytes = Buffer.alloc(2 * 8)
  bytes.writeBigUInt64BE(BigInt(deliveryId), 0)
  bytes.writeBigUInt64BE(BigInt(accountId), 8)
  return Buffer.concat([bytes.subarray(1, 8), bytes.subarray(9, 16)])
}

function readId(bytes: Buffer, offset: number): number {
  return Number(BigInt(`0x${bytes.toString('hex', offset, offset + ID_BYTES)}`))
}

/** Before the end of the body, or behind all where that is not marked. */
function insertPixel(html: string, url: string): string {
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  const end = Math.max(html.lastIndexOf('</body'), html.lastIndexOf('</BODY'))
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end)
}
