import { useState } from 'react'
import type { OperationName } from '../../api/call.ts'
import { useChange } from '../../api/queries.ts'
import type { Problems } from '../saving.ts'
import type { Partial } from './partial.ts'

const CHANGES: readonly OperationName[] = [
  'GET /api/v1/partials',
  'GET /api/v1/partials/{id}',
  'GET /api/v1/partials/{id}/versions',
  'POST /api/v1/message_templates/preview',
]

/** The texts of a partial: its own, and those in other languages. */
export type PartialTexts = Pick<Partial, 'text' | 'locales'>

export interface Written extends PartialTexts {
  name: string
}

/** Creates or changes the partial. `problems`: the errors of fields that have not changed since. */
export function useSavingPartial(partial: Partial | null, written: Written) {
  const create = useChange('POST /api/v1/partials', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/partials/{id}', { changes: CHANGES })
  const [refused, setRefused] = useState<Written | null>(null)
  const { error, isPending } = partial === null ? create : change
  const isSame = (field: string) => {
    const [name] = field.split('.') as [keyof Written]
    return JSON.stringify(refused?.[name]) === JSON.stringify(written[name])
  }
  const all = Object.entries(error?.errors ?? {})
  const problems: Problems = Object.fromEntries(all.filter(([field]) => isSame(field)))
  const isOfFields = all.length > 0
  return {
    isPending,
    error: isOfFields ? null : error,
    problems,
    save(given: Written, onSaved: (saved: Partial) => void): void {
      const callbacks = {
        onSuccess: ({ partial: saved }: { partial: Partial }) => onSaved(saved),
        onError: () => setRefused(given),
      }
      if (partial === null) create.mutate({ body: { partial: given } }, callbacks)
      else
        change.mutate(
          { path: { id: partial.id }, body: { partial: { text: given.text, locales: given.locales } } },
          callbacks,
        )
    },
  }
}
