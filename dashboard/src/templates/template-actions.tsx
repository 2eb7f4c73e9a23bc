import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { SendTestDialog } from '../messages/send-dialog.tsx'
import { navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import type { MessageTemplate } from './draft.ts'
import type { Editor } from './editor.ts'
import { StartFrom } from './gallery/start-from.tsx'
import type { Samples } from './samples.ts'
import type { Channel } from './texts-card.tsx'

function DeleteDialog({
  template,
  onDeleted,
  onClose,
}: {
  template: MessageTemplate
  onDeleted: () => void
  onClose: () => void
}) {
  const remove = useChange('DELETE /api/v1/message_templates/{id}', { changes: ['GET /api/v1/message_templates'] })
  const deleted = () => {
    onDeleted()
    navigate('/templates')
  }
  return (
    <FormDialog
      title={`Delete ${template.name}`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: template.id } }, { onSuccess: deleted })}
    >
      <p>
        You can no longer send messages with this template. Existing messages stay, and scheduled messages are still
        sent.
      </p>
    </FormDialog>
  )
}

function SendTest({
  template,
  channels,
  locale,
  samples,
  whyNot,
}: {
  template: MessageTemplate
  channels: readonly Channel[]
  /** The shown language. Null: the template's own texts. */
  locale: string | null
  samples: Samples
  whyNot: string | null
}) {
  const [open, setOpen] = useState(false)
  const mails = new Set(channels.flatMap(({ id, channel_type: type }) => (type === 'email' ? [id] : [])))
  const hasMail = template.channels.some(({ notification_channel_id: id }) => mails.has(id))
  return (
    <>
      <Button icon="delivery" whyNot={whyNot} onClick={() => setOpen(true)}>
        Send a test
      </Button>
      {open && (
        <SendTestDialog
          test={{ template, hasMail }}
          start={{ locale: locale ?? '', values: samples }}
          onClose={() => setOpen(false)}
          onSent={({ id }) => navigate(`/messages/${id}`)}
        />
      )}
    </>
  )
}

/** The buttons of a template: delete, send a test, save as a draft, save. */
export function TemplateActions({
  template,
  editor,
  channels,
}: {
  template: MessageTemplate | null
  editor: Editor
  channels: readonly Channel[]
}) {
  const whyNot = useWhyNot('change')
  const [deleting, setDeleting] = useState(false)
  const { draft, samples, saving, revision } = editor
  const toPublish = revision === null ? 'Save your changes first' : 'Publish the draft first'
  return (
    <>
      {template === null && whyNot === null && <StartFrom draft={draft} onStart={editor.start} />}
      {template !== null && (
        <>
          <Button tone="quiet" icon="trash" whyNot={whyNot} onClick={() => setDeleting(true)}>
            Delete
          </Button>
          <SendTest
            template={template}
            channels={channels}
            locale={editor.place.locale}
            samples={samples}
            whyNot={whyNot ?? (editor.isAhead ? toPublish : null)}
          />
          <Button
            busy={saving.running === 'draft'}
            whyNot={whyNot ?? editor.draftWhyNot}
            onClick={() => !saving.isPending && editor.saveDraft()}
          >
            Save as draft
          </Button>
        </>
      )}
      <Button
        tone="primary"
        busy={saving.running === 'use'}
        whyNot={whyNot ?? editor.saveWhyNot}
        onClick={() => !saving.isPending && editor.save()}
      >
        {template === null ? 'Create' : revision === null ? 'Save' : 'Publish'}
      </Button>
      {deleting && template !== null && (
        <DeleteDialog template={template} onDeleted={editor.forget} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}
