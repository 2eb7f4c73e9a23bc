/** A recipient as pages name it, and how one is found by what people know of it. */
import { useRead } from '../api/queries.ts'
import type { NotificationUser } from '../../../sdk/src/types.ts'

export type { Device, NotificationUser } from '../../../sdk/src/types.ts'

type Named = Pick<NotificationUser, 'id' | 'external_user_id' | 'email' | 'first_name' | 'last_name'>

/** What a person calls the recipient: the name, else what the account calls it, else its address. */
export function nameOf({ id, external_user_id: externalId, email, first_name: first, last_name: last }: Named): string {
  return [first, last].filter(Boolean).join(' ') || externalId || email || `#${id}`
}

export interface FoundRecipient {
  /** null: nobody was asked for, or nobody is called so. */
  id: number | null
  /** Somebody was asked for, and it is not known yet whom. */
  isLoading: boolean
  isMissing: boolean
  /** Who it is, for the field; how many others have the same address. */
  shown: string | null
}

const NOT_FOUND: FoundRecipient = { id: null, isLoading: false, isMissing: false, shown: null }

/** Finds the recipient of an email address, an external id, or an id (`12` or `#12`). Empty text: nobody. */
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
