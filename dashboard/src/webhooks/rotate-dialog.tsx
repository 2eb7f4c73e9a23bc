import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { PasswordAgain } from '../ui/password-again.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

const OVERLAPS = [
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
  { value: '0', label: 'Not at all: it ends at once' },
] as const

type Overlap = (typeof OVERLAPS)[number]['value']

/** Asks for the password again, and issues another secret; for an overlap both sign. */
export function RotateDialog({
  endpoint,
  onClose,
  onSecret,
}: {
  endpoint: WebhookEndpoint
  onClose: () => void
  onSecret: (secret: string, note: string) => void
}) {
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const [password, setPassword] = useState('')
  const rotate = useChange('POST /api/v1/webhook_endpoints/{id}/rotate_secret', { changes: OF_ENDPOINT })
  const problems = rotate.error?.errors['current_password']

  function submit(): void {
    const body = { overlap_seconds: Number(overlap), current_password: password }
    const note =
      overlap === '0' ? 'The one before has ended.' : 'Until the overlap ends, every request is signed with both.'
    rotate.mutate(
      { path: { id: endpoint.id }, body },
      {
        onSuccess: (answer) => {
          onClose()
          onSecret(answer.webhook_endpoint.secret, note)
        },
      },
    )
  }

  return (
    <FormDialog
      title="Rotate the signing secret"
      action="Rotate"
      busy={rotate.isPending}
      error={problems === undefined ? rotate.error : null}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="The old secret goes on signing"
        value={overlap}
        choices={OVERLAPS}
        onChange={setOverlap}
        help="In an overlap the header carries a signature by each, so that no request is refused while you change it."
      />
      <PasswordAgain value={password} onChange={setPassword} problems={problems} />
    </FormDialog>
  )
}
