/**
 * The return path of a delivery's mail: `b+<token>@<BOUNCE_DOMAIN>`. A mail that comes back there names its delivery, and
 * only this service can make the token. Mail servers may change the case of an address, so tokens have digits and small
 * letters.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DeliveryReference } from './message-id.ts'

export interface ReturnPath {
  delivery: DeliveryReference
  channelId: number
}

export interface ReturnPaths {
  /** `BOUNCE_DOMAIN`, or null if it is unset. */
  domain: string | null
  /** The address for the mail of a delivery. Null: there is no domain, and mails return to their sender. */
  addressOf(path: ReturnPath): string | null
  /** The return path of an address, or null if the address is not authentic. */
  read(address: string): ReturnPath | null
}

/** A guess succeeds with a probability of 1 in 2^80. A local part has 64 characters, so there is no room for more. */
const MAC_BYTES = 10
const MAC_CHARACTERS = 16

const LOCAL_PART = /^b\+((?:[0-9a-z]{1,11}-){3}[0-9a-z]{1,11})-([0-9a-z]{16})$/

/** The first of `keys` makes tokens, all of them verify tokens. */
export function createReturnPaths(keys: readonly Buffer[], domain: string | null): ReturnPaths {
  const macOf = (key: Buffer, named: string) => {
    const mac = createHmac('sha256', key)
      .update(named)
      .digest('hex')
      .slice(0, MAC_BYTES * 2)
    return BigInt(`0x${mac}`).toString(36).padStart(MAC_CHARACTERS, '0')
  }
  return {
    domain,
    addressOf({ delivery, channelId }) {
      if (domain === null) return null
      const ids = [delivery.accountId, channelId, delivery.id, delivery.createdAt].map((id) => id.toString(36))
      const named = ids.join('-')
      return `b+${named}-${macOf(keys[0]!, named)}@${domain}`
    },
    read(address) {
      const [local = '', ...rest] = address.toLowerCase().split('@')
      if (domain === null || rest.join('@') !== domain) return null
      const [, named, mac] = LOCAL_PART.exec(local) ?? []
      if (named === undefined || mac === undefined) return null
      if (!keys.some((key) => timingSafeEqual(Buffer.from(macOf(key, named)), Buffer.from(mac)))) return null
      const [accountId, channelId, id, createdAt] = named.split('-').map((text) => Number.parseInt(text, 36))
      return {
        delivery: { accountId: accountId!, id: id!, createdAt: createdAt! },
        channelId: channelId!,
      }
    },
  }
}
