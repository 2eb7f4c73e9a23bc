import type { ReactNode } from 'react'
import type { Answer } from '../api/call.ts'
import { Time } from '../ui/time.tsx'

export type Explained = Answer<'GET /api/v1/deliveries/{id}/explanation'>['explanation']

/** The times of a delivery that its explanation does not have. */
export interface TimedDelivery {
  status: string
  delivered_at: string | null
  opened_at: string | null
  sent_at: string | null
}

/** The first send and five more, while the provider only fails for now. */
const SENDS_MAX = 6

const ordinal = (number: number) => (number === 1 ? 'first send' : `send ${number} of ${SENDS_MAX}`)

/** The text of the provider behind the word of the cause. Null: the service found the cause itself. */
const saidIn = (cause: string | null | undefined) => /^\w+: (.+)$/s.exec(cause ?? '')?.[1] ?? null

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
  const said = saidIn(last?.cause)
  const isSuppressed = explained.cause === 'suppressed' && suppression !== null
  return [
    next !== null && (
      <>
        Next send <Time at={next} />
      </>
    ),
    said !== null && <q>{said}</q>,
    last !== null && at(last.at),
    last !== null && ordinal(last.number),
    last === null && !isSuppressed && 'The provider was not called',
    isSuppressed && (
      <>
        Suppressed since {at(suppression.since)} ({suppression.reason})
      </>
    ),
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
  const parts = partsOf(delivery, explained, sendAt).filter((part) => part !== null && part !== false)
  if (parts.length === 0) return null
  return (
    <p className="evidence small">
      {parts.map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </p>
  )
}
