/** Whether another send of a failed delivery can arrive. Pure. */
import type { FailureCause } from './cause.ts'

/** Another send has the same result, until the recipient has another way. */
const OF_THE_WAY: ReadonlySet<string> = new Set<FailureCause>([
  'device_unregistered',
  'invalid_address',
  'mailbox_unavailable',
  'no_address',
  'no_device',
  'suppressed',
  'unsubscribed',
])

/** Whether a failure says nothing about the channel: the recipient cannot be reached on it. */
export const isOfRecipient = (cause: string): boolean => cause === 'recipient_deleted' || OF_THE_WAY.has(cause)

/** The present ways to the recipient of a delivery. */
export interface Ways {
  channelType: string
  email: string | null
  phone: string | null
  hasDevice: boolean
  /** The address of the last send. Null: there is none. */
  sentTo: string | null
  isSuppressed: boolean
}

/** The recipient's present address for the type of channel. */
export function presentAddress({ channelType, email, phone }: Pick<Ways, 'channelType' | 'email' | 'phone'>) {
  return channelType === 'email' ? email : channelType === 'sms' ? phone : null
}

/** `new`: no send has tried it: another address, an address again allowed, or a device. */
export type Way = 'none' | 'tried' | 'new'

/** The recipient's present way. The inbox has always the same one. */
export function wayOf(ways: Ways): Way {
  if (ways.channelType === 'push') return ways.hasDevice ? 'new' : 'none'
  if (ways.channelType === 'in_app') return 'tried'
  const address = presentAddress(ways)
  if (address === null || ways.isSuppressed) return 'none'
  return address === ways.sentTo ? 'tried' : 'new'
}

/** `cause`: the word of the explanation. */
export function canArrive(cause: string, way: Way): boolean {
  return cause !== 'recipient_deleted' && way !== 'none' && (way === 'new' || !OF_THE_WAY.has(cause))
}
