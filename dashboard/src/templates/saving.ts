import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { OperationName } from '../api/call.ts'
import { problemsLeft } from './draft.ts'
import type { Draft, MessageTemplate } from './draft.ts'

/** The errors of fields, by the names that the service gives them. */
export type Problems = Record<string, string[]>

const CHANGES: readonly OperationName[] = [
  'GET /api/v1/message_templates',
  'GET /api/v1/message_templates/{id}',
  'GET /api/v1/message_templates/{id}/versions',
]

/**
 * Creates or changes the template. `problems` are the errors of its fields. If the member changes a field, its errors
 * disappear: they are about the former text.
 */
export function useSaving(template: MessageTemplate | null, draft: Draft) {
  const create = useChange('POST /api/v1/message_templates', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/message_templates/{id}', { changes: CHANGES })
  const [refused, setRefused] = useState<Draft | null>(null)
  const { error, isPending } = template === null ? create : change
  const problems = problemsLeft(error?.errors ?? {}, refused, draft)
  const isFixed = Object.keys(error?.errors ?? {}).length > 0 && Object.keys(problems).length === 0
  return {
    isPending,
    error: isFixed ? null : error,
    problems,
    save(given: Draft, onSaved: (saved: MessageTemplate) => void): void {
      const body = { message_template: given }
      const callbacks = {
        onSuccess: ({ message_template: saved }: { message_template: MessageTemplate }) => onSaved(saved),
        onError: () => setRefused(given),
      }
      if (template === null) create.mutate({ body }, callbacks)
      else change.mutate({ path: { id: template.id }, body }, callbacks)
    },
  }
}
