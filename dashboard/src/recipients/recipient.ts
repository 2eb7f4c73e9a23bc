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
  isNobody: boolean
  /** Who it is, for the field; how many others have the same address. */
  shown: string | null
}

const NOBODY: FoundRecipient = { id: null, isLoading: false, isNobody: false, shown: null }

/** Finds the recipient of an email address, an external id, or an id (`12` or `#12`). Empty text: nobody. */
export function useRecipientCalled(text: string): FoundRecipient {
  const query = text.includes('@') ? { email: text } : { external_user_id: text }
  const found = useRead('GET /api/v1/notification_users', { query }, { enabled: text !== '' })
  if (text === '') return NOBODY
  const rows = found.isPlaceholderData ? undefined : found.data?.notification_users
  if (rows === undefined) return { ...NOBODY, isLoading: found.error === null, isNobody: found.error !== null }
  const [first] = rows
  if (first !== undefined) {
    const others = rows.length === 1 ? '' : `, the newest of ${rows.length} with this address`
    return { ...NOBODY, id: first.id, shown: `${nameOf(first)}${others}` }
  }
  const [, digits] = /^#?(\d{1,15})$/.exec(text) ?? []
  return digits === undefined ? { ...NOBODY, isNobody: true } : { ...NOBODY, id: Number(digits), shown: `#${digits}` }
}
