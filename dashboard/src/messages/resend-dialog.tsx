import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import type { Answer, Input } from '../api/call.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorNotice, Loading } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { listHere, messagesText, RESENDS, started } from './resend-progress.tsx'

/** Named messages, or filters of their failed deliveries. */
export type Wanted = Input<'POST /api/v1/message_resends'>['body']

type Counted = Answer<'POST /api/v1/message_resends/count'>

function Question({ of }: { of: Counted }) {
  const { count, cannot_arrive: skipped, attachments_removed: withoutFiles, is_complete: isComplete } = of
  const leftOut = of.deliveries_left_out
  const others = [
    skipped > 0 && ` ${messagesText(skipped)} skipped: another send cannot help.`,
    withoutFiles > 0 && ` ${messagesText(withoutFiles)} skipped: attachments are no longer stored.`,
  ].filter((text) => text !== false)
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
      {leftOut > 0 &&
        ` ${leftOut === 1 ? '1 failed delivery' : `${leftOut.toLocaleString()} failed deliveries`} of them ${leftOut === 1 ? 'is' : 'are'} left out: another send cannot help, for example without a device.`}{' '}
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
  const [list] = useState(listHere)
  const start = useChange('POST /api/v1/message_resends', {
    changes: [RESENDS],
    // The member may have closed the dialog, and opened another page.
    onSuccess: ({ message_resend: { id } }) => started.set({ id, list }),
  })
  // It reads, although it is a POST.
  const counted = useRead('POST /api/v1/message_resends/count', { body: wanted })
  const { count = 0, is_complete: isComplete = true } = counted.data ?? {}
  const isNone = count === 0 && isComplete
  const done = () => {
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
      onSubmit={() => start.mutate({ body: wanted }, { onSuccess: done })}
    >
      {name !== null && <p className="muted">{name}</p>}
      {counted.data === undefined ? (
        counted.error === null && <Loading label="Counting the messages" />
      ) : (
        <Question of={counted.data} />
      )}
      <ErrorNotice error={counted.error} onRetry={() => void counted.refetch()} />
    </FormDialog>
  )
}
