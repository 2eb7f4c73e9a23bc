import { useState } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { AttemptsCard } from './attempts-card.tsx'
import { useEndpoints, useStats } from './endpoint.ts'
import type { NewSecret, WebhookEndpoint, Window } from './endpoint.ts'
import { EndpointStatus, Failing } from './failing.tsx'
import { HealthCard, useWindow } from './health-card.tsx'
import { Inactive } from './inactive.tsx'
import { ListenCard } from './listen-card.tsx'
import { OverlapNotice } from './overlap-notice.tsx'
import { ReplayCard } from './replay-card.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { FORMATS } from './signature-format.tsx'
import { TestEvent } from './test-event.tsx'
import { TestReceiverCard } from './test-receiver-card.tsx'
import { testResponseOf } from './test-receiver.ts'
import { UseTestReceiver } from './use-test-receiver.tsx'

const SETTINGS = '/settings/server-configuration'

/** Shown while the account has no endpoint. */
function NoEndpoint({ onSecret }: { onSecret: (secret: NewSecret) => void }) {
  return (
    <Empty
      title="No webhook endpoint yet"
      action={
        <div className="row">
          <ButtonLink to={SETTINGS} tone="primary" icon="plus">
            Register the webhook URL
          </ButtonLink>
          <UseTestReceiver onSecret={onSecret} />
          <ButtonLink to="/webhooks/events">Events so far</ButtonLink>
        </div>
      }
    >
      Your server gets every status change of every delivery, signed, at least once. Events until then are stored, and
      you can send them afterwards. No server yet? The built-in test receiver shows each request as it arrives.
    </Empty>
  )
}

function EndpointSummary({ endpoint, window }: { endpoint: WebhookEndpoint; window: Window | null }) {
  // The statistics of the card below, so the page makes no more calls.
  const now = useStats(endpoint.id, window).data?.stats
  const format = FORMATS.find(({ value }) => value === endpoint.signature_format)
  return (
    <Card title="Endpoint" actions={<EndpointStatus {...{ endpoint, now }} />}>
      <Inactive {...{ endpoint, window }} />
      <Failing {...{ endpoint, now }} />
      <OverlapNotice endpoint={endpoint} />
      <Facts
        rows={[
          ['URL', <code key="url">{endpoint.url}</code>],
          ['Signature headers', format?.label],
          ['Signing secret', <code key="secret">{endpoint.secret_preview}</code>],
          ['Registered', <Time key="at" at={endpoint.created_at} full />],
        ]}
      />
      <div className="row">
        {testResponseOf(endpoint) === null && <TestEvent endpoint={endpoint} />}
        <ButtonLink to={SETTINGS} icon="settings">
          Edit the endpoint
        </ButtonLink>
      </div>
    </Card>
  )
}

function WithEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const response = testResponseOf(endpoint)
  const [window, setWindow] = useWindow(endpoint)
  return (
    <>
      {response !== null && <TestReceiverCard endpoint={endpoint} response={response} />}
      <EndpointSummary {...{ endpoint, window }} />
      <HealthCard {...{ endpoint, window }} onWindow={setWindow} />
      <AttemptsCard endpoint={endpoint} />
      <ReplayCard key={endpoint.id} endpoint={endpoint} />
    </>
  )
}

/** The endpoint, its health and its newest attempts, and the way to events that it missed. */
export function Overview() {
  const read = useEndpoints()
  const [secret, setSecret] = useState<NewSecret | null>(null)
  return (
    <div className="stack loose">
      <Loaded of={read}>
        {({ webhook_endpoints: [endpoint] }) =>
          endpoint === undefined ? <NoEndpoint onSecret={setSecret} /> : <WithEndpoint endpoint={endpoint} />
        }
      </Loaded>
      <ListenCard />
      {secret !== null && (
        <SecretDialog secret={secret} note="The test receiver knows it already." onClose={() => setSecret(null)} />
      )}
    </div>
  )
}
