import { useState } from 'react'
import type { Operations } from '../api/call.ts'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { curlOfRequest } from './request-text.ts'
import { SentRequestParts } from './sent-request.tsx'

type Received = Operations['GET /api/v1/webhook_test_requests']['answer']['webhook_test_requests'][number]

const SHOWN_AT_FIRST = 5
const SUCCESS_MAX = 299

function typeOf({ body }: Received): string {
  return (JSON.parse(body) as { type: string }).type
}

const isValid = ({ signature }: Received) => signature.verdict === 'valid'

function RequestsTable({
  requests,
  chosen,
  onChoose,
}: {
  requests: readonly Received[]
  chosen: Received
  onChoose: (id: number) => void
}) {
  const [isWhole, setWhole] = useState(false)
  return (
    <Table
      label="Received requests"
      rows={isWhole ? requests : requests.slice(0, SHOWN_AT_FIRST)}
      keyOf={({ id }) => id}
      more={{
        hasMore: !isWhole && requests.length > SHOWN_AT_FIRST,
        isLoadingMore: false,
        loadMore: () => setWhole(true),
      }}
      columns={[
        { title: 'When', width: 8, phone: 'time', cell: ({ received_at: at }) => <ListTime at={at} /> },
        {
          title: 'Event',
          phone: 'name',
          cell: (request) => <Link to={`/webhooks/events/${request.event_id}`}>{typeOf(request)}</Link>,
        },
        {
          title: 'Signature',
          width: 8,
          phone: 'text',
          cell: (request) => (
            <span className="row tight">
              <Badge tone={isValid(request) ? 'good' : 'bad'}>{isValid(request) ? 'valid' : 'not valid'}</Badge>
              <span className="of-phone">response {request.response_status}</span>
            </span>
          ),
        },
        {
          title: 'Response',
          width: 7,
          cell: ({ response_status: status }) => (
            <Badge tone={status <= SUCCESS_MAX ? 'good' : 'bad'}>{`${status}`}</Badge>
          ),
        },
        {
          title: 'Show',
          width: 7,
          kind: 'actions',
          phone: 'state',
          cell: (request) => (
            <Button
              tone={request === chosen ? 'plain' : 'quiet'}
              icon="search"
              aria-label={`Show request ${request.id}`}
              aria-pressed={request === chosen}
              onClick={() => onChoose(request.id)}
            >
              Show
            </Button>
          ),
        },
      ]}
    />
  )
}

/** The requests, newest first, and one of them whole: at first the newest. */
export function ReceivedRequests({ requests }: { requests: readonly Received[] }) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const chosen = requests.find(({ id }) => id === chosenId) ?? requests[0]!
  const { headers, body, url, signature } = chosen
  return (
    <>
      <RequestsTable requests={requests} chosen={chosen} onChoose={setChosenId} />
      <Notice tone={isValid(chosen) ? 'good' : 'bad'}>
        <p>{signature.sentence}</p>
      </Notice>
      <SentRequestParts key={chosen.id} request={{ url, headers, body }} />
      <div className="row">
        {/* Nothing outside of the service can reach the URL of the test receiver. */}
        <CopyButton text={curlOfRequest({ url: null, headers, body })} label="the request as curl">
          Copy as curl
        </CopyButton>
        <span className="muted small">
          for your own receiver: its URL is <code>$WEBHOOK_URL</code>
        </span>
      </div>
    </>
  )
}
