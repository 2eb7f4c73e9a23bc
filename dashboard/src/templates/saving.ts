import { useState } from 'react'
import { useCache, useChange } from '../api/queries.ts'
import type { OperationName } from '../api/call.ts'
import { problemsLeft } from './draft.ts'
import type { Draft, MessageTemplate } from './draft.ts'
import { DRAFT } from './drafts/shared-draft.ts'
import type { SharedDraft } from './drafts/shared-draft.ts'

/** The errors of fields, by the names that the service gives them. */
export type Problems = Record<string, string[]>

export const TEMPLATE = 'GET /api/v1/message_templates/{id}'

const CHANGES: readonly OperationName[] = [
  'GET /api/v1/message_templates',
  TEMPLATE,
  'GET /api/v1/message_templates/{id}/versions',
]

/**
 * Creates or changes the template, or its shared draft. `problems` are the errors of its fields. If the member changes a
 * field, its errors disappear: they are about the former text.
 */
export function useSaving(template: MessageTemplate | null, draft: Draft) {
  const { put, readAgain } = useCache()
  const create = useChange('POST /api/v1/message_templates', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/message_templates/{id}', { changes: CHANGES })
  const keep = useChange('PUT /api/v1/message_templates/{id}/draft', { changes: CHANGES })
  const [last, setLast] = useState<'draft' | 'use'>('use')
  const [refused, setRefused] = useState<Draft | null>(null)
  const { error, isPending, reset } = last === 'draft' ? keep : template === null ? create : change
  const problems = problemsLeft(error?.errors ?? {}, refused, draft)
  const isFixed = Object.keys(error?.errors ?? {}).length > 0 && Object.keys(problems).length === 0

  function onError(given: Draft): void {
    setRefused(given)
    // After a conflict, the page shows the other member's save.
    readAgain(TEMPLATE)
  }

  return {
    isPending,
    /** The running save, or null. */
    running: isPending ? last : null,
    error: isFixed ? null : error,
    problems,
    /** Forgets the error of the last save. */
    forget: reset,
    /** Puts the texts in use. `published`: the revision of the shared draft with these texts, or null. */
    save(given: Draft, published: number | null, onSaved: (saved: MessageTemplate) => void): void {
      setLast('use')
      const callbacks = {
        onSuccess: (answer: { message_template: MessageTemplate }) => {
          const saved = answer.message_template
          put(TEMPLATE, { path: { id: saved.id } }, answer)
          onSaved(saved)
        },
        onError: () => onError(given),
      }
      if (template === null) return create.mutate({ body: { message_template: given } }, callbacks)
      const { id, version } = template
      const read = { based_on_version: version, ...(published === null ? {} : { draft_revision: published }) }
      change.mutate({ path: { id }, body: { message_template: { ...given, ...read } } }, callbacks)
    },
    /** `read`: the revision of the draft that it replaces (0 for none), and the version that it changes. */
    saveDraft(
      given: Draft,
      read: { revision: number; version: number | null },
      onSaved: (saved: SharedDraft) => void,
    ): void {
      if (template === null) return
      setLast('draft')
      const path = { id: template.id }
      const body = { draft: { ...given, revision: read.revision, based_on_version: read.version ?? template.version } }
      keep.mutate(
        { path, body },
        {
          onSuccess: (answer) => {
            put(DRAFT, { path }, answer)
            put(TEMPLATE, { path }, { message_template: { ...template, draft_revision: answer.draft.revision } })
            onSaved(answer.draft)
          },
          onError: () => onError(given),
        },
      )
    },
  }
}
