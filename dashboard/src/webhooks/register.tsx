import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { NewSecret, WebhookEndpoint } from './endpoint.ts'

const URL_CHARACTERS_MAX = 2048

const HELP = 'An HTTPS URL with a public address. Every status change is POSTed to it, signed.'

/** The webhook URL. The first save registers the endpoint and shows the secret. Later saves change the URL. */
export function WebhookUrl({
  endpoint,
  onSecret,
}: {
  endpoint: WebhookEndpoint | null
  onSecret: (secret: NewSecret) => void
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const whyNot = useWhyNot('change')
  const register = useChange('POST /api/v1/webhook_endpoints', { changes: OF_ENDPOINT })
  const change = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  const error = register.error ?? change.error
  const problems = error?.errors['url']
  const isSame = url === endpoint?.url

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (whyNot !== null || isSame || register.isPending || change.isPending) return
    if (endpoint === null) {
      const body = { webhook_endpoint: { url } }
      // Not in a callback of the field: the field may be unmounted by then, and the secret is shown only once.
      void register.mutateAsync({ body }).then(
        (answer) => onSecret(answer.webhook_endpoint),
        () => {},
      )
    } else change.mutate({ path: { id: endpoint.id }, body: { webhook_endpoint: { url } } })
  }

  return (
    <form className="stack tight" onSubmit={submit}>
      <TextField
        label="Webhook URL"
        type="url"
        inputMode="url"
        placeholder="https://example.com/webhooks"
        spellCheck={false}
        required
        maxLength={URL_CHARACTERS_MAX}
        readOnly={whyNot !== null}
        value={url}
        onChange={setUrl}
        help={HELP}
        problems={problems}
      />
      {problems === undefined && <ErrorNotice error={error} />}
      <div className="row">
        <Button
          type="submit"
          tone="primary"
          busy={register.isPending || change.isPending}
          whyNot={whyNot ?? (isSame ? 'Change the URL first' : null)}
        >
          Save
        </Button>
        {change.isSuccess && isSame && (
          <span className="muted small" role="status">
            Saved. From now on, events are sent to this URL.
          </span>
        )}
      </div>
    </form>
  )
}

/** Shown while there is no endpoint. */
export function Register({ onSecret }: { onSecret: (secret: NewSecret) => void }) {
  return (
    <Card title="Get events on your server">
      <p className="muted">
        Register the address of your server. It gets every status change of every delivery, at least once. Earlier
        events are stored, and you can send them afterwards.
      </p>
      <WebhookUrl endpoint={null} onSecret={onSecret} />
    </Card>
  )
}
