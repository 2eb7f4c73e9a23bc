/** The display name of a recipient, and the search for a recipient. */
import { useRead } from '../api/queries.ts'
import { SEARCH_CHARACTERS_MAX } from '../search/results.ts'
import type { NotificationUser } from '../../../sdk/src/types.ts'

export type { Device, NotificationUser } from '../../../sdk/src/types.ts'

export type Named = Pick<NotificationUser, 'id' | 'external_user_id' | 'email' | 'first_name' | 'last_name'>

/** The display name: the name, or the external id, or the address. */
export function nameOf({ id, external_user_id: externalId, email, first_name: first, last_name: last }: Named): string {
  return [first, last].filter(Boolean).join(' ') || externalId || email || `#${id}`
}

/** The address of a recipient, or its external id. Null: it is the display name already. */
export function addressOf(recipient: Named): string | null {
  const { email, external_user_id: externalId } = recipient
  return [email, externalId].find((one) => one !== null && one !== nameOf(recipient)) ?? null
}

/** Shown if a search finds no recipient. */
export const SEARCH_HELP =
  'Type the start of a word of the name or the email address, of the external id or of the phone number.'

export interface FoundRecipient {
  /** null: no search, or no recipient found. */
  id: number | null
  /** The search is running. */
  isLoading: boolean
  isMissing: boolean
  /** The found recipient, for the field, and the number of found ones. */
  shown: string | null
}

const NOT_FOUND: FoundRecipient = { id: null, isLoading: false, isMissing: false, shown: null }

/** The search finds recipients by the start of a word of the name or the email, of an external id or a phone number, and by the id. */
export const SEARCHES = 'GET /api/v1/search'

/** Finds the recipient for a filter: the one with the address or external id, else the first one of the search. */
export function useRecipientCalled(text: string): FoundRecipient {
  const enabled = text !== ''
  const query = { kind: 'recipient', q: text.slice(0, SEARCH_CHARACTERS_MAX) } as const
  const found = useRead(SEARCHES, { query }, { enabled })
  if (!enabled) return NOT_FOUND
  const rows = found.isPlaceholderData ? undefined : found.data?.results
  if (rows === undefined) return { ...NOT_FOUND, isLoading: found.error === null, isMissing: found.error !== null }
  const [first] = rows
  if (first === undefined) return { ...NOT_FOUND, isMissing: true }
  const others = rows.length === 1 ? '' : `, the first of ${rows.length} found`
  return { ...NOT_FOUND, id: Number(first.id), shown: `${first.title}${others}` }
}
