/** Addresses to which nothing more is sent: they bounced, complained or unsubscribed, or somebody entered them. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../clock.ts'
import { asciiAddress, isEmailAddress } from '../http/email-address.ts'
import { Choice, Id, Nullable, Time } from '../http/schemas.ts'

/** The types of channels whose addresses can be suppressed: a device that is gone is removed instead. */
export const SUPPRESSIBLE_TYPES = ['email', 'sms'] as const
export type SuppressibleType = (typeof SUPPRESSIBLE_TYPES)[number]

export const SUPPRESSION_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

export interface SuppressionRow {
  id: number
  channel_type: SuppressibleType
  address: string
  reason: SuppressionReason
  delivery_id: number | null
  created_at: number
}

export const SuppressionOutput = Type.Object({
  id: Id,
  channel_type: Choice(SUPPRESSIBLE_TYPES),
  address: Type.String({ examples: ['ada@example.com'] }),
  reason: Choice(SUPPRESSION_REASONS),
  delivery_id: Nullable(Type.Integer({ description: 'The delivery that told of it; null: somebody entered it' })),
  created_at: Time,
})

export function suppressionView(row: SuppressionRow): Static<typeof SuppressionOutput> {
  return {
    id: row.id,
    channel_type: row.channel_type,
    address: row.address,
    reason: row.reason,
    delivery_id: row.delivery_id,
    created_at: isoTime(row.created_at),
  }
}

const PHONE_NUMBER = /^\+?\d{3,20}$/

/** The address as it is stored and compared, or null if it is none of its type. */
export function comparableAddress(type: SuppressibleType, address: string): string | null {
  if (type === 'email') return isEmailAddress(address) ? asciiAddress(address).toLowerCase() : null
  const digits = address.replaceAll(/[\s().-]/g, '')
  return PHONE_NUMBER.test(digits) ? digits : null
}
