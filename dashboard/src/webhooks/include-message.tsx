import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { SelectField } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

const CHOICES = [
  { value: 'delivery', label: 'The delivery' },
  { value: 'message', label: 'The delivery and its message' },
] as const

/** Whether events have the message beside the delivery. A choice is saved at once. */
export function IncludeMessageField({ endpoint }: { endpoint: WebhookEndpoint }) {
  const whyNot = useWhyNot('change')
  const change = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  return (
    <>
      <SelectField
        label="Content of events"
        help="With the message, an event names the recipient by your own id, and the template."
        value={endpoint.include_message ? 'message' : 'delivery'}
        choices={CHOICES}
        disabled={whyNot !== null || change.isPending}
        onChange={(content) =>
          change.mutate({
            path: { id: endpoint.id },
            body: { webhook_endpoint: { include_message: content === 'message' } },
          })
        }
      />
      <ErrorNotice error={change.error} />
    </>
  )
}
