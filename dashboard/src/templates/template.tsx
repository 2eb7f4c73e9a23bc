import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { showToast } from '../ui/toast.tsx'
import { draftOf, EMPTY_DRAFT, isSame } from './draft.ts'
import type { Draft, MessageTemplate } from './draft.ts'
import { keepSamples, readKept, useDraftKey, useKeptDraft } from './kept-draft.ts'
import { useSaveKey } from './save-key.ts'
import { OWN_TEXTS, usedTexts } from './places.ts'
import type { Place } from './places.ts'
import { PreviewCard } from './preview-card.tsx'
import { useSaving } from './saving.ts'
import { knownNames } from './suggestions.ts'
import type { Samples } from './samples.ts'
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

function SavingNotice({ saving: { problems, error } }: { saving: ReturnType<typeof useSaving> }) {
  if (Object.keys(problems).length === 0) return <ErrorNotice error={error} />
  return (
    <Notice tone="bad" live>
      <p>Not saved. Fix the marked fields.</p>
    </Notice>
  )
}

function KeptNotice({ version, onDiscard }: { version: number | null; onDiscard: () => void }) {
  return (
    <Notice>
      <p>
        This is your unsaved draft{version !== null && ` of version ${version}`}. It is kept in this browser until you
        save or discard it.
      </p>
      <div>
        <Button onClick={onDiscard}>Discard the draft</Button>
      </div>
    </Notice>
  )
}

/** The draft, its samples, and the version that it changes. All of it is kept in the browser. */
function useDraft(template: MessageTemplate | null) {
  const key = useDraftKey(template?.id ?? null)
  const [kept] = useState(() => readKept(key))
  const [base, setBase] = useState(template)
  const stored = base === null ? EMPTY_DRAFT : draftOf(base, base)
  const [draft, setDraft] = useState(kept?.draft ?? stored)
  const [version, setVersion] = useState(kept?.draft == null ? (template?.version ?? null) : kept.version)
  const [samples, setSamples] = useState<Samples>(kept?.samples ?? {})
  const [isRestored, setRestored] = useState(kept?.draft != null)
  const hasChanged = !isSame(draft, stored)
  const forget = useKeptDraft(key, { draft: hasChanged ? draft : null, version, samples })
  function take(saved: MessageTemplate | null): void {
    setBase(saved)
    setDraft(saved === null ? EMPTY_DRAFT : draftOf(saved, saved))
    setVersion(saved?.version ?? null)
    setRestored(false)
  }
  const isBehind = template !== null && version !== null && template.version > version
  return { key, base, draft, setDraft, samples, setSamples, version, isBehind, isRestored, hasChanged, take, forget }
}

/** The place, or the nearest one if the draft has lost its language or channel. */
function placeIn({ locales, channels }: Draft, { locale, channelId }: Place): Place {
  return {
    locale: locales.some((texts) => texts.locale === locale) ? locale : null,
    channelId: channels.some(({ notification_channel_id: id }) => id === channelId) ? channelId : null,
  }
}

/** The draft, the place of the shown texts, and how they change. `template`: null for a new template. */
function useEditor(template: MessageTemplate | null) {
  const kept = useDraft(template)
  const { key, draft, samples, setDraft, setSamples, take, forget } = kept
  const [chosen, setPlace] = useState(OWN_TEXTS)
  const saving = useSaving(template, draft)

  function load(saved: MessageTemplate | null): void {
    take(saved)
    setPlace(OWN_TEXTS)
  }

  function start(example: Draft, values: Samples): void {
    setDraft(example)
    setSamples(values)
    setPlace(OWN_TEXTS)
  }

  function save(next: Draft, onDone = () => {}): void {
    saving.save(next, (saved) => {
      showToast(`Version ${saved.version} is saved and in use`)
      if (template === null) {
        forget()
        keepSamples(key, saved.id, samples)
        return navigate(`/templates/${saved.id}`, { replace: true })
      }
      take(saved)
      onDone()
    })
  }

  return { ...kept, place: placeIn(draft, chosen), setPlace, saving, load, start, save }
}

/** `template`: null for a new template. */
function Editor({ template, channels }: { template: MessageTemplate | null; channels: readonly Channel[] }) {
  const readOnly = useWhyNot('change') !== null
  const editor = useEditor(template)
  const { base, draft, setDraft, samples, setSamples, hasChanged, place, saving, load, save } = editor

  useSaveKey(!readOnly && hasChanged && !saving.isPending ? () => save(draft) : null)

  return (
    <Page
      title={base?.name ?? 'New template'}
      actions={
        <TemplateActions
          template={template}
          draft={draft}
          samples={samples}
          onStart={editor.start}
          hasChanged={hasChanged}
          isSaving={saving.isPending}
          onSave={() => save(draft)}
          onDeleted={editor.forget}
        />
      }
    >
      {editor.isBehind && template !== null && <NewerNotice version={template.version} onLoad={() => load(template)} />}
      {editor.isRestored && hasChanged && <KeptNotice version={editor.version} onDiscard={() => load(template)} />}
      <SavingNotice saving={saving} />
      <div className="editor">
        <TextsCard
          draft={draft}
          channels={channels}
          place={place}
          problems={saving.problems}
          readOnly={readOnly}
          names={() => knownNames(draft, samples)}
          onChange={setDraft}
          onPlace={editor.setPlace}
        />
        <PreviewCard
          texts={usedTexts(draft, place)}
          locale={place.locale}
          format={draft.body_format}
          samples={samples}
          onSamples={setSamples}
        />
      </div>
      {template !== null && (
        <VersionsCard
          template={template}
          draft={hasChanged ? draft : null}
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
