import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Badge, ErrorNotice, Notice } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { OF_ENDPOINT, toneOfStatus } from './endpoint.ts'
import type { NewSecret, WebhookEndpoint } from './endpoint.ts'
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

/** Shows why no events are sent, and the button to resume. Nothing while the endpoint is active. */
function Inactive({ endpoint }: { endpoint: WebhookEndpoint }) {
  const whyNot = useWhyNot('change')
  const reactivate = useChange('POST /api/v1/webhook_endpoints/{id}/reactivate', { changes: OF_ENDPOINT })
  const resume = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  const path = { id: endpoint.id }
  if (endpoint.status === 'active') return null
  const isDisabled = endpoint.status === 'disabled'
  return (
    <Notice tone={isDisabled ? 'bad' : 'warn'}>
      <p>
        {isDisabled ? (
          <>
            <strong>Disabled</strong> <Time at={endpoint.disabled_at} />: {endpoint.consecutive_failures} consecutive
            events have failed. Notifications are still sent. Their events are stored, but not POSTed.
          </>
        ) : (
          <>
            <strong>Paused</strong> <Time at={endpoint.inactive_since} />. Events are stored, but not POSTed.
          </>
        )}{' '}
        Missed events are sent only if you replay them.
      </p>
      <div className="row">
        {isDisabled ? (
          <Button icon="play" whyNot={whyNot} busy={reactivate.isPending} onClick={() => reactivate.mutate({ path })}>
            Reactivate
          </Button>
        ) : (
          <Button
            icon="play"
            whyNot={whyNot}
            busy={resume.isPending}
            onClick={() => resume.mutate({ path, body: { webhook_endpoint: { active: true } } })}
          >
            Resume
          </Button>
        )}
      </div>
      <ErrorNotice error={reactivate.error ?? resume.error} />
    </Notice>
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
  const close = () => setOpen(null)
  return (
    <Card
      title="Webhook endpoint"
      actions={
        <span role="status">
          <Badge tone={toneOfStatus(endpoint.status)}>{endpoint.status}</Badge>
        </span>
      }
    >
      <Inactive endpoint={endpoint} />
      <OverlapNotice endpoint={endpoint} />
      <WebhookUrl key={endpoint.url} endpoint={endpoint} onSecret={onSecret} />
      <SignatureFormatField endpoint={endpoint} />
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
        <Button onClick={() => setOpen('code')}>Verification code</Button>
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
