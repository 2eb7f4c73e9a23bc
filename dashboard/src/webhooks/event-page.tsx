import { useRead } from '../api/queries.ts'
import { nameOf } from '../recipients/recipient.ts'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card, Code, Page, Sides } from '../ui/page.tsx'
import { AttemptCard } from './attempt-card.tsx'
import { deliveryOf, useEndpoints } from './endpoint.ts'
import type { EventAttempt, WebhookEvent } from './endpoint.ts'
import { EventAttempts, EventFacts, readable, SendAgain } from './event-parts.tsx'
import { EVENTS, WebhookTabs } from './tabs.tsx'

const READ_EVERY_MS = 2000

function Recipient({ messageId }: { messageId: number }) {
  const query = { message_id: messageId, expand: 'message', limit: 1 } as const
  const { data } = useRead('GET /api/v1/deliveries', { query })
  const recipient = data?.deliveries[0]?.message?.notification_user
  if (recipient === undefined) return null
  return (
    <Link to={`/recipients/${recipient.id}`}>
      <bdi>{nameOf(recipient)}</bdi>
    </Link>
  )
}

/** The attempt of the URL, or the newest. The URL keeps the choice when the page is loaded again. */
function useChosen(attempts: readonly EventAttempt[]): [EventAttempt | undefined, (number: number) => void] {
  const [search, change] = useSearch()
  const chosen = attempts.find(({ attempt_number: number }) => String(number) === search.get('attempt'))
  return [chosen ?? attempts[0], (number) => change({ attempt: String(number) })]
}

function Attempts({ event }: { event: WebhookEvent }) {
  const [chosen, choose] = useChosen(event.attempts)
  const endpoint = useEndpoints().data?.webhook_endpoints[0]
  if (chosen === undefined)
    return (
      <>
        <Empty title="No attempts yet">
          {event.state === 'skipped'
            ? 'Without an active endpoint, the event was stored and not sent.'
            : 'The first attempt appears here.'}
        </Empty>
        <Card title="Body">
          <Code text={readable(event.body)} label="body of the request" />
        </Card>
      </>
    )
  const actionOf = (attempt: EventAttempt) => (
    <Button
      tone={attempt === chosen ? 'plain' : 'quiet'}
      icon="search"
      aria-label={`Show attempt ${attempt.attempt_number}`}
      aria-pressed={attempt === chosen}
      onClick={() => choose(attempt.attempt_number)}
    >
      Show
    </Button>
  )
  return (
    <>
      <EventAttempts event={event} actionOf={event.attempts.length > 1 ? actionOf : undefined} />
      <AttemptCard
        key={chosen.attempt_number}
        attempt={chosen}
        body={event.body}
        preview={endpoint?.secret_preview ?? null}
      />
    </>
  )
}

/** One event: its attempts, each with its request and response, and the check of its signature. */
export default function EventPage({ id }: { id: string }) {
  const read = useRead('GET /api/v1/webhook_events/{id}', { path: { id } }, { everyMs: READ_EVERY_MS })
  const event = read.data?.webhook_event
  const delivery = event === undefined ? null : deliveryOf(event)
  return (
    <Page
      title={event === undefined ? 'Webhook event' : `Event ${event.type}`}
      actions={event === undefined ? null : <SendAgain event={event} />}
    >
      <WebhookTabs current={EVENTS} />
      <Loaded of={read}>
        {({ webhook_event: shown }) => (
          <Sides
            facts={
              <Card title="Event">
                <EventFacts
                  event={shown}
                  more={[
                    delivery !== null && ['Recipient', <Recipient key="recipient" messageId={delivery.message_id} />],
                    delivery !== null && [
                      'Further events',
                      <Link key="more" to={`${EVENTS}?delivery=${delivery.id}`}>
                        All of this delivery
                      </Link>,
                    ],
                  ]}
                />
              </Card>
            }
          >
            <Attempts event={shown} />
          </Sides>
        )}
      </Loaded>
    </Page>
  )
}
