import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

function EndDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const end = useChange('POST /api/v1/webhook_endpoints/{id}/end_overlap', { changes: OF_ENDPOINT })
  return (
    <FormDialog
      title="End the overlap"
      action="End it now"
      danger
      busy={end.isPending}
      error={end.error}
      onClose={onClose}
      onSubmit={() => end.mutate({ path: { id: endpoint.id } }, { onSuccess: onClose })}
    >
      <p>
        From now on, requests are signed only with the new secret. If your server still verifies with the old secret, it
        refuses them.
      </p>
    </FormDialog>
  )
}

/** Shows that two secrets are active, until when, and a button to end it. Nothing without an overlap. */
export function OverlapNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isEnding, setIsEnding] = useState(false)
  const whyNot = useWhyNot('change')
  const until = endpoint.previous_secret_expires_at
  if (until === null) return null
  return (
    <Notice tone="warn">
      <p>
        <strong>Two secrets are active:</strong> requests are also signed with the old one until{' '}
        <Time at={until} full />. If the old secret has leaked, your server accepts forged events until then.
      </p>
      <div className="row">
        <Button whyNot={whyNot} onClick={() => setIsEnding(true)}>
          End the overlap
        </Button>
      </div>
      {isEnding && <EndDialog endpoint={endpoint} onClose={() => setIsEnding(false)} />}
    </Notice>
  )
}
