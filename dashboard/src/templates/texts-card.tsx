import type { Answer } from '../api/call.ts'
import { Choices } from '../ui/choices.tsx'
import { Card } from '../ui/page.tsx'
import type { Draft } from './draft.ts'
import { Languages } from './languages.tsx'
import { fallingBack, hasTextAt, languageName, withLocale, withoutLocale } from './places.ts'
import type { Place } from './places.ts'
import type { Problems } from './saving.ts'
import { ListProblems } from './settings-card.tsx'
import { TextFields } from './text-fields.tsx'

export type Channel = Answer<'GET /api/v1/notification_channels'>['notification_channels'][number]

function labelOfLanguage(draft: Draft, locale: string): string {
  const count = fallingBack(draft, locale)
  return count === 0
    ? languageName(locale)
    : `${languageName(locale)}, ${count === 1 ? '1 text falls' : `${count} texts fall`} back`
}

/** Chooses the shown texts: those for every channel, or those of one channel. */
function TextChoice({
  draft,
  place: { locale, channelId },
  nameOf,
  onChange,
}: {
  draft: Draft
  place: Place
  nameOf: (channelId: number) => string
  onChange: (channelId: number | null) => void
}) {
  const labelOf = (id: number) => {
    return `${nameOf(id)}${hasTextAt(draft, { locale, channelId: id }) ? ' (its own)' : ''}`
  }
  return (
    <Choices
      label="Texts for"
      isShown
      value={channelId === null ? '' : String(channelId)}
      choices={[
        { value: '', label: 'Every channel' },
        ...draft.channels.map(({ notification_channel_id: id }) => ({ value: String(id), label: labelOf(id) })),
      ]}
      onChange={(value) => onChange(value === '' ? null : Number(value))}
    />
  )
}

/** The texts of a template, in each language, for every channel and for each channel. */
export function TextsCard({
  draft,
  channels,
  place,
  problems,
  readOnly,
  names,
  onChange,
  onPlace,
}: {
  draft: Draft
  channels: readonly Channel[]
  place: Place
  problems: Problems
  readOnly: boolean
  names: () => readonly string[]
  onChange: (draft: Draft) => void
  onPlace: (place: Place) => void
}) {
  const { channelId } = place
  const change = (next: Draft) => !readOnly && onChange(next)
  const nameOf = (id: number) => channels.find((channel) => channel.id === id)?.name ?? `Channel ${id}`
  return (
    <Card title="Texts">
      <Languages
        locales={draft.locales.map(({ locale }) => locale)}
        locale={place.locale}
        labelOf={(locale) => labelOfLanguage(draft, locale)}
        readOnly={readOnly}
        onAdd={(locale, isCopy) => change(withLocale(draft, locale, isCopy))}
        onRemove={(locale) => change(withoutLocale(draft, locale))}
        onLocale={(locale) => onPlace({ ...place, locale })}
      />
      {draft.channels.length > 0 && (
        <TextChoice
          draft={draft}
          place={place}
          nameOf={nameOf}
          onChange={(id) => onPlace({ ...place, channelId: id })}
        />
      )}
      <TextFields
        draft={draft}
        place={place}
        type={channels.find(({ id }) => id === channelId)?.channel_type ?? null}
        problems={problems}
        readOnly={readOnly}
        names={names}
        nameOf={nameOf}
        onChange={change}
      />
      <ListProblems label="Languages" problems={problems['locales']} />
    </Card>
  )
}
