/** Divides the connections to the mail server into groups, so that no group can lock out another. */
import { boundAddresses } from '../../platform/admission/addresses.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import type { RouteContext } from '../../platform/context.ts'
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'

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
  const returning = new FairGate<'all'>({ placesMax: LIMITS.mailsReturning.max })
  const sending = new FairGate<number>({
    placesMax: LIMITS.mailsSending.max,
    ofKeyMax: LIMITS.mailsSendingOfAccount.max,
  })
  /** Each with the function that frees it for another connection. */
  const arriving = new BoundedMap<MailPlace, () => void>(LIMITS.mailsArriving.max)

  return {
    take: addresses.take,
    open(address, end) {
      const taken = addresses.open(address)
      if (taken === null) return null
      let held = [taken]
      let isArriving = true
      const leaveArriving = () => {
        isArriving = false
        arriving.delete(place)
      }
      const freeAll = () => {
        for (const free of held) free()
        held = []
      }
      const place: MailPlace = {
        toReturning() {
          if (!isArriving) return true
          const group = returning.enterNow('all')
          if (group === null) return false
          leaveArriving()
          held.push(group)
          return true
        },
        toSending(accountId) {
          const group = sending.enterNow(accountId)
          if (group === null) return false
          leaveArriving()
          freeAll()
          held.push(group)
          return true
        },
        free() {
          leaveArriving()
          freeAll()
        },
      }
      const giveWay = () => {
        place.free()
        end()
      }
      for (const oldest of arriving.set(place, giveWay)) oldest()
      return place
    },
  }
}
