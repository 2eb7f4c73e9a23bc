import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import type { Draft } from './draft.ts'
import { fallingBack, languageName, readLocale, withLocale, withoutLocale } from './places.ts'

/** The limit of the service. */
const LOCALES_MAX = 30

const SUGGESTED = 'ar bn cs da de el en es fi fr he hi hu id it ja ko nl no pl pt pt-BR ro ru sv th tr uk vi zh'.split(
  ' ',
)

/** The suggested language with an English name: `German` is `de`. */
function localeNamed(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const isNamed = (locale: string) =>
    [typed, `${typed} (${locale.toLowerCase()})`].includes(languageName(locale).toLowerCase())
  return SUGGESTED.find(isNamed) ?? null
}

const STARTS = [
  { value: 'copy', label: 'A copy of the texts, to translate' },
  { value: 'empty', label: 'Empty texts, which fall back' },
] as const

function LanguageDialog({
  draft,
  onAdd,
  onClose,
}: {
  draft: Draft
  onAdd: (locale: string, isCopy: boolean) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [start, setStart] = useState<(typeof STARTS)[number]['value']>('copy')
  const [problem, setProblem] = useState<string | null>(null)
  const listId = useId()

  function add(): void {
    const locale = localeNamed(text) ?? readLocale(text)
    const isKnown = draft.locales.some((texts) => texts.locale === locale)
    if (locale === null) setProblem('must be a language like de or pt-BR')
    else if (isKnown) setProblem('is already in the template')
    else onAdd(locale, start === 'copy')
  }

  return (
    <FormDialog title="Add a language" action="Add" busy={false} error={null} onClose={onClose} onSubmit={add}>
      <TextField
        label="Language"
        help="German, or a code, perhaps with a region: de, pt-BR. A recipient in Brazil gets the texts of pt-BR, else those of pt."
        required
        list={listId}
        spellCheck={false}
        value={text}
        problems={problem === null ? undefined : [problem]}
        onChange={(value) => {
          setText(value)
          setProblem(null)
        }}
      />
      <datalist id={listId}>
        {SUGGESTED.map((locale) => (
          <option key={locale} value={locale}>
            {languageName(locale)}
          </option>
        ))}
      </datalist>
      <SelectField label="Start with" value={start} choices={STARTS} onChange={setStart} />
    </FormDialog>
  )
}

function labelOf(draft: Draft, locale: string): string {
  const count = fallingBack(draft, locale)
  return count === 0
    ? languageName(locale)
    : `${languageName(locale)}, ${count === 1 ? '1 text falls' : `${count} texts fall`} back`
}

/** Chooses the language of the shown texts, adds and removes languages. `locale` null: the template's own texts. */
export function Languages({
  draft,
  locale,
  readOnly,
  onChange,
  onLocale,
}: {
  draft: Draft
  locale: string | null
  readOnly: boolean
  onChange: (draft: Draft) => void
  onLocale: (locale: string | null) => void
}) {
  const [adding, setAdding] = useState(false)
  const isFull = draft.locales.length >= LOCALES_MAX
  return (
    <div className="languages">
      {draft.locales.length > 0 && (
        <Choices
          label="Language"
          isShown
          value={locale ?? ''}
          choices={[
            { value: '', label: languageName(null) },
            ...draft.locales.map((texts) => ({ value: texts.locale, label: labelOf(draft, texts.locale) })),
          ]}
          onChange={(value) => onLocale(value === '' ? null : value)}
        />
      )}
      {!readOnly && (
        <Button
          icon="plus"
          whyNot={isFull ? `A template has at most ${LOCALES_MAX} languages` : null}
          onClick={() => setAdding(true)}
        >
          Add a language
        </Button>
      )}
      {!readOnly && locale !== null && (
        <Button
          tone="quiet"
          icon="trash"
          onClick={() => {
            onLocale(null)
            onChange(withoutLocale(draft, locale))
          }}
        >
          {`Remove ${languageName(locale)}`}
        </Button>
      )}
      {adding && (
        <LanguageDialog
          draft={draft}
          onClose={() => setAdding(false)}
          onAdd={(added, isCopy) => {
            setAdding(false)
            onChange(withLocale(draft, added, isCopy))
            onLocale(added)
          }}
        />
      )}
    </div>
  )
}
