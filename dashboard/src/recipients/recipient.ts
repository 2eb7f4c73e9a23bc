/** The display name of a recipient, and the search for a recipient. */
import { useRead } from '../api/queries.ts'
import { SEARCH_CHARACTERS_MAX } from '../search/results.ts'
import type { SearchResult } from '../search/results.ts'
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

/** The parts of the heading of a message or a delivery: to whom, and about what. */
export const titleOf = (recipient: Named, subject: string): string[] => [nameOf(recipient), subject].filter(Boolean)

/** Shown if a search finds no recipient. */
export const SEARCH_HELP =
  'Type the start of a word of the name or the email address, of the external id or of the phone number.'

export interface FoundRecipient {
  /** null: no search, or not exactly one recipient found. */
  id: number | null
  /** The search is running. */
  isLoading: boolean
  isMissing: boolean
  /** No search, or one recipient. Otherwise there is no action on the whole list. */
  isDecided: boolean
  /** The name of the found recipient, for the field. */
  shown: string | null
  /** Its addresses. */
  detail: string | null
  /** Recipients to choose from. Empty: nothing to choose. */
  choices: readonly SearchResult[]
}

/** The name of the found recipient for the chip of a filter, whose value may be an id. */
export const chipOf = (text: string, { shown }: FoundRecipient) =>
  shown === null ? null : [{ value: text, label: shown }]

const NOT_FOUND = {
  id: null,
  isLoading: false,
  isMissing: false,
  isDecided: false,
  shown: null,
  detail: null,
  choices: [],
}

/** The search finds recipients by the start of a word of the name or the email, of an external id or a phone number, and by the id. */
export const SEARCHES = 'GET /api/v1/search'

/** Whether the text is the whole id, address, phone number or external id. A name is no such text: others may have it. */
function isMeant({ id, title, detail }: SearchResult, text: string): boolean {
  const sought = text.toLowerCase()
  const whole = [id, `#${id}`, ...detail.toLowerCase().split(', '), title.includes('@') ? title.toLowerCase() : null]
  return whole.includes(sought)
}

/** Finds the recipient for a filter: the only one found, or the only one with the address or id. Several are choices. */
export function useRecipientCalled(text: string): FoundRecipient {
  const enabled = text !== ''
  const query = { kind: 'recipient', q: text.slice(0, SEARCH_CHARACTERS_MAX) } as const
  const found = useRead(SEARCHES, { query }, { enabled })
  if (!enabled) return { ...NOT_FOUND, isDecided: true }
  const rows = found.isPlaceholderData ? undefined : found.data?.results
  if (rows === undefined) return { ...NOT_FOUND, isLoading: found.error === null, isMissing: found.error !== null }
  if (rows.length === 0) return { ...NOT_FOUND, isMissing: true }
  const meant = rows.length === 1 ? rows : rows.filter((row) => isMeant(row, text))
  if (meant.length !== 1) return { ...NOT_FOUND, choices: rows }
  const [{ id, title, detail }] = meant as [SearchResult]
  return { ...NOT_FOUND, id: Number(id), isDecided: true, shown: title, detail: detail || `#${id}` }
}
