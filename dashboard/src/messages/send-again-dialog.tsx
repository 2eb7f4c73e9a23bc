import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import type { Input, OperationName } from '../api/call.ts'
import type { Message } from '../../../sdk/src/types.ts'
import { canHelp } from '../deliveries/cause.ts'
import { hasFailed } from '../deliveries/delivery-status.tsx'
import { navigate } from '../router.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'

const CHANGES: readonly OperationName[] = ['GET /api/v1/messages', 'GET /api/v1/deliveries']

type Channels = NonNullable<Input<'POST /api/v1/messages/{id}/send_again'>['body']['channels']>

const namesOf = (deliveries: Message['deliveries']) =>
  deliveries.map(({ notification_channel: { name } }) => name).join(', ')

/** The channels that send: a choice between the failed ones that another send can help, and all of them, if they differ. */
function ChannelsField({
  message: { deliveries },
  failed,
  value,
  onChange,
}: {
  message: Message
  /** Those that another send can help. */
  failed: Message['deliveries']
  value: Channels
  onChange: (channels: Channels) => void
}) {
  if (failed.length === 0) return <p>It sends on all channels of the template.</p>
  // The shown delivery can arrive, as the service has said.
  if (failed.length === deliveries.length)
    return (
      <p>
        It sends on <strong>{namesOf(deliveries)}</strong>
        {failed.length > 1 && ', if another send can arrive there'}.
      </p>
    )
  const leftOut = deliveries.filter((one) => hasFailed(one.status) && !failed.includes(one))
  const arrived = deliveries.filter(({ status }) => !hasFailed(status))
  const help =
    value === 'failed'
      ? leftOut.length > 0 && `It leaves out ${namesOf(leftOut)}, unless another send can arrive there now.`
      : arrived.length > 0 && `The recipient gets it twice on ${namesOf(arrived)}.`
  return (
    <SelectField
      label="Send on"
      value={value}
      choices={[
        { value: 'failed', label: `Only where it failed, if another send can arrive: ${namesOf(failed)}` },
        { value: 'all', label: 'All channels of the template' },
      ]}
      onChange={onChange}
      help={help === false ? null : help}
    />
  )
}

/** Sends the message again after a confirmation, by default where it failed, and shows its delivery on the same channel. */
export function SendAgainDialog({
  messageId,
  channelId,
  onClose,
}: {
  messageId: number
  /** The channel of the delivery to show. */
  channelId: number
  onClose: () => void
}) {
  const path = { id: messageId }
  const [chosen, setChosen] = useState<Channels>('failed')
  const send = useChange('POST /api/v1/messages/{id}/send_again', { changes: CHANGES })
  // With the causes of the other failed channels.
  const read = useRead('GET /api/v1/messages/{id}', { path, query: { expand: 'failed_deliveries' } })
  const message = read.data?.message
  const hopeless = message?.failed_deliveries?.filter(
    ({ status, error_message: cause, notification_channel: channel }) =>
      // The service offers it for the shown delivery: its recipient may have another address now.
      hasFailed(status) && channel.id !== channelId && !canHelp(cause),
  )
  const hopelessIds = new Set(hopeless?.map(({ id }) => id))
  const failed = message?.deliveries.filter(({ id, status }) => hasFailed(status) && !hopelessIds.has(id))
  const channels = failed?.length === 0 ? 'all' : chosen

  function show(sent: Message): void {
    showToast('The message is sent again')
    onClose()
    const delivery = sent.deliveries.find(({ notification_channel: channel }) => channel.id === channelId)
    navigate(delivery === undefined ? `/messages/${sent.id}` : `/deliveries/${delivery.id}`)
  }

  return (
    <FormDialog
      title="Send again"
      action="Send again"
      busy={send.isPending || message === undefined}
      error={send.error ?? read.error}
      onClose={onClose}
      onSubmit={() => send.mutate({ path, body: { channels } }, { onSuccess: ({ message: sent }) => show(sent) })}
    >
      <p>
        The service creates a new message with the same recipient, template and attributes, from the current text of the
        template.
      </p>
      {message !== undefined && failed !== undefined && (
        <ChannelsField message={message} failed={failed} value={channels} onChange={setChosen} />
      )}
    </FormDialog>
  )
}
