import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { SelectField } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

export const FORMATS = [
  { value: 'service', label: 'X-Service-Signature' },
  { value: 'standard', label: 'Standard Webhooks' },
  { value: 'both', label: 'Both' },
] as const

/** The headers with the signature. A choice is saved at once. */
export function SignatureFormatField({ endpoint }: { endpoint: WebhookEndpoint }) {
  const whyNot = useWhyNot('change')
  const change = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  return (
    <>
      <SelectField
        label="Signature headers"
        help="Libraries of Standard Webhooks need their own headers, and the secret in their notation."
        value={endpoint.signature_format}
        choices={FORMATS}
        disabled={whyNot !== null || change.isPending}
        onChange={(format) =>
          change.mutate({ path: { id: endpoint.id }, body: { webhook_endpoint: { signature_format: format } } })
        }
      />
      <ErrorNotice error={change.error} />
    </>
  )
}
