import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { NewSecret, WebhookEndpoint } from './endpoint.ts'
import { EndpointStatus, Failing, useHealth } from './failing.tsx'
import { Inactive } from './inactive.tsx'
import { IncludeMessageField } from './include-message.tsx'
import { OverlapNotice } from './overlap-notice.tsx'
import { WebhookUrl } from './register.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { VerificationDialog } from './secret-dialog.tsx'
import { SignatureFormatField } from './signature-format.tsx'
import { TestEvent } from './test-event.tsx'

function DeleteDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/webhook_endpoints/{id}', { changes: ['GET /api/v1/webhook_endpoints'] })
  return (
    <FormDialog
      title="Delete the webhook endpoint"
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: endpoint.id } }, { onSuccess: onClose })}
    >
      <p>
        Events are no longer sent to <code>{endpoint.url}</code>, pending events are dropped, and the secret stops
        working. Deliveries continue as before.
      </p>
    </FormDialog>
  )
}

type Open = 'rotate' | 'delete' | 'code' | null

/** The endpoint: its URL, its state, its secret, and its actions. */
export function EndpointCard({
  endpoint,
  onSecret,
}: {
  endpoint: WebhookEndpoint
  onSecret: (secret: NewSecret, note?: string) => void
}) {
  const [open, setOpen] = useState<Open>(null)
  const whyNot = useWhyNot('change')
  const pause = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  const now = useHealth(endpoint).data?.health
  const close = () => setOpen(null)
  return (
    <Card title="Webhook endpoint" actions={<EndpointStatus {...{ endpoint, now }} />}>
      <Inactive endpoint={endpoint} window="1h" />
      <Failing {...{ endpoint, now }} />
      <OverlapNotice endpoint={endpoint} />
      <WebhookUrl key={endpoint.url} endpoint={endpoint} onSecret={onSecret} />
      <SignatureFormatField endpoint={endpoint} />
      <IncludeMessageField endpoint={endpoint} />
      <Facts
        rows={[
          ['Signing secret', <code key="secret">{endpoint.secret_preview}</code>],
          ['Registered', <Time key="created" at={endpoint.created_at} full />],
          ['Changed', <Time key="updated" at={endpoint.updated_at} full />],
        ]}
      />
      <div className="row">
        <TestEvent endpoint={endpoint} />
        {endpoint.status === 'active' && (
          <Button
            icon="pause"
            whyNot={whyNot}
            busy={pause.isPending}
            onClick={() => pause.mutate({ path: { id: endpoint.id }, body: { webhook_endpoint: { active: false } } })}
          >
            Pause
          </Button>
        )}
        <Button icon="refresh" whyNot={whyNot} onClick={() => setOpen('rotate')}>
          Rotate the secret
        </Button>
        <Button onClick={() => setOpen('code')}>Sample code</Button>
        <Button tone="danger" icon="trash" whyNot={whyNot} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      <ErrorNotice error={pause.error} />
      {open === 'rotate' && <RotateDialog endpoint={endpoint} onClose={close} onSecret={onSecret} />}
      {open === 'delete' && <DeleteDialog endpoint={endpoint} onClose={close} />}
      {open === 'code' && <VerificationDialog onClose={close} />}
    </Card>
  )
}
