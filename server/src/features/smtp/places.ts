/** Divides the connections to the mail server into groups, so that no group can lock out another. */
import { boundAddresses } from '../../platform/admission/addresses.ts'
import { SMTP_PLACES } from '../../platform/admission/descriptors.ts'
import type { RouteContext } from '../../platform/context.ts'
import { createAtOnce } from '../../platform/counts.ts'

/** Signed-in connections of one account: half of all. */
const OF_ACCOUNT_MAX = SMTP_PLACES.sending / 2

/** The place of one connection. It begins in the group *arriving*. */
export interface MailPlace {
  /** The connection has named a return path. False: the group is full. */
  toReturning(): boolean
  /** The connection has signed in. Its address no longer counts. False: the account or the group has no place. */
  toSending(accountId: number): boolean
  /** The connection is closed. */
  free(): void
}

export interface MailPlaces {
  /**
   * Takes a place. If the group is full, the oldest connection in it ends by its `end`. Null: the address or its network
   * has too many.
   */
  open(address: string, end: () => void): MailPlace | null
  /** Takes a token of the address. False if it has none. */
  take(address: string): boolean
}

export function createMailPlaces(context: Pick<RouteContext, 'config' | 'clock'>): MailPlaces {
  const addresses = boundAddresses('mails', context)
  const returning = createAtOnce<never>(SMTP_PLACES.returning)
  const sending = createAtOnce<number>(SMTP_PLACES.sending)
  /** The oldest first, each with the function that ends it. */
  const arriving = new Map<MailPlace, () => void>()

  function makeRoom(): void {
    if (arriving.size < SMTP_PLACES.arriving) return
    const [oldest, end] = arriving.entries().next().value!
    oldest.free()
    end()
  }

  return {
    take: addresses.take,
    open(address, end) {
      const taken = addresses.open(address)
      if (taken === null) return null
      makeRoom()
      let held = [taken]
      const freeAll = () => {
        for (const free of held) free()
        held = []
      }
      const place: MailPlace = {
        toReturning() {
          if (!arriving.has(place)) return true
          const group = returning.take([], 1)
          if (typeof group === 'string') return false
          arriving.delete(place)
          held.push(group)
          return true
        },
        toSending(accountId) {
          const group = sending.take([[accountId, OF_ACCOUNT_MAX]], 1)
          if (typeof group === 'string') return false
          arriving.delete(place)
          freeAll()
          held.push(group)
          return true
        },
        free() {
          arriving.delete(place)
          freeAll()
        },
      }
      arriving.set(place, end)
      return place
    },
  }
}
