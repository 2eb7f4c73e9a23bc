import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { languageName, readLocale } from './places.ts'

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
  locales,
  onAdd,
  onClose,
}: {
  locales: readonly string[]
  onAdd: (locale: string, isCopy: boolean) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [start, setStart] = useState<(typeof STARTS)[number]['value']>('copy')
  const [problem, setProblem] = useState<string | null>(null)
  const listId = useId()

  function add(): void {
    const locale = localeNamed(text) ?? readLocale(text)
    const isKnown = locale !== null && locales.includes(locale)
    if (locale === null) setProblem('must be a language like de or pt-BR')
    else if (isKnown) setProblem('is already there')
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

/** Chooses the language of the shown texts, adds and removes languages. `locale` null: the texts for all other languages. */
export function Languages({
  locales,
  locale,
  labelOf = languageName,
  readOnly,
  onAdd,
  onRemove,
  onLocale,
}: {
  locales: readonly string[]
  locale: string | null
  labelOf?: (locale: string) => string
  readOnly: boolean
  /** `isCopy`: begin with a copy of the present texts. */
  onAdd: (locale: string, isCopy: boolean) => void
  onRemove: (locale: string) => void
  onLocale: (locale: string | null) => void
}) {
  const [adding, setAdding] = useState(false)
  const isFull = locales.length >= LOCALES_MAX
  return (
    <div className="languages">
      {locales.length > 0 && (
        <Choices
          label="Language"
          isShown
          value={locale ?? ''}
          choices={[
            { value: '', label: languageName(null) },
            ...locales.map((one) => ({ value: one, label: labelOf(one) })),
          ]}
          onChange={(value) => onLocale(value === '' ? null : value)}
        />
      )}
      {!readOnly && (
        <Button icon="plus" whyNot={isFull ? `At most ${LOCALES_MAX} languages` : null} onClick={() => setAdding(true)}>
          Add a language
        </Button>
      )}
      {!readOnly && locale !== null && (
        <Button
          tone="quiet"
          icon="trash"
          onClick={() => {
            onLocale(null)
            onRemove(locale)
          }}
        >
          {`Remove ${languageName(locale)}`}
        </Button>
      )}
      {adding && (
        <LanguageDialog
          locales={locales}
          onClose={() => setAdding(false)}
          onAdd={(added, isCopy) => {
            setAdding(false)
            onAdd(added, isCopy)
            onLocale(added)
          }}
        />
      )}
    </div>
  )
}
