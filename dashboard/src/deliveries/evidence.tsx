import type { ReactNode } from 'react'
import { Link } from '../router.ts'
import { Time } from '../ui/time.tsx'
import { placeIn } from './cause.ts'
import type { Explained, ExplainedDelivery } from './explained.ts'

/** The first send and five more, while the provider only fails for now. */
const SENDS_MAX = 6

const ordinal = (number: number) => (number === 1 ? 'first send' : `send ${number} of ${SENDS_MAX}`)

/** The text of the provider behind the word of the cause. Null: the service found the cause itself. */
const saidIn = (cause: string | null | undefined) =>
  /^(?!suppressed|unsubscribed)\w+: (.+)$/s.exec(cause ?? '')?.[1] ?? null

type Suppression = NonNullable<Explained['suppression']>

const REASONS: Record<Suppression['reason'], string> = {
  bounce: 'a message to it bounced',
  complaint: 'its recipient complained about a message',
  unsubscribe: 'its recipient unsubscribed',
  manual: 'it was added by hand or by the API',
}

/** The suppression of the recipient's present address, with the delivery that was its reason. */
function Suppressed({ of, shownId }: { of: Suppression; shownId: number }) {
  const { address, since, reason, delivery_id: id } = of
  if (id === shownId)
    return (
      <>
        <bdi>{address}</bdi> is suppressed because of this delivery
      </>
    )
  return (
    <>
      <bdi>{address}</bdi> is suppressed since <Time at={since} full />: {REASONS[reason]}
      {id !== null && (
        <>
          {' '}
          (<Link to={`/deliveries/${id}`}>delivery #{id}</Link>)
        </>
      )}
    </>
  )
}

/** The status of a newer service may be another one. */
function partsOf(delivery: ExplainedDelivery, explained: Explained, sendAt: string | null): ReactNode[] {
  const { last_send: last, next_send_at: next, suppression, waits_until: until } = explained
  const at = (time: string | null) => time !== null && <Time key={time} at={time} full />
  const status: string = delivery.status
  switch (status) {
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
  delivery: ExplainedDelivery
  explained: Explained
  sendAt: string | null
}) {
  const { suppression } = explained
  const parts = [
    ...partsOf(delivery, explained, sendAt),
    suppression !== null && <Suppressed of={suppression} shownId={delivery.id} />,
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
