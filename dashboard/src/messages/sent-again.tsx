import type { ReactNode } from 'react'
import { Link } from '../router.ts'

/** The links between a message and the one that sends it again. */
export interface SentAgain {
  sent_again_as?: number | null | undefined
  again_of?: number | null | undefined
}

/** The link to the message that sends another one again. */
export function SentAgainLink({ as }: { as: number }) {
  return (
    <Link to={`/messages/${as}`} aria-label={`Sent again as message #${as}`}>
      Sent again
    </Link>
  )
}

/** The rows of facts with both links. */
export function sentAgainFacts({ sent_again_as: as = null, again_of: of = null }: SentAgain) {
  const row = (name: string, id: number | null): [string, ReactNode] | false =>
    id !== null && [
      name,
      <Link key="message" to={`/messages/${id}`}>
        Message #{id}
      </Link>,
    ]
  return [row('Sent again as', as), row('Sends again', of)]
}
