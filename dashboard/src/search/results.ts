/** How results of the search look, and where they lead. */
import type { Answer } from '../api/call.ts'
import type { IconName } from '../ui/icon.tsx'

/** The longest text that the service searches. */
export const SEARCH_CHARACTERS_MAX = 255

type Found = Answer<'GET /api/v1/search'>
export type SearchResult = Found['results'][number]

interface Kind {
  title: string
  icon: IconName
  /** The start of the path to an object. Its id follows. */
  page: string
}

export const KINDS: Record<SearchResult['kind'], Kind> = {
  recipient: { title: 'Recipient', icon: 'recipient', page: '/recipients/' },
  delivery: { title: 'Delivery', icon: 'delivery', page: '/deliveries/' },
  message: { title: 'Message', icon: 'message', page: '/messages/' },
  template: { title: 'Template', icon: 'template', page: '/templates/' },
  event: { title: 'Event', icon: 'webhook', page: '/webhooks/events/' },
  request: { title: 'Request', icon: 'link', page: '/settings/requests?request_id=' },
}

export function pageOf({ kind, id }: SearchResult): string {
  return `${KINDS[kind].page}${id}`
}

/** A note below a list that does not have all objects. Null: it has. */
export function moreText(moreOf: Found['more_of']): string | null {
  if (moreOf.length === 0) return null
  const kinds = moreOf.map((kind) => (kind === 'delivery' ? 'deliveries' : `${kind}s`)).join(' and ')
  return `There may be more ${kinds}. Add a word to narrow the search.`
}

/** For each result: true if it belongs to the recipient above it. */
export function nestingOf(results: readonly SearchResult[]): boolean[] {
  let isBelowRecipient = false
  return results.map(({ kind }) => {
    if (kind === 'recipient') isBelowRecipient = true
    else if (kind !== 'delivery') isBelowRecipient = false
    return isBelowRecipient && kind === 'delivery'
  })
}
