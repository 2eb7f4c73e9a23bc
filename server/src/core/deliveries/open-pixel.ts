/**
 * The tracking pixel in HTML mail (specification 6, `delivery.opened`). Its URL has a token of the delivery that only
 * the service can make.
 */
import type { LinkBase } from '../../platform/http/own-address.ts'
import { bucketOf } from '../../platform/ids.ts'
import { createIdTokens } from '../../platform/id-tokens.ts'
import type { SendInput } from '../providers/provider.ts'
import type { DeliveryKey } from './delivery.ts'
import { lastTag, startOfBody } from '../providers/email-message.ts'

/** A guess succeeds with a probability of 1 in 2^80. */
const MAC_BYTES = 10

/** The path of the pixels. */
export const OPEN_PATH = '/o'

export interface OpenPixels {
  /** Adds the delivery's pixel to the body of HTML mail. */
  addTo<Input extends Pick<SendInput, 'body' | 'delivery'>>(input: Input): Input
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

/** Gmail cuts longer mails (102 KB), and does not load what it has cut. The rest is for the encoding and the pixel. */
const SHOWN_BYTES_MAX = 100_000

/** Where the pixel goes: before the end of the body or of the text. In a mail that Gmail cuts, first in the body. */
function endOfContent(html: string): number {
  const end = lastTag(html, '/body')
  const start = Buffer.byteLength(html) <= SHOWN_BYTES_MAX ? null : startOfBody(html)
  return start ?? (end < 0 ? html.length : end)
}

function insertPixel(html: string, url: string): string {
  const pixel = `<img src="${url}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  const at = endOfContent(html)
  return html.slice(0, at) + pixel + html.slice(at)
}
