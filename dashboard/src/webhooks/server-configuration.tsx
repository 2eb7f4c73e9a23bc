import { useState } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { useEndpoints } from './endpoint.ts'
import type { NewSecret } from './endpoint.ts'
import { EndpointCard } from './endpoint-card.tsx'
import { ListenCard } from './listen-card.tsx'
import { Register } from './register.tsx'
import { SecretDialog } from './secret-dialog.tsx'

function Elsewhere() {
  return (
    <Card title="Health, attempts and events">
      <p className="muted">The page Webhooks has the health of the endpoint, its attempts, replays, and all events.</p>
      <div className="row">
        <ButtonLink to="/webhooks" icon="webhook">
          Open Webhooks
        </ButtonLink>
        <ButtonLink to="/webhooks/events">All events</ButtonLink>
      </div>
    </Card>
  )
}

/** The registration of the account's webhook endpoint (specification 4.3): its URL, its secret, and its state. */
export function ServerConfiguration() {
  const read = useEndpoints()
  const [secret, setSecret] = useState<{ created: NewSecret; note: string } | null>(null)
  const onSecret = (created: NewSecret, note = '') => setSecret({ created, note })
  return (
    <div className="stack loose">
      <Loaded of={read}>
        {({ webhook_endpoints: [endpoint] }) =>
          endpoint === undefined ? (
            <>
              <Register onSecret={onSecret} />
              <ListenCard />
            </>
          ) : (
            <>
              <EndpointCard endpoint={endpoint} onSecret={onSecret} />
              <Elsewhere />
            </>
          )
        }
      </Loaded>
      {secret !== null && <SecretDialog secret={secret.created} note={secret.note} onClose={() => setSecret(null)} />}
    </div>
  )
}
