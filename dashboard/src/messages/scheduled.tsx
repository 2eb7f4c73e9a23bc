import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { OperationName } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { EXPLANATION } from '../deliveries/explained.ts'
import type { Message } from '../../../sdk/src/types.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { showToast } from '../ui/toast.tsx'

/** The operations that show a message or its deliveries. */
const OF_MESSAGE: readonly OperationName[] = [
  'GET /api/v1/messages',
  'GET /api/v1/messages/{id}',
  'GET /api/v1/deliveries',
  EXPLANATION,
]

function CancelDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const cancel = useChange('POST /api/v1/messages/{id}/cancel', { changes: OF_MESSAGE })
  const done = () => {
    showToast('The message is canceled')
    onClose()
  }
  return (
    <FormDialog
      title="Cancel the message"
      action="Cancel the message"
      cancel="Keep it"
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onSubmit={() => cancel.mutate({ path: { id: message.id } }, { onSuccess: done })}
    >
      <p>Deliveries not yet dispatched are canceled. You can’t undo this.</p>
    </FormDialog>
  )
}

function MoveDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const [sendAt, setSendAt] = useState(message.send_at ?? '')
  const move = useChange('PATCH /api/v1/messages/{id}', { changes: OF_MESSAGE })
  const done = () => {
    showToast('The message is rescheduled')
    onClose()
  }
  return (
    <FormDialog
      title="Reschedule the message"
      action="Save"
      busy={move.isPending}
      error={move.error}
      onClose={onClose}
      onSubmit={() =>
        move.mutate({ path: { id: message.id }, body: { message: { send_at: sendAt } } }, { onSuccess: done })
      }
    >
      <TimeField
        label="Send at"
        help="In your time zone. If the time is in the past, the message is sent at once."
        required
        value={sendAt}
        onChange={setSendAt}
        problems={move.error?.errors['send_at']}
      />
    </FormDialog>
  )
}

/** A message read with `expand=waits_until`. */
type WaitingMessage = Message & { waits_until?: string | null }

/** The actions for a message that waits for its time or for the end of quiet hours. Nothing for other messages. */
export function ScheduledActions({ message }: { message: WaitingMessage }) {
  const [open, setOpen] = useState<'cancel' | 'move' | null>(null)
  const whyNot = useWhyNot('change')
  const close = () => setOpen(null)
  const isScheduled =
    message.deliveries.some(({ status }) => status === 'scheduled') ||
    (message.deliveries.length === 0 && message.send_at !== null && message.canceled_at === null)
  if (!isScheduled && typeof message.waits_until !== 'string' && open === null) return null
  return (
    <>
      {isScheduled && (
        <Button whyNot={whyNot} onClick={() => setOpen('move')}>
          Reschedule
        </Button>
      )}
      <Button tone="danger" whyNot={whyNot} onClick={() => setOpen('cancel')}>
        Cancel
      </Button>
      {open === 'cancel' && <CancelDialog message={message} onClose={close} />}
      {open === 'move' && <MoveDialog message={message} onClose={close} />}
    </>
  )
}
