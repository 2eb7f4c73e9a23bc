import type { ReactNode } from 'react'
import type { Answer } from '../api/call.ts'
import { Time } from '../ui/time.tsx'
import { placeIn } from './cause.ts'

export type Explained = Answer<'GET /api/v1/deliveries/{id}/explanation'>['explanation']

/** The times of a delivery that its explanation does not have. */
export interface TimedDelivery {
  status: string
  error_message: string | null
  delivered_at: string | null
  opened_at: string | null
  sent_at: string | null
}

/** The first send and five more, while the provider only fails for now. */
const SENDS_MAX = 6

const ordinal = (number: number) => (number === 1 ? 'first send' : `send ${number} of ${SENDS_MAX}`)

/** The text of the provider behind the word of the cause. Null: the service found the cause itself. */
const saidIn = (cause: string | null | undefined) => /^\w+: (.+)$/s.exec(cause ?? '')?.[1] ?? null

/** The suppression of the recipient's present address. */
function Suppressed({ of: { since, reason } }: { of: NonNullable<Explained['suppression']> }) {
  return (
    <>
      Suppressed since <Time at={since} full /> ({reason})
    </>
  )
}

function partsOf(delivery: TimedDelivery, explained: Explained, sendAt: string | null): ReactNode[] {
  const { last_send: last, next_send_at: next, suppression, waits_until: until } = explained
  const at = (time: string | null) => time !== null && <Time key={time} at={time} full />
  switch (delivery.status) {
    case 'opened':
      if (explained.cause === 'opened') return [at(delivery.opened_at)]
      break
    case 'delivered':
      return [at(delivery.delivered_at)]
    case 'sent':
      return [at(delivery.sent_at)]
    case 'scheduled':
      return [sendAt !== null && <>It is sent at {at(sendAt)}</>]
    case 'canceled':
      return []
  }
  if (until !== null) return [<>It is sent at {at(until)}</>]
  const place = placeIn(last?.cause ?? null)
  // A mail that came back was accepted by its last send.
  const said = place === null ? saidIn(last?.cause ?? delivery.error_message) : null
  const isSuppressed = explained.cause === 'suppressed' && suppression !== null
  return [
    next !== null && (
      <>
        Next send <Time at={next} />
      </>
    ),
    place !== null && <code className="mono">{place}</code>,
    said !== null && <q>{said}</q>,
    last !== null && at(last.at),
    last !== null && ordinal(last.number),
    last === null && !isSuppressed && 'The provider was not called',
  ]
}

/** One line with the proof of the headline: the words of the provider, the time and the send. */
export function Evidence({
  delivery,
  explained,
  sendAt,
}: {
  delivery: TimedDelivery
  explained: Explained
  sendAt: string | null
}) {
  const { suppression } = explained
  const parts = [
    ...partsOf(delivery, explained, sendAt),
    suppression !== null && <Suppressed of={suppression} />,
  ].filter((part) => part !== null && part !== false)
  if (parts.length === 0) return null
  return (
    <p className="evidence small">
      {parts.map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </p>
  )
}
