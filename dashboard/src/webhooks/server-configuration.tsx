import { useState } from 'react'
import { Loaded } from '../ui/notice.tsx'
import { AttemptsCard } from './attempts-card.tsx'
import { useEndpoints } from './endpoint.ts'
import type { NewSecret } from './endpoint.ts'
import { EndpointCard } from './endpoint-card.tsx'
import { HealthCard } from './health-card.tsx'
import { Register } from './register.tsx'
import { ReplayCard } from './replay-card.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** The account's webhook endpoint: its registration, its health, and replays. */
export function ServerConfiguration() {
  const read = useEndpoints()
  const [secret, setSecret] = useState<{ created: NewSecret; note: string } | null>(null)
  const onSecret = (created: NewSecret, note = '') => setSecret({ created, note })
  return (
    <div className="stack loose">
      <Loaded of={read}>
        {({ webhook_endpoints: [endpoint] }) =>
          endpoint === undefined ? (
            <Register onSecret={onSecret} />
          ) : (
            <>
              <EndpointCard endpoint={endpoint} onSecret={onSecret} />
              <HealthCard endpoint={endpoint} />
              <AttemptsCard endpoint={endpoint} />
              <ReplayCard key={endpoint.id} endpoint={endpoint} />
            </>
          )
        }
      </Loaded>
      {secret !== null && <SecretDialog secret={secret.created} note={secret.note} onClose={() => setSecret(null)} />}
    </div>
  )
}
