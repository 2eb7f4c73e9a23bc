import { sentenceOf } from '../deliveries/cause.ts'
import { RawCause } from '../deliveries/raw-cause.tsx'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Channel } from './settings.ts'

const CHANGES = ['GET /api/v1/sandbox_messages'] as const

/** The kind of address for each type of channel. */
const ADDRESS = {
  email: { label: 'Email', type: 'email', placeholder: 'you@example.com' },
  sms: { label: 'Phone number', type: 'tel', placeholder: '+442071838750' },
  push: { label: 'Device token', type: 'text', placeholder: '' },
} as const

/** Sends one real message at once, and shows the response of the provider. */
export function TestSendDialog({
  channel,
  type,
  onClose,
}: {
  channel: Channel
  type: keyof typeof ADDRESS
  onClose: () => void
}) {
  const [to, setTo] = useState('')
  const send = useChange('POST /api/v1/notification_channels/{id}/test_send', { changes: CHANGES })
  const problems = send.error?.errors['to']
  const result = send.data?.test_send
  const field = { value: to, problems, required: true, spellCheck: false, onChange: setTo }
  return (
    <FormDialog
      title={`Test ${channel.name}`}
      action="Send"
      busy={send.isPending}
      error={problems === undefined ? send.error : null}
      onClose={onClose}
      onSubmit={() => send.mutate({ path: { id: channel.id }, body: { to: to.trim() } })}
    >
      <p>A short test message is sent at once{channel.provider === 'sandbox' ? ', only to the sandbox' : ''}.</p>
      {channel.provider === 'web_push' ? (
        <TextAreaField {...field} label="Subscription" help="The browser’s PushSubscription as JSON" />
      ) : (
        <TextField {...field} {...ADDRESS[type]} />
      )}
      <div role="status">
        {result !== undefined && (
          <Notice tone={result.result === 'accepted' ? 'good' : 'bad'}>
            <p>
              {result.result === 'accepted'
                ? `The provider accepted the message in ${result.duration_ms} ms.`
                : (sentenceOf(result.cause) ?? sentenceOf('unknown'))}
            </p>
            <RawCause cause={result.cause} />
            {result.provider_message_id !== null && (
              <p className="small">
                The provider’s id: <code>{result.provider_message_id}</code>
              </p>
            )}
          </Notice>
        )}
      </div>
    </FormDialog>
  )
}
