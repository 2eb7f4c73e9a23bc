import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { OpensField } from '../channels/opens-field.tsx'
import { Choices } from '../ui/choices.tsx'
import { CheckboxGroup, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { withChannels } from './draft.ts'
import type { Draft } from './draft.ts'
import { Languages } from './languages.tsx'
import { textsAt } from './places.ts'
import type { Place } from './places.ts'
import type { Problems } from './saving.ts'
import { TextFields } from './text-fields.tsx'

export type Channel = Answer<'GET /api/v1/notification_channels'>['notification_channels'][number]

const FORMATS = [
  { value: 'html', label: 'HTML: inserted values are escaped' },
  { value: 'text', label: 'Text' },
] as const

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

function ListProblems({ label, problems }: { label: string; problems: string[] | undefined }) {
  if (problems === undefined) return null
  return <p className="problem" role="alert">{`${label}: ${problems.join(', ')}`}</p>
}

const TOPICS_MAX = 100

function TopicField({
  topic,
  readOnly,
  problems,
  onChange,
}: {
  topic: string | null
  readOnly: boolean
  problems: string[] | undefined
  onChange: (topic: string | null) => void
}) {
  const { data } = useRead('GET /api/v1/topics', { query: { limit: TOPICS_MAX } })
  const known = data?.topics.map(({ name, label }) => ({ value: name, label: `${label} (${name})` })) ?? []
  const current = topic !== null && !known.some(({ value }) => value === topic) ? [{ value: topic, label: topic }] : []
  return (
    <SelectField
      label="Topic"
      help="Recipients may refuse the messages of a topic."
      disabled={readOnly}
      value={topic ?? ''}
      choices={[{ value: '', label: 'None' }, ...known, ...current]}
      onChange={(name) => onChange(name === '' ? null : name)}
      problems={problems}
    />
  )
}

/** Chooses the channels of the template. */
function ChannelChoice(props: {
  draft: Draft
  channels: readonly Channel[]
  onChange: (ids: readonly string[]) => void
}) {
  const { draft, channels, onChange } = props
  if (channels.length === 0)
    return (
      <Notice>
        <p>No channels yet: without a channel, messages of this template are not sent.</p>
      </Notice>
    )
  return (
    <CheckboxGroup
      label="Send on"
      values={draft.channels.map(({ notification_channel_id: id }) => String(id))}
      choices={channels.map(({ id, name: label, active }) => {
        return { value: String(id), label: active ? label : `${label} (inactive)` }
      })}
      onChange={onChange}
    />
  )
}

function Settings({
  draft,
  problems,
  readOnly,
  onChange,
}: {
  draft: Draft
  problems: Problems
  readOnly: boolean
  onChange: (draft: Draft) => void
}) {
  return (
    <div className="columns">
      <TextField
        label="Name"
        help="Messages use this name."
        required
        readOnly={readOnly}
        maxLength={255}
        value={draft.name}
        problems={problems['name']}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <SelectField
        label="Format of the body"
        disabled={readOnly}
        value={draft.body_format}
        choices={FORMATS}
        onChange={(format) => onChange({ ...draft, body_format: format })}
      />
      <OpensField
        isTracked={draft.track_opens}
        readOnly={readOnly}
        onChange={(isTracked) => onChange({ ...draft, track_opens: isTracked })}
      />
      <TopicField
        topic={draft.topic}
        readOnly={readOnly}
        problems={problems['topic']}
        onChange={(topic) => onChange({ ...draft, topic })}
      />
    </div>
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
    <>
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
      <Card title="Settings">
        <Settings draft={draft} problems={problems} readOnly={readOnly} onChange={change} />
        <ChannelChoice
          draft={draft}
          channels={channels}
          onChange={(ids) => {
            if (channelId !== null && !ids.includes(String(channelId))) onPlace({ ...place, channelId: null })
            change(withChannels(draft, ids.map(Number)))
          }}
        />
        <ListProblems label="Channels" problems={problems['channels']} />
      </Card>
    </>
  )
}
