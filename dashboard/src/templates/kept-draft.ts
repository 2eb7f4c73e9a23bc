/** Unsaved changes of a template, kept in the browser until they are saved or discarded. */
import { useEffect, useRef } from 'react'
import { useSession } from '../api/session.tsx'
import { showToast } from '../ui/toast.tsx'
import { keepInStorage, readStorage, useQuestionOnLeaving } from './browser-storage.ts'
import { EMPTY_DRAFT } from './draft.ts'
import type { Draft } from './draft.ts'
import { isOfRecipient } from './samples.ts'
import type { Samples } from './samples.ts'

export interface KeptDraft {
  /** null: the texts have not changed, only sample values are kept. */
  draft: Draft | null
  /** The version that the draft changes. Null for a new template. */
  version: number | null
  /** The revision of the shared draft that it changes, or null. */
  revision: number | null
  samples: Samples
}

const NEW = 'new'

/** The place of a template's draft. Each member has drafts of their own. */
export function useDraftKey(templateId: number | null): string {
  const { account, member } = useSession()
  return `draft ${account.id} ${member.id} ${templateId ?? NEW}`
}

/** Keeps the sample values of a new template for the page of the created one. `key`: the place of the new template. */
export function keepSamples(key: string, templateId: number, samples: Samples): void {
  keep(`${key.slice(0, -NEW.length)}${templateId}`, { draft: null, version: null, revision: null, samples })
}

/** The kept draft, or null. A draft of an older dashboard may lack fields. */
export function readKept(key: string): KeptDraft | null {
  const kept = readStorage(key) as KeptDraft | null
  if (kept === null) return null
  const { draft, version, revision, samples } = kept
  return {
    draft: draft && { ...EMPTY_DRAFT, ...draft },
    version,
    revision: revision ?? null,
    samples: samples ?? {},
  }
}

/** The values of a recipient are not kept: the recipient may be erased. */
function keep(key: string, kept: KeptDraft): void {
  const samples = Object.fromEntries(Object.entries(kept.samples).filter(([name]) => !isOfRecipient(name)))
  const isEmpty = kept.draft === null && Object.keys(samples).length === 0
  keepInStorage(key, isEmpty ? null : { ...kept, samples })
}

/**
 * Keeps the draft after each change. If it has unsaved texts, the browser asks before it leaves the dashboard, and the
 * next page says that they are kept. Returns a function to call before the page is left after a save or a deletion.
 */
export function useKeptDraft(key: string, kept: KeptDraft): () => void {
  const text = JSON.stringify(kept)
  const mayTell = useRef(false)
  useEffect(() => keep(key, JSON.parse(text) as KeptDraft), [key, text])
  const isUnsaved = kept.draft !== null
  useEffect(() => {
    mayTell.current = isUnsaved
  }, [isUnsaved])
  useQuestionOnLeaving(isUnsaved)
  useEffect(
    () => () => {
      if (mayTell.current) showToast('Your unsaved changes are kept in this browser')
    },
    [],
  )
  return () => {
    mayTell.current = false
    keep(key, { draft: null, version: null, revision: null, samples: {} })
  }
}
