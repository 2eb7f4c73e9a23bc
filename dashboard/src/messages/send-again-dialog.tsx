import { useChange } from '../api/queries.ts'
import type { OperationName } from '../api/call.ts'
import type { Message } from '../../../sdk/src/types.ts'
import { navigate } from '../router.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { createBodyOf } from './create-body.ts'

const CHANGES: readonly OperationName[] = ['GET /api/v1/messages', 'GET /api/v1/deliveries']

/** Creates the same message again after a confirmation, and shows its delivery on the same channel. */
export function SendAgainDialog({
  message,
  channelId,
  onClose,
}: {
  message: Message
  /** The channel of the delivery to show. */
  channelId: number
  onClose: () => void
}) {
  const send = useChange('POST /api/v1/messages', { changes: CHANGES })

  function show(sent: Message): void {
    showToast('The message is sent again')
    onClose()
    const delivery = sent.deliveries.find(({ notification_channel: channel }) => channel.id === channelId)
    navigate(delivery === undefined ? `/messages/${sent.id}` : `/deliveries/${delivery.id}`)
  }

  const { length } = message.deliveries
  return (
    <FormDialog
      title="Send again"
      action="Send again"
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={() => send.mutate({ body: createBodyOf(message) }, { onSuccess: ({ message: sent }) => show(sent) })}
    >
      <p>
        The service creates a new message with the same recipient, template and attributes, from the current text of the
        template.
        {length > 1 && ` It goes out on all channels of the template: this message had ${length} deliveries.`}
      </p>
    </FormDialog>
  )
}
