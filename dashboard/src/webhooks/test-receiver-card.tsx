import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { Empty, ErrorNotice, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'
import { ReceivedRequests } from './received-requests.tsx'
import { RESPONSES, testReceiverUrl } from './test-receiver.ts'
import type { TestResponse } from './test-receiver.ts'

const LIST = 'GET /api/v1/webhook_test_requests'
/** An event appears in the live stream before its request is there, so this page has no stream. */
const READ_EVERY_MS = 1000
/** All that the service keeps. */
const REQUESTS = { query: { limit: 100 } }

function StopDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  return (
    <FormDialog
      title="Stop the test receiver"
      action="Stop"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: endpoint.id } }, { onSuccess: onClose })}
    >
      <p>
        This deletes the webhook endpoint with its secret, and pending events are dropped. To keep the secret, change
        the URL to your own server instead.
      </p>
    </FormDialog>
  )
}

/** Chooses the response by the URL, and sends a test event. */
function Controls({ endpoint, response }: { endpoint: WebhookEndpoint; response: TestResponse }) {
  const whyNot = useWhyNot('change')
  const change = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  const test = useChange('POST /api/v1/webhook_endpoints/{id}/test', { changes: [...OF_ENDPOINT, LIST] })
  const path = { id: endpoint.id }
  return (
    <>
      <div className="filters">
        <SelectField
          label="Response"
          value={response}
          choices={RESPONSES}
          disabled={whyNot !== null || change.isPending}
          onChange={(next) => change.mutate({ path, body: { webhook_endpoint: { url: testReceiverUrl(next) } } })}
        />
        <Button
          tone="primary"
          icon="delivery"
          whyNot={whyNot ?? (endpoint.status === 'active' ? null : `The endpoint is ${endpoint.status}`)}
          busy={test.isPending}
          onClick={() => test.mutate({ path })}
        >
          Send a test event
        </Button>
      </div>
      <ErrorNotice error={change.error ?? test.error} />
    </>
  )
}

/** The test receiver: its response, and the requests that it got, live. */
export function TestReceiverCard({ endpoint, response }: { endpoint: WebhookEndpoint; response: TestResponse }) {
  const [isStopping, setStopping] = useState(false)
  const whyNot = useWhyNot('change')
  const read = useRead(LIST, REQUESTS, { everyMs: READ_EVERY_MS })
  return (
    <Card
      title="Test receiver"
      actions={
        <Button tone="danger" icon="trash" whyNot={whyNot} onClick={() => setStopping(true)}>
          Stop
        </Button>
      }
    >
      <p className="muted">
        It is built into the service and gets all events, signed with your secret. It keeps the newest 100 requests for
        24 hours. For your own server, <Link to="/settings/server-configuration">change the webhook URL</Link>.
      </p>
      <Controls endpoint={endpoint} response={response} />
      <Loaded of={read}>
        {({ webhook_test_requests: requests }) =>
          requests.length === 0 ? (
            <Empty title="No requests yet">Send a test event or a message: its requests appear here at once.</Empty>
          ) : (
            <ReceivedRequests requests={requests} />
          )
        }
      </Loaded>
      {isStopping && <StopDialog endpoint={endpoint} onClose={() => setStopping(false)} />}
    </Card>
  )
}
