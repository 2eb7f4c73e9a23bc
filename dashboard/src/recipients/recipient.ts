/** The display name of a recipient, and the search for a recipient. */
import { useRead } from '../api/queries.ts'
import type { NotificationUser } from '../../../sdk/src/types.ts'

export type { Device, NotificationUser } from '../../../sdk/src/types.ts'

type Named = Pick<NotificationUser, 'id' | 'external_user_id' | 'email' | 'first_name' | 'last_name'>

/** The display name: the name, or the external id, or the address. */
export function nameOf({ id, external_user_id: externalId, email, first_name: first, last_name: last }: Named): string {
  return [first, last].filter(Boolean).join(' ') || externalId || email || `#${id}`
}

export interface FoundRecipient {
  /** null: no search, or no recipient found. */
  id: number | null
  /** The search is running. */
  isLoading: boolean
  isMissing: boolean
  /** The found recipient, for the field, and the number of recipients with the same address. */
  shown: string | null
}

const NOT_FOUND: FoundRecipient = { id: null, isLoading: false, isMissing: false, shown: null }

/** Finds a recipient by email address, external id, or id (`12` or `#12`). Empty text: no recipient. */
export function useRecipientCalled(text: string): FoundRecipient {
  const query = text.includes('@') ? { email: text } : { external_user_id: text }
  const found = useRead('GET /api/v1/notification_users', { query }, { enabled: text !== '' })
  if (text === '') return NOT_FOUND
  const rows = found.isPlaceholderData ? undefined : found.data?.notification_users
  if (rows === undefined) return { ...NOT_FOUND, isLoading: found.error === null, isMissing: found.error !== null }
  const [first] = rows
  if (first !== undefined) {
    const others = rows.length === 1 ? '' : `, the newest of ${rows.length} recipients with this address`
    return { ...NOT_FOUND, id: first.id, shown: `${nameOf(first)}${others}` }
  }
  const [, digits] = /^#?(\d{1,15})$/.exec(text) ?? []
  return digits === undefined
    ? { ...NOT_FOUND, isMissing: true }
    : { ...NOT_FOUND, id: Number(digits), shown: `#${digits}` }
}
