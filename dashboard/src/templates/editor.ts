/** The texts in the editor of a template: where they came from, how they change, and where they are saved. */
import { useState } from 'react'
import { navigate } from '../router.ts'
import { showToast } from '../ui/toast.tsx'
import { draftOf, EMPTY_DRAFT, isSame } from './draft.ts'
import type { Draft, MessageTemplate } from './draft.ts'
import { draftState } from './drafts/shared-draft.ts'
import type { DraftState, SharedDraft } from './drafts/shared-draft.ts'
import { keepSamples, readKept, useDraftKey, useKeptDraft } from './kept-draft.ts'
import { OWN_TEXTS } from './places.ts'
import type { Place } from './places.ts'
import type { Samples } from './samples.ts'
import { useSaving } from './saving.ts'

/** The texts that the editor began with. */
interface Origin {
  draft: Draft
  /** The version in use at that time. Null for a new template. */
  version: number | null
  /** The revision of the shared draft, if the texts are its texts. */
  revision: number | null
}

function originOf(template: MessageTemplate | null): Origin {
  if (template === null) return { draft: EMPTY_DRAFT, version: null, revision: null }
  return { draft: draftOf(template, template), version: template.version, revision: null }
}

function originOfShared(shared: SharedDraft): Origin {
  return { draft: draftOf(shared, shared), version: shared.based_on_version, revision: shared.revision }
}

/** The texts, their samples and their origin. Unsaved changes are kept in the browser. */
function useTexts(template: MessageTemplate | null) {
  const key = useDraftKey(template?.id ?? null)
  const [kept] = useState(() => readKept(key))
  const [origin, setOrigin] = useState<Origin>(() => {
    const { draft, ...known } = originOf(template)
    return kept?.draft == null ? { draft, ...known } : { draft, version: kept.version, revision: kept.revision }
  })
  const [draft, setDraft] = useState(kept?.draft ?? origin.draft)
  const [samples, setSamples] = useState<Samples>(kept?.samples ?? {})
  const [isRestored, setRestored] = useState(kept?.draft != null)
  const hasChanged = !isSame(draft, origin.draft)
  const { version, revision } = origin
  const forget = useKeptDraft(key, { draft: hasChanged ? draft : null, version, revision, samples })

  /** `written`: the texts that were saved. Later changes in the editor stay. */
  function take(next: Origin, written: Draft | null = null): void {
    setOrigin(next)
    setDraft((shown) => (written === null || isSame(shown, written) ? next.draft : shown))
    setRestored(false)
  }

  return { key, origin, draft, setDraft, samples, setSamples, isRestored, hasChanged, take, forget }
}

/** The place, or the nearest one if the draft has lost its language or channel. */
function placeIn({ locales, channels }: Draft, { locale, channelId }: Place): Place {
  return {
    locale: locales.some((texts) => texts.locale === locale) ? locale : null,
    channelId: channels.some(({ notification_channel_id: id }) => id === channelId) ? channelId : null,
  }
}

const CHOOSE = 'First choose above between the draft and your texts'

/** The reasons against saving the shared draft, and against putting the texts in use. Null: the member may do it. */
function reasons(state: DraftState, hasChanged: boolean) {
  const isLost = state === 'changed' || state === 'gone'
  const unchanged = hasChanged ? null : 'No changes'
  return {
    draftWhyNot: isLost || state === 'beside' ? CHOOSE : unchanged,
    saveWhyNot: isLost ? CHOOSE : state === 'open' ? null : unchanged,
  }
}

export type Editor = ReturnType<typeof useEditor>

/** `template`: as it is in use now. Null for a new template. */
export function useEditor(template: MessageTemplate | null) {
  const texts = useTexts(template)
  const { key, origin, draft, samples, hasChanged, take, forget } = texts
  const { version, revision } = origin
  const [chosen, setPlace] = useState(OWN_TEXTS)
  const saving = useSaving(template, draft)
  const state = draftState(revision, template?.draft_revision ?? null)

  function begin(next: Origin): void {
    saving.forget()
    take(next)
    setPlace(OWN_TEXTS)
  }

  function start(example: Draft, values: Samples): void {
    texts.setDraft(example)
    texts.setSamples(values)
    setPlace(OWN_TEXTS)
  }

  /** `written`: the texts of the editor that are saved, if any. Later changes stay. */
  function put(next: Draft, published: number | null, written: Draft | null, onDone: () => void): void {
    saving.save(next, published, (saved) => {
      showToast(`Version ${saved.version} is saved and in use`)
      if (template === null) {
        forget()
        keepSamples(key, saved.id, samples)
        return navigate(`/templates/${saved.id}`, { replace: true })
      }
      take(originOf(saved), written)
      onDone()
    })
  }

  return {
    ...texts,
    version,
    revision,
    place: placeIn(draft, chosen),
    setPlace,
    saving,
    start,
    /** Whether the editor differs from the version in use, or has the shared draft. */
    isAhead: hasChanged || revision !== null,
    isBehind: template !== null && version !== null && template.version > version,
    ...reasons(state, hasChanged),
    /** Shows the version in use. */
    load: (saved: MessageTemplate | null) => begin(originOf(saved)),
    /** Shows the shared draft. */
    open: (shared: SharedDraft) => begin(originOfShared(shared)),
    /** Puts the texts in use. If they are those of the shared draft, it is published. */
    save: () => put(draft, revision, draft, () => {}),
    /** Puts the texts of an older version in use. The shared draft stays. */
    restore: (restored: Draft, onDone: () => void) => put(restored, null, null, onDone),
    /** Saves the shared draft. `replaced`: the revision of the draft that it replaces, 0 for a new one. */
    saveDraft: (replaced: number = revision ?? 0) =>
      saving.saveDraft(draft, { revision: replaced, version }, (saved) => {
        showToast('The draft is saved. Messages do not use it')
        take(originOfShared(saved), draft)
      }),
  }
}
