import { useChange, useRead } from '../api/queries.ts'
import type { Input } from '../api/call.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorNotice, Loading } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { messagesText, RESENDS } from './resend-progress.tsx'

/** Named messages, or filters of their failed deliveries. */
export type Wanted = Input<'POST /api/v1/message_resends'>['body']

function Question({ count, skipped, isComplete }: { count: number; skipped: number; isComplete: boolean }) {
  const others = skipped === 0 ? '' : ` ${messagesText(skipped)} skipped: another send cannot help.`
  if (count === 0)
    return (
      <p>
        {isComplete
          ? 'No failed message found that was not sent again before.'
          : 'None found among the newest deliveries. The service searches the older ones too.'}
        {others}
      </p>
    )
  return (
    <p>
      The service sends {isComplete ? '' : 'at least '}
      {messagesText(count)} again, from the current texts of the templates, only on the channels on which they failed.
      No message is sent again twice.{others}
    </p>
  )
}

/** Counts the messages, asks, and starts one job on the server. */
export function ResendDialog({
  wanted,
  name = null,
  onClose,
  onStarted,
}: {
  wanted: Wanted
  name?: string | null
  onClose: () => void
  onStarted?: () => void
}) {
  const start = useChange('POST /api/v1/message_resends', { changes: [RESENDS] })
  // It reads, although it is a POST.
  const counted = useRead('POST /api/v1/message_resends/count', { body: wanted })
  const { count = 0, cannot_arrive: skipped = 0, is_complete: isComplete = true } = counted.data ?? {}
  const isNone = count === 0 && isComplete
  const started = () => {
    showToast('The messages are being sent again')
    onStarted?.()
    onClose()
  }
  return (
    <FormDialog
      title="Send these again"
      action={count === 0 ? 'Send again' : `Send ${messagesText(count)} again`}
      busy={start.isPending || counted.data === undefined || isNone}
      error={start.error}
      onClose={onClose}
      onSubmit={() => start.mutate({ body: wanted }, { onSuccess: started })}
    >
      {name !== null && <p className="muted">{name}</p>}
      {counted.data === undefined ? (
        counted.error === null && <Loading label="Counting the messages" />
      ) : (
        <Question count={count} skipped={skipped} isComplete={isComplete} />
      )}
      <ErrorNotice error={counted.error} onRetry={() => void counted.refetch()} />
    </FormDialog>
  )
}
