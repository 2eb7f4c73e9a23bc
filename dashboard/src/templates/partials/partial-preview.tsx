import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { SelectField } from '../../ui/field.tsx'
import { draftOf } from '../draft.ts'
import { usedTexts } from '../places.ts'
import { PreviewCard } from '../preview-card.tsx'
import type { Samples } from '../samples.ts'
import { sampleDraft } from './partial.ts'
import type { Partial } from './partial.ts'

const ALONE = 'alone'

/** The name in previews while a new partial has none. */
const UNNAMED = 'new-partial'

/** The unsaved partial in a template that uses it, or alone. `partial`: null for a new one. */
export function PartialPreview({
  partial,
  name,
  text,
  locale,
}: {
  partial: Partial | null
  name: string
  /** In the locale. */
  text: string
  locale: string | null
}) {
  const templates = (partial?.used_by ?? []).filter(({ kind }) => kind === 'template')
  const [chosen, setChosen] = useState(templates[0] === undefined ? ALONE : String(templates[0].id))
  const [samples, setSamples] = useState<Samples>({})
  const isAlone = chosen === ALONE
  const read = useRead(
    'GET /api/v1/message_templates/{id}',
    { path: { id: isAlone ? 0 : Number(chosen) } },
    { enabled: !isAlone },
  )
  const shownName = /^[a-z0-9][a-z0-9_-]*$/.test(name) ? name : UNNAMED
  const template = read.data?.message_template
  const isLoaded = !isAlone && template !== undefined && String(template.id) === chosen
  const draft = isLoaded ? draftOf(template, template) : sampleDraft(shownName, text)
  return (
    <div className="stack">
      {templates.length > 0 && (
        <SelectField
          label="Preview in"
          value={chosen}
          choices={[
            ...templates.map(({ id, name: title }) => ({ value: String(id), label: title })),
            { value: ALONE, label: 'No template: the partial alone' },
          ]}
          onChange={setChosen}
        />
      )}
      <PreviewCard
        texts={usedTexts(draft, { locale, channelId: null })}
        locale={locale}
        format={draft.body_format}
        partials={[{ name: shownName, text }]}
        samples={samples}
        onSamples={setSamples}
      />
    </div>
  )
}
