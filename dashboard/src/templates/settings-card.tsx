/** The settings of a template, at the side of its texts. */
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { iconOfType, titleOfType } from '../channels/channel-type.tsx'
import { OpensField } from '../channels/opens-field.tsx'
import { CheckboxGroup, SelectField, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { PRIORITIES, withChannels } from './draft.ts'
import type { Draft } from './draft.ts'
import type { Place } from './places.ts'
import type { Problems } from './saving.ts'
import type { Channel } from './texts-card.tsx'

const FORMATS = [
  { value: 'html', label: 'HTML: inserted values are escaped' },
  { value: 'text', label: 'Text' },
] as const

export function ListProblems({ label, problems }: { label: string; problems: string[] | undefined }) {
  if (problems === undefined) return null
  return <p className="problem" role="alert">{`${label}: ${problems.join(', ')}`}</p>
}

const TOPICS_MAX = 100

function TopicField({
  topic,
  isOpen,
  readOnly,
  problems,
  onChange,
}: {
  topic: string | null
  /** The member sees the field. */
  isOpen: boolean
  readOnly: boolean
  problems: string[] | undefined
  onChange: (topic: string | null) => void
}) {
  const { data } = useRead('GET /api/v1/topics', { query: { limit: TOPICS_MAX } }, { enabled: isOpen })
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
      isList
      label="Send on"
      values={draft.channels.map(({ notification_channel_id: id }) => String(id))}
      choices={channels.map(({ id, name: label, active, channel_type: type }) => {
        const icon = <Icon name={iconOfType(type)} />
        return { value: String(id), label: active ? label : `${label} (inactive)`, icon }
      })}
      onChange={onChange}
    />
  )
}

function Fields({
  draft,
  isOpen,
  problems,
  readOnly,
  onChange,
}: {
  draft: Draft
  isOpen: boolean
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
      <SelectField
        label="Priority"
        help="High goes before all other messages of a channel. Low waits for them."
        disabled={readOnly}
        value={draft.priority}
        choices={PRIORITIES.map((priority) => ({ value: priority, label: priority }))}
        problems={problems['priority']}
        onChange={(priority) => onChange({ ...draft, priority })}
      />
      <TopicField
        topic={draft.topic}
        isOpen={isOpen}
        readOnly={readOnly}
        problems={problems['topic']}
        onChange={(topic) => onChange({ ...draft, topic })}
      />
    </div>
  )
}

/** The settings in a few words, while they are closed. */
function Summary({ draft, channels }: { draft: Draft; channels: readonly Channel[] }) {
  const chosen = channels.filter(({ id }) => draft.channels.some((one) => one.notification_channel_id === id))
  return (
    <span className="row tight muted small">
      {chosen.map(({ id, name, channel_type: type }) => (
        <span key={id} className="with-icon" title={`${titleOfType(type)}: ${name}`}>
          <Icon name={iconOfType(type)} />
          <span className="unseen">{name}</span>
        </span>
      ))}
      {chosen.length === 0 && 'no channel'}
      <span>{draft.body_format === 'html' ? 'HTML' : 'text'}</span>
      {draft.priority !== 'normal' && <span>{draft.priority} priority</span>}
      {draft.topic !== null && <bdi>{draft.topic}</bdi>}
    </span>
  )
}

/** Open for a new template, and if a setting has an error. */
export function SettingsCard({
  isNew,
  draft,
  channels,
  place,
  problems,
  readOnly,
  onChange,
  onPlace,
}: {
  isNew: boolean
  draft: Draft
  channels: readonly Channel[]
  place: Place
  problems: Problems
  readOnly: boolean
  onChange: (draft: Draft) => void
  onPlace: (place: Place) => void
}) {
  const [wasOpened, setOpened] = useState(isNew)
  const isOpen = wasOpened || ['name', 'topic', 'channels', 'priority'].some((field) => field in problems)
  const change = (next: Draft) => !readOnly && onChange(next)
  const { channelId } = place
  return (
    <details className="card settings" open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <h2>Settings</h2>
        <Summary draft={draft} channels={channels} />
      </summary>
      <div className="stack">
        <Fields draft={draft} isOpen={isOpen} problems={problems} readOnly={readOnly} onChange={change} />
        <ChannelChoice
          draft={draft}
          channels={channels}
          onChange={(ids) => {
            if (channelId !== null && !ids.includes(String(channelId))) onPlace({ ...place, channelId: null })
            change(withChannels(draft, ids.map(Number)))
          }}
        />
        <ListProblems label="Channels" problems={problems['channels']} />
      </div>
    </details>
  )
}
