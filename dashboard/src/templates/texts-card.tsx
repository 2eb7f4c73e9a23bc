import type { Answer } from '../api/call.ts'
import { Choices } from '../ui/choices.tsx'
import { Card } from '../ui/page.tsx'
import type { Draft } from './draft.ts'
import { Languages } from './languages.tsx'
import { textsAt } from './places.ts'
import type { Place } from './places.ts'
import type { Problems } from './saving.ts'
import { ListProblems } from './settings-card.tsx'
import { TextFields } from './text-fields.tsx'

export type Channel = Answer<'GET /api/v1/notification_channels'>['notification_channels'][number]

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
    const { subject, body, url } = textsAt(draft, { locale, channelId: id })
    return `${nameOf(id)}${subject === '' && body === '' && url === '' ? '' : ' (its own)'}`
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
        draft={draft}
        locale={place.locale}
        readOnly={readOnly}
        onChange={change}
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
        hasLink={channels.some(({ id, channel_type: type }) => id === channelId && type === 'in_app')}
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
