import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { Choices } from '../ui/choices.tsx'
import { CheckboxGroup, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import type { ChannelTexts, Draft } from './draft.ts'
import { LiquidField } from './liquid-field.tsx'

export type Channel = Answer<'GET /api/v1/notification_channels'>['notification_channels'][number]

const FORMATS = [
  { value: 'html', label: 'HTML: inserted values are escaped' },
  { value: 'text', label: 'Text' },
] as const

type Problems = Record<string, string[]>

/** The draft with these channels. Channels already in the draft keep their texts and order. */
function withChannels(draft: Draft, ids: readonly string[]): Draft {
  const kept = draft.channels.filter(({ notification_channel_id: id }) => ids.includes(String(id)))
  const added = ids.filter((id) => !kept.some((channel) => String(channel.notification_channel_id) === id))
  const empty = added.map((id) => ({ notification_channel_id: Number(id), subject: '', body: '', url: '' }))
  return { ...draft, channels: [...kept, ...empty] }
}

function withTexts(draft: Draft, channelId: number | null, texts: Partial<ChannelTexts>): Draft {
  if (channelId === null) return { ...draft, ...texts }
  const channels = draft.channels.map((channel) =>
    channel.notification_channel_id === channelId ? { ...channel, ...texts } : channel,
  )
  return { ...draft, channels }
}

function TextFields({
  draft,
  channelId,
  hasLink,
  problems,
  readOnly,
  onChange,
}: {
  draft: Draft
  channelId: number | null
  hasLink: boolean
  problems: Problems
  readOnly: boolean
  onChange: (draft: Draft) => void
}) {
  const index = draft.channels.findIndex((channel) => channel.notification_channel_id === channelId)
  const own = channelId === null ? draft : draft.channels[index]!
  const prefix = channelId === null ? '' : `channels.${index}.`
  const help = channelId === null ? undefined : 'Empty: same text as the other channels.'
  const fallback = (text: string) => (channelId === null ? {} : { placeholder: text })
  return (
    <>
      <LiquidField
        label="Subject"
        oneLine
        readOnly={readOnly}
        help={help}
        problems={problems[`${prefix}subject`]}
        {...fallback(draft.subject)}
        value={own.subject}
        onChange={(subject) => onChange(withTexts(draft, channelId, { subject }))}
      />
      <LiquidField
        label="Body"
        readOnly={readOnly}
        help={help}
        problems={problems[`${prefix}body`]}
        {...fallback(draft.body)}
        value={own.body}
        onChange={(body) => onChange(withTexts(draft, channelId, { body }))}
      />
      {hasLink && 'url' in own && (
        <LiquidField
          label="Link"
          oneLine
          readOnly={readOnly}
          help="Opens when the message is clicked in the inbox. It must become an http or https URL."
          problems={problems[`${prefix}url`]}
          value={own.url}
          onChange={(url) => onChange(withTexts(draft, channelId, { url }))}
        />
      )}
    </>
  )
}

/** Chooses the shown text: the text for every channel, or the text of one channel. */
function TextChoice({
  draft,
  channels,
  channelId,
  onChange,
}: {
  draft: Draft
  channels: readonly Channel[]
  channelId: number | null
  onChange: (channelId: number | null) => void
}) {
  const nameOf = (id: number) => channels.find((channel) => channel.id === id)?.name ?? `Channel ${id}`
  return (
    <Choices
      label="Texts for"
      value={channelId === null ? '' : String(channelId)}
      choices={[
        { value: '', label: 'Every channel' },
        ...draft.channels.map(({ notification_channel_id: id, subject, body, url }) => {
          return {
            value: String(id),
            label: `${nameOf(id)}${subject === '' && body === '' && url === '' ? '' : ' (its own)'}`,
          }
        }),
      ]}
      onChange={(value) => onChange(value === '' ? null : Number(value))}
    />
  )
}

function ChannelProblems({ problems }: { problems: string[] | undefined }) {
  if (problems === undefined) return null
  return <p className="problem" role="alert">{`Channels: ${problems.join(', ')}`}</p>
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

/** The texts of a template, for every channel and for each channel. */
export function TextsCard({
  draft,
  channels,
  channelId,
  problems,
  readOnly,
  onChange,
  onChannel,
}: {
  draft: Draft
  channels: readonly Channel[]
  channelId: number | null
  problems: Problems
  readOnly: boolean
  onChange: (draft: Draft) => void
  onChannel: (channelId: number | null) => void
}) {
  const change = (next: Draft) => !readOnly && onChange(next)
  return (
    <Card title="Texts">
      <div className="columns">
        <TextField
          label="Name"
          help="Messages use this name."
          required
          readOnly={readOnly}
          maxLength={255}
          value={draft.name}
          problems={problems['name']}
          onChange={(name) => change({ ...draft, name })}
        />
        <SelectField
          label="Format of the body"
          disabled={readOnly}
          value={draft.body_format}
          choices={FORMATS}
          onChange={(format) => change({ ...draft, body_format: format })}
        />
        <TopicField
          topic={draft.topic}
          readOnly={readOnly}
          problems={problems['topic']}
          onChange={(topic) => change({ ...draft, topic })}
        />
      </div>
      <ChannelChoice
        draft={draft}
        channels={channels}
        onChange={(ids) => {
          if (channelId !== null && !ids.includes(String(channelId))) onChannel(null)
          change(withChannels(draft, ids))
        }}
      />
      {draft.channels.length > 0 && (
        <TextChoice draft={draft} channels={channels} channelId={channelId} onChange={onChannel} />
      )}
      <TextFields
        draft={draft}
        channelId={channelId}
        hasLink={channels.some(({ id, channel_type: type }) => id === channelId && type === 'in_app')}
        problems={problems}
        readOnly={readOnly}
        onChange={change}
      />
      <ChannelProblems problems={problems['channels']} />
    </Card>
  )
}
