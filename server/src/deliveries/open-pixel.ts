/**
 * The image in HTML mail that tells of its opening (specification 6, `delivery.opened`): its address carries a token of
 * the delivery, which nobody else can make.
 */
import type { LinkBase } from '../http/link-base.ts'
import { bucketOf } from '../ids.ts'
import { createIdTokens } from '../ids-token.ts'
import type { SendInput } from '../providers/provider.ts'
import type { DeliveryKey } from './delivery.ts'

/** A guess is right once in 2^80. */
const MAC_BYTES = 10

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
  const tokens = createIdTokens(keys, MAC_BYTES)
  return {
    addTo(input) {
      if (input.channel.type !== 'email' || input.bodyFormat !== 'html') return input
      const base = linkBase()
      if (base === null) return input
      const { accountId, id } = input.delivery
      const url = `${base}${OPEN_PATH}/${tokens.write(id, accountId)}.gif`
      return { ...input, body: insertPixel(input.body, url) }
    },
    read(token) {
      const ids = tokens.read(token)
      if (ids === null) return null
      const [deliveryId, accountId] = ids
      return { bucket: bucketOf(accountId), accountId, deliveryId }
    },
  }
}

/** Before the end of the body, or behind all where that is not marked. */
function insertPixel(html: string, url: string): string {
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  const end = Math.max(html.lastIndexOf('</body'), html.lastIndexOf('</BODY'))
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end)
}
