import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import type { OperationName } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { SendDialog } from '../messages/send-dialog.tsx'
import { navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { showToast } from '../ui/toast.tsx'
import { draftOf, EMPTY_DRAFT, isSame, textsOn } from './draft.ts'
import type { Draft, MessageTemplate } from './draft.ts'
import { PreviewCard } from './preview-card.tsx'
import { attributesOf } from './samples.ts'
import type { Samples } from './samples.ts'
import './template.css'
import { TextsCard } from './texts-card.tsx'
import type { Channel } from './texts-card.tsx'
import { VersionsCard } from './versions-card.tsx'

const CHANNELS_MAX = 200

/** Another member may save the template too. */
const READ_EVERY_MS = 3000

const CHANGES: readonly OperationName[] = [
  'GET /api/v1/message_templates',
  'GET /api/v1/message_templates/{id}',
  'GET /api/v1/message_templates/{id}/versions',
]

function DeleteDialog({ template, onClose }: { template: MessageTemplate; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/message_templates/{id}', { changes: ['GET /api/v1/message_templates'] })
  return (
    <FormDialog
      title={`Delete ${template.name}`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: template.id } }, { onSuccess: () => navigate('/templates') })}
    >
      <p>
        You can no longer send messages with this template. Existing messages stay, and scheduled messages are still
        sent.
      </p>
    </FormDialog>
  )
}

/** Creates or changes the template. `problems` are the errors of its fields. */
function useSaving(template: MessageTemplate | null) {
  const create = useChange('POST /api/v1/message_templates', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/message_templates/{id}', { changes: CHANGES })
  const { error, isPending } = template === null ? create : change
  return {
    isPending,
    error,
    problems: error?.errors ?? {},
    save(draft: Draft, onSaved: (saved: MessageTemplate) => void): void {
      const body = { message_template: draft }
      const onSuccess = ({ message_template: saved }: { message_template: MessageTemplate }) => onSaved(saved)
      if (template === null) create.mutate({ body }, { onSuccess })
      else change.mutate({ path: { id: template.id }, body }, { onSuccess })
    },
  }
}

function SendTest({
  template,
  samples,
  whyNot,
}: {
  template: MessageTemplate
  samples: Samples
  whyNot: string | null
}) {
  const [open, setOpen] = useState(false)
  const attributes = Object.fromEntries(attributesOf(samples).map(({ name, value }) => [name, value]))
  const text = Object.keys(attributes).length === 0 ? '' : JSON.stringify(attributes)
  return (
    <>
      <Button icon="delivery" whyNot={whyNot} onClick={() => setOpen(true)}>
        Send a test
      </Button>
      {open && (
        <SendDialog
          start={{ templateId: String(template.id), attributes: text }}
          onClose={() => setOpen(false)}
          onSent={({ id }) => navigate(`/messages/${id}`)}
        />
      )}
    </>
  )
}

function TemplateActions({
  template,
  samples,
  hasChanged,
  isSaving,
  onSave,
}: {
  template: MessageTemplate | null
  samples: Samples
  hasChanged: boolean
  isSaving: boolean
  onSave: () => void
}) {
  const whyNot = useWhyNot('change')
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      {template !== null && (
        <>
          <Button tone="quiet" icon="trash" whyNot={whyNot} onClick={() => setDeleting(true)}>
            Delete
          </Button>
          <SendTest
            template={template}
            samples={samples}
            whyNot={whyNot ?? (hasChanged ? 'Save your changes first' : null)}
          />
        </>
      )}
      <Button tone="primary" busy={isSaving} whyNot={whyNot ?? (hasChanged ? null : 'No changes')} onClick={onSave}>
        {template === null ? 'Create' : 'Save'}
      </Button>
      {deleting && template !== null && <DeleteDialog template={template} onClose={() => setDeleting(false)} />}
    </>
  )
}

function NewerNotice({ version, onLoad }: { version: number; onLoad: () => void }) {
  return (
    <Notice tone="warn" live>
      <p>Another member saved version {version} after you opened this page. If you save, you replace that version.</p>
      <div>
        <Button onClick={onLoad}>Load it</Button>
      </div>
    </Notice>
  )
}

function SavingNotice({ saving: { problems, error } }: { saving: ReturnType<typeof useSaving> }) {
  if (Object.keys(problems).length === 0) return <ErrorNotice error={error} />
  return (
    <Notice tone="bad" live>
      <p>Not saved. Fix the marked fields.</p>
    </Notice>
  )
}

/** `template`: null for a new template. */
function Editor({ template, channels }: { template: MessageTemplate | null; channels: readonly Channel[] }) {
  const readOnly = useWhyNot('change') !== null
  const [base, setBase] = useState(template)
  const stored = base === null ? EMPTY_DRAFT : draftOf(base, base)
  const [draft, setDraft] = useState(stored)
  const [channelId, setChannelId] = useState<number | null>(null)
  const [samples, setSamples] = useState<Samples>({})
  const saving = useSaving(template)

  function take(saved: MessageTemplate): void {
    setBase(saved)
    setDraft(draftOf(saved, saved))
    setChannelId(null)
  }

  function save(next: Draft, onDone = () => {}): void {
    saving.save(next, (saved) => {
      showToast(`Version ${saved.version} is saved and in use`)
      if (template === null) return navigate(`/templates/${saved.id}`, { replace: true })
      const shown = channelId
      take(saved)
      setChannelId(saved.channels.some(({ notification_channel_id: id }) => id === shown) ? shown : null)
      onDone()
    })
  }

  const isBehind = template !== null && base !== null && template.version > base.version
  return (
    <Page
      title={base?.name ?? 'New template'}
      actions={
        <TemplateActions
          template={template}
          samples={samples}
          hasChanged={!isSame(draft, stored)}
          isSaving={saving.isPending}
          onSave={() => save(draft)}
        />
      }
    >
      {isBehind && <NewerNotice version={template.version} onLoad={() => take(template)} />}
      <SavingNotice saving={saving} />
      <div className="editor">
        <TextsCard
          draft={draft}
          channels={channels}
          channelId={channelId}
          problems={saving.problems}
          readOnly={readOnly}
          onChange={setDraft}
          onChannel={setChannelId}
        />
        <PreviewCard
          texts={textsOn(draft, channelId)}
          format={draft.body_format}
          samples={samples}
          onSamples={setSamples}
        />
      </div>
      {template !== null && (
        <VersionsCard
          template={template}
          channels={channels}
          restoring={saving}
          onRestore={(restored, onDone) => save(restored, onDone)}
        />
      )}
    </Page>
  )
}

function ExistingTemplate({ id, channels }: { id: number; channels: readonly Channel[] }) {
  const template = useRead('GET /api/v1/message_templates/{id}', { path: { id } }, { everyMs: READ_EVERY_MS })
  return (
    <Loaded of={template}>{({ message_template: shown }) => <Editor template={shown} channels={channels} />}</Loaded>
  )
}

/** One template: its editor, its preview, and its versions. `id`: null for a new template. */
export default function TemplatePage({ id }: { id: number | null }) {
  const channels = useRead('GET /api/v1/notification_channels', { query: { limit: CHANNELS_MAX } })
  return (
    <Loaded of={channels}>
      {({ notification_channels: rows }) =>
        id === null ? <Editor template={null} channels={rows} /> : <ExistingTemplate id={id} channels={rows} />
      }
    </Loaded>
  )
}
