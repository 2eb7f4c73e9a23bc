import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { NewSecret, WebhookEndpoint } from './endpoint.ts'

const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
] as const

type Overlap = (typeof OVERLAPS)[number]['value']

/**
 * Creates a new secret. The old secret ends at once, as in the API (specification 4.3),
 * unless the member chooses a later time (docs/decisions/0041).
 */
export function RotateDialog({
  endpoint,
  onClose,
  onSecret,
}: {
  endpoint: WebhookEndpoint
  onClose: () => void
  onSecret: (secret: NewSecret, note: string) => void
}) {
  const [overlap, setOverlap] = useState<Overlap>('0')
  const rotate = useChange('POST /api/v1/webhook_endpoints/{id}/rotate_secret', { changes: OF_ENDPOINT })

  function submit(): void {
    const body = { overlap_seconds: Number(overlap) }
    const note =
      overlap === '0'
        ? 'The old secret no longer works.'
        : 'Until the old secret stops working, requests are signed with both.'
    rotate.mutate(
      { path: { id: endpoint.id }, body },
      {
        onSuccess: (answer) => {
          onClose()
          onSecret(answer.webhook_endpoint, note)
        },
      },
    )
  }

  return (
    <FormDialog
      title="Rotate the signing secret"
      action="Rotate"
      busy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="The old secret stops working"
        value={overlap}
        choices={OVERLAPS}
        onChange={setOverlap}
        help={`If you choose a later time, every request is signed with both secrets until then, so your server can change its secret without refusing events.${
          endpoint.previous_secret_expires_at === null
            ? ''
            : ' The secret before the present one still signs now. It ends with this rotation.'
        }`}
      />
    </FormDialog>
  )
}
