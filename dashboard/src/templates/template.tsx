import { useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { partOfType, usedPart } from './content.ts'
import type { Content } from './content.ts'
import type { Draft, MessageTemplate } from './draft.ts'
import { DraftNotice } from './drafts/draft-notice.tsx'
import { useEditor } from './editor.ts'
import type { Editor as EditorState } from './editor.ts'
import { useNewestValues } from './newest-values.tsx'
import { usedTexts } from './places.ts'
import type { Place } from './places.ts'
import { PreviewCard } from './preview-card.tsx'
import { useSaveKey } from './save-key.ts'
import { TEMPLATE } from './saving.ts'
import { knownNames } from './suggestions.ts'
import { SettingsCard } from './settings-card.tsx'
import './template.css'
import { TemplateActions } from './template-actions.tsx'
import { TextsCard } from './texts-card.tsx'
import type { Channel } from './texts-card.tsx'
import { VersionsCard } from './versions-card.tsx'

const CHANNELS_MAX = 200

/** Another member may save the template too. */
const READ_EVERY_MS = 3000

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

/** Conflicts with another member. The notices of the page have the choices. */
const CONFLICTS: Record<string, string> = {
  draft_changed: 'Not saved, because somebody else saved, published or discarded the draft meanwhile.',
  version_changed: 'Not saved, because another member saved a version meanwhile. If you save again, you replace it.',
}

function SavingNotice({ saving: { problems, error } }: Pick<EditorState, 'saving'>) {
  const hasProblems = Object.keys(problems).length > 0
  const sentence = hasProblems ? 'Not saved. Fix the marked fields.' : CONFLICTS[error?.code ?? '']
  if (sentence === undefined) return <ErrorNotice error={error} />
  return (
    <Notice tone="bad" live>
      <p>{sentence}</p>
    </Notice>
  )
}

function KeptNotice({ editor: { version, revision }, onDiscard }: { editor: EditorState; onDiscard: () => void }) {
  const of = revision !== null ? ' of the draft' : version !== null ? ` of version ${version}` : ''
  return (
    <Notice>
      <p>These are your unsaved changes{of}. They are kept in this browser until you save or discard them.</p>
      <div>
        <Button onClick={onDiscard}>Discard the changes</Button>
      </div>
    </Notice>
  )
}

/** The notices above the editor, by urgency. */
function Notices({
  template,
  editor,
  channels,
}: {
  template: MessageTemplate | null
  editor: EditorState
  channels: readonly Channel[]
}) {
  const { revision, hasChanged, load } = editor
  const isOvertaken = editor.isBehind && revision === null
  return (
    <>
      {isOvertaken && template !== null && <NewerNotice version={template.version} onLoad={() => load(template)} />}
      {editor.isRestored && hasChanged && <KeptNotice editor={editor} onDiscard={() => load(template)} />}
      <SavingNotice saving={editor.saving} />
      {template !== null && <DraftNotice template={template} editor={editor} channels={channels} />}
    </>
  )
}

/** Save and Publish change messages at once, so the page says it beside the buttons. */
function Consequence({ isDraft }: { isDraft: boolean }) {
  return (
    <p className="muted small">
      {isDraft
        ? 'Publish puts the texts in use at once, and removes the draft.'
        : 'Save puts the texts in use at once. A draft is kept for all members, and messages do not use it.'}
    </p>
  )
}

/** The channel of the place, what its texts have beside subject and body, and whether an SMS has its texts. */
function shownAs(draft: Draft, place: Place, channels: readonly Channel[]) {
  const channelOf = (id: number) => channels.find((channel) => channel.id === id)
  const shown = place.channelId === null ? undefined : channelOf(place.channelId)
  const type = shown?.channel_type ?? null
  const part = partOfType(type)
  const { from } = shown?.settings ?? {}
  const isSms = ({ notification_channel_id: id }: { notification_channel_id: number }) =>
    channelOf(id)?.channel_type === 'sms'
  return {
    channel: { type, from: typeof from === 'string' ? from : undefined },
    content: part === null ? {} : ({ [part]: usedPart(draft, place, part) } as Content),
    hasSms: shown === undefined ? draft.channels.some(isSms) : type === 'sms',
  }
}

/** `template`: null for a new template. */
function Editor({ template, channels }: { template: MessageTemplate | null; channels: readonly Channel[] }) {
  const readOnly = useWhyNot('change') !== null
  const editor = useEditor(template)
  const { draft, samples, place, saving, revision } = editor

  const names = () => knownNames(draft, samples)
  const newest = useNewestValues(template?.id ?? null, { names, samples, onChange: editor.setSamples })

  // A draft is not published by a key.
  const [saveWhyNot, save] =
    revision === null ? [editor.saveWhyNot, editor.save] : [editor.draftWhyNot, () => editor.saveDraft()]
  useSaveKey(!readOnly && saveWhyNot === null && !saving.isPending ? save : null)

  return (
    <Page title={template?.name ?? 'New template'} actions={<TemplateActions {...{ template, editor, channels }} />}>
      {template !== null && !readOnly && <Consequence isDraft={revision !== null} />}
      <Notices template={template} editor={editor} channels={channels} />
      <div className="editor">
        <TextsCard
          draft={draft}
          channels={channels}
          place={place}
          problems={saving.problems}
          readOnly={readOnly}
          names={names}
          onChange={editor.setDraft}
          onPlace={editor.setPlace}
        />
        <div className="stack aside">
          <SettingsCard
            isNew={template === null}
            draft={draft}
            channels={channels}
            place={place}
            problems={saving.problems}
            readOnly={readOnly}
            onChange={editor.setDraft}
            onPlace={editor.setPlace}
          />
          <PreviewCard
            texts={usedTexts(draft, place)}
            locale={place.locale}
            format={draft.body_format}
            {...shownAs(draft, place, channels)}
            samples={samples}
            newest={newest}
            onSamples={editor.setSamples}
          />
        </div>
      </div>
      {template !== null && (
        <VersionsCard
          template={template}
          draft={editor.isAhead ? draft : null}
          channels={channels}
          restoring={saving}
          onRestore={editor.restore}
        />
      )}
    </Page>
  )
}

function ExistingTemplate({ id, channels }: { id: number; channels: readonly Channel[] }) {
  const template = useRead(TEMPLATE, { path: { id } }, { everyMs: READ_EVERY_MS })
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
