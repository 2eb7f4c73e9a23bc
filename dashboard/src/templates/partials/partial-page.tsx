import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { useWhyNot } from '../../api/session.tsx'
import { navigate, useSearch } from '../../router.ts'
import { TextField } from '../../ui/field.tsx'
import { ErrorNotice, Loaded } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EMPTY_DRAFT } from '../draft.ts'
import { Languages } from '../languages.tsx'
import { LiquidField } from '../liquid-field.tsx'
import { useSaveKey } from '../save-key.ts'
import type { Problems } from '../saving.ts'
import { ListProblems } from '../settings-card.tsx'
import { knownNames } from '../suggestions.ts'
import { PARTIALS } from '../tabs.tsx'
import '../template.css'
import { readText, useKeptText, useTextKey } from './kept-text.ts'
import type { Partial } from './partial.ts'
import { Examples, PartialActions, StateNotices, UsersCard } from './partial-parts.tsx'
import { PartialPreview } from './partial-preview.tsx'
import { PartialVersions } from './partial-versions.tsx'
import { useSavingPartial } from './saving.ts'
import type { Written } from './saving.ts'

/** Another member may save the partial too. */
const READ_EVERY_MS = 3000

const writtenOf = (partial: Partial | null, name: string): Written => ({
  name: partial?.name ?? name,
  text: partial?.text ?? '',
  locales: partial?.locales ?? [],
})

/** The texts without those of a language, and with a text in it if one is given. In the order of the service. */
function withText({ locales, ...written }: Written, locale: string, text?: string): Written {
  const others = locales.filter((one) => one.locale !== locale)
  const all = text === undefined ? others : [...others, { locale, text }]
  return { ...written, locales: all.toSorted((one, other) => (one.locale < other.locale ? -1 : 1)) }
}

const isSame = (one: Written, other: Written) => JSON.stringify(one) === JSON.stringify(other)

/** The name and text in the editor, and the version that they change. All of it is kept in the browser. */
function useWritten(partial: Partial | null) {
  const key = useTextKey(partial?.id ?? null)
  const [search] = useSearch()
  const [kept] = useState(() => readText(key))
  const [stored, setStored] = useState(() => writtenOf(partial, search.get('name') ?? ''))
  const [written, setWritten] = useState<Written>(() => {
    if (kept === null) return stored
    const { name, text, locales } = kept
    return { name, text, locales }
  })
  const [version, setVersion] = useState(kept === null ? (partial?.version ?? null) : kept.version)
  const [isRestored, setRestored] = useState(kept !== null)
  const hasChanged = !isSame(written, stored)
  const forget = useKeptText(key, hasChanged ? { ...written, version } : null)
  /** `given`: the texts of the editor that were saved. Later changes stay. */
  function take(saved: Partial | null, given: Written | null = null): void {
    const next = writtenOf(saved, '')
    setStored(next)
    setWritten((shown) => (given === null || isSame(shown, given) ? next : shown))
    setVersion(saved?.version ?? null)
    setRestored(false)
  }
  const isBehind = partial !== null && version !== null && partial.version > version
  return { written, setWritten, hasChanged, isRestored: isRestored && hasChanged, isBehind, take, forget }
}

function TextCard({
  isNew,
  written,
  locale,
  problems,
  onChange,
  onLocale,
}: {
  isNew: boolean
  written: Written
  /** The shown language. Null: the text for all others. */
  locale: string | null
  problems: Problems
  onChange: (written: Written) => void
  onLocale: (locale: string | null) => void
}) {
  const readOnly = useWhyNot('change') !== null
  const place = written.locales.findIndex((one) => one.locale === locale)
  return (
    <Card title="Partial">
      {isNew && (
        <TextField
          label="Name"
          className="mono"
          spellCheck={false}
          autoCapitalize="off"
          readOnly={readOnly}
          help="Lower-case letters, digits, - and _. It never changes."
          problems={problems['name']}
          value={written.name}
          onChange={(name) => onChange({ ...written, name })}
        />
      )}
      <Languages
        locales={written.locales.map((one) => one.locale)}
        locale={locale}
        readOnly={readOnly}
        onAdd={(added, isCopy) => onChange(withText(written, added, isCopy ? written.text : ''))}
        onRemove={(removed) => onChange(withText(written, removed))}
        onLocale={onLocale}
      />
      <LiquidField
        label="Text"
        readOnly={readOnly}
        names={() => knownNames({ ...EMPTY_DRAFT, body: written.text }, {})}
        problems={problems[place < 0 ? 'text' : `locales.${place}.text`]}
        value={place < 0 ? written.text : written.locales[place]!.text}
        onChange={(text) => onChange(locale === null ? { ...written, text } : withText(written, locale, text))}
      />
      <ListProblems label="Languages" problems={problems['locales']} />
    </Card>
  )
}

/** `partial`: null for a new partial. */
function Editor({ partial }: { partial: Partial | null }) {
  const readOnly = useWhyNot('change') !== null
  const editor = useWritten(partial)
  const { written, setWritten, hasChanged } = editor
  const [chosen, setLocale] = useState<string | null>(null)
  const inChosen = written.locales.find((one) => one.locale === chosen)
  const locale = inChosen?.locale ?? null
  const saving = useSavingPartial(partial, written)

  function save(given: Written, onDone = () => {}): void {
    saving.save(given, (saved) => {
      showToast(`Version ${saved.version} is saved and in use`)
      if (partial === null) {
        editor.forget()
        return navigate(`${PARTIALS}/${saved.id}`, { replace: true })
      }
      editor.take(saved, given === written ? written : null)
      onDone()
    })
  }

  useSaveKey(!readOnly && hasChanged && !saving.isPending ? () => save(written) : null)

  return (
    <Page
      title={partial?.name ?? 'New partial'}
      actions={
        <PartialActions
          partial={partial}
          hasChanged={hasChanged}
          isSaving={saving.isPending}
          onSave={() => save(written)}
          onDeleted={editor.forget}
        />
      }
    >
      <StateNotices
        newer={editor.isBehind ? partial!.version : null}
        isRestored={editor.isRestored}
        onLoad={() => editor.take(partial)}
      />
      <ErrorNotice error={saving.error} />
      {partial === null && written.text === '' && !readOnly && (
        <Examples onChoose={({ name, text }) => setWritten({ ...written, name: written.name || name, text })} />
      )}
      <div className="editor">
        <TextCard
          isNew={partial === null}
          {...{ written, locale }}
          problems={saving.problems}
          onChange={setWritten}
          onLocale={setLocale}
        />
        <PartialPreview partial={partial} name={written.name} text={inChosen?.text ?? written.text} locale={locale} />
      </div>
      {partial !== null && <UsersCard partial={partial} />}
      {partial !== null && (
        <PartialVersions
          partial={partial}
          unsaved={hasChanged ? written : null}
          restoring={saving}
          onRestore={(texts, onDone) => save({ ...written, ...texts }, onDone)}
        />
      )}
    </Page>
  )
}

function ExistingPartial({ id }: { id: number }) {
  const read = useRead('GET /api/v1/partials/{id}', { path: { id } }, { everyMs: READ_EVERY_MS })
  return <Loaded of={read}>{({ partial }) => <Editor partial={partial} />}</Loaded>
}

/** One partial: its editor, its preview, its users and its versions. `id`: null for a new partial. */
export default function PartialPage({ id }: { id: number | null }) {
  return id === null ? <Editor partial={null} /> : <ExistingPartial id={id} />
}
