/**
 * The tracking pixel in HTML mail (specification 6, `delivery.opened`). Its URL has a token of the delivery that only
 * the service can make.
 */
import type { LinkBase } from '../http/link-base.ts'
import { bucketOf } from '../ids.ts'
import { createIdTokens } from '../ids-token.ts'
import type { SendInput } from '../providers/provider.ts'
import type { DeliveryKey } from './delivery.ts'

/** A guess succeeds with a probability of 1 in 2^80. */
const MAC_BYTES = 10

/** The path of the pixels. */
export const OPEN_PATH = '/o'

export interface OpenPixels {
  /** Adds the delivery's pixel to the body if it is HTML mail. */
  addTo<Input extends Pick<SendInput, 'body' | 'bodyFormat' | 'channel' | 'delivery'>>(input: Input): Input
  /** The delivery of a token, or null if the token is not authentic. */
  read(token: string): DeliveryKey | null
}

/**
 * The first of `keys` makes tokens, all of them verify tokens. `linkBase`: the public URL of the service. While it is
 * null, mail has no pixel, because recipients could not load it.
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

/** Inserts the pixel before the end of the body, or at the end of the text. */
function insertPixel(html: string, url: string): string {
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  const end = Math.max(html.lastIndexOf('</body'), html.lastIndexOf('</BODY'))
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end)
}
