import { useChange, useCache } from '../../api/queries.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { MessageTemplate } from '../draft.ts'
import { TEMPLATE } from '../saving.ts'

/** Asks before the texts of the editor are replaced. */
export function LeaveDialog({
  action,
  onLeave,
  onClose,
}: {
  action: string
  onLeave: () => void
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Unsaved changes"
      action={action}
      danger
      busy={false}
      error={null}
      onClose={onClose}
      onSubmit={onLeave}
    >
      <p>Your unsaved changes in this editor are lost.</p>
    </FormDialog>
  )
}

/** Discards the draft for all members. If another member has saved it since, it stays. */
export function DiscardDialog({
  template,
  revision,
  onDiscarded,
  onClose,
}: {
  template: MessageTemplate
  /** The shown revision. */
  revision: number
  onDiscarded: () => void
  onClose: () => void
}) {
  const { id, version } = template
  const { put, readAgain } = useCache()
  const discard = useChange('DELETE /api/v1/message_templates/{id}/draft', {
    changes: ['GET /api/v1/message_templates', TEMPLATE],
  })
  function submit(): void {
    const callbacks = {
      onSuccess: () => {
        put(TEMPLATE, { path: { id } }, { message_template: { ...template, draft_revision: null } })
        showToast('The draft is discarded')
        onDiscarded()
      },
      onError: () => readAgain(TEMPLATE),
    }
    discard.mutate({ path: { id }, query: { revision } }, callbacks)
  }
  return (
    <FormDialog
      title="Discard the draft"
      action="Discard"
      danger
      busy={discard.isPending}
      error={discard.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{`The draft is removed for all members. Version ${version} stays in use.`}</p>
    </FormDialog>
  )
}
