import { partOfType } from './content.ts'
import { ContentFields } from './content-fields.tsx'
import type { Draft } from './draft.ts'
import { LiquidField } from './liquid-field.tsx'
import { fieldPrefix, languageName, textsAt, usedPlace, withTextsAt } from './places.ts'
import type { Place, TextName } from './places.ts'
import type { Problems } from './saving.ts'

const LABELS: Record<TextName, string> = { subject: 'Subject', body: 'Body', url: 'Link' }
const LINK_HELP = 'Opens when the message is clicked in the inbox. It must become an http or https URL.'

/** The place of a text, for people. `nameOf`: the name of a channel. */
function placeName({ locale, channelId }: Place, isOfLanguage: boolean, nameOf: (channelId: number) => string): string {
  const channel = channelId === null ? 'every channel' : nameOf(channelId)
  if (locale === null && isOfLanguage) return `the text for ${channel} in all other languages`
  return locale === null ? `the text for ${channel}` : `the text for ${channel} in ${languageName(locale)}`
}

/** The help of a field: where an absent text comes from. */
function helpOf(name: TextName, draft: Draft, place: Place, nameOf: (channelId: number) => string): string | undefined {
  const from = usedPlace(draft, place, name, true)
  const isEmpty = textsAt(draft, place)[name] === ''
  if (from === null) return name === 'url' ? LINK_HELP : undefined
  const fallback = placeName(from, place.locale !== null, nameOf)
  return isEmpty ? `Falls back to ${fallback}.` : `If empty, ${fallback} is used.`
}

/** The texts at one place of the template. `type`: of its channel, null for every channel. */
export function TextFields({
  draft,
  place,
  type,
  problems,
  readOnly,
  names,
  nameOf,
  onChange,
}: {
  draft: Draft
  place: Place
  type: string | null
  problems: Problems
  readOnly: boolean
  /** Names to suggest in the texts. */
  names: () => readonly string[]
  nameOf: (channelId: number) => string
  onChange: (draft: Draft) => void
}) {
  const texts = textsAt(draft, place)
  const prefix = fieldPrefix(draft, place)
  const part = partOfType(type)
  const field = (name: TextName) => {
    const from = usedPlace(draft, place, name, true)
    return {
      label: LABELS[name],
      readOnly,
      names,
      help: helpOf(name, draft, place, nameOf),
      problems: problems[`${prefix}${name}`],
      ...(from === null ? {} : { placeholder: textsAt(draft, from)[name] }),
      value: texts[name],
      onChange: (value: string) => onChange(withTextsAt(draft, place, { [name]: value })),
    }
  }
  return (
    <>
      <LiquidField {...field('subject')} oneLine />
      <LiquidField {...field('body')} />
      {type === 'in_app' && <LiquidField {...field('url')} oneLine />}
      {part !== null && (
        <ContentFields
          key={`${place.locale} ${place.channelId}`}
          {...{ draft, place, part, problems, readOnly, names, onChange }}
        />
      )}
    </>
  )
}
