import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { CHANNEL_TYPES, TYPE_TITLES } from '../channels/channel-type.tsx'
import { Suppressions } from '../settings/suppressions.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { CheckboxGroup, TextField } from '../ui/field.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { useTimeFormat } from '../ui/time-habit.ts'
import './preferences.css'
import type { NotificationUser } from './recipient.ts'

type Preferences = Answer<'PUT /api/v1/notification_users/{id}/preferences'>
type Preference = Preferences['preferences'][number]

const EXACT = { dateStyle: 'medium', timeStyle: 'short' } as const
const PAUSE = [{ value: 'paused', label: 'Pause everything but required topics' }] as const

const nameOf = ({ topic, channel_type: type }: Preference) => `${topic}/${type}`

/** A topic in each row and a type of channel in each column, also on a small screen. `children`: a cell. */
function TopicTable({
  label,
  preferences,
  children: cell,
}: {
  label: string
  preferences: readonly Preference[]
  children: (preference: Preference) => ReactNode
}) {
  const types = CHANNEL_TYPES.filter((type) => preferences.some((one) => one.channel_type === type))
  const topics = [...Map.groupBy(preferences, ({ topic }) => topic).values()]
  return (
    <table className="choices-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Topic</th>
          {types.map((type) => (
            <th key={type} scope="col">
              {TYPE_TITLES[type]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {topics.map((ofTopic) => (
          <tr key={ofTopic[0]!.topic}>
            <th scope="row">
              <bdi>{ofTopic[0]!.label}</bdi>
            </th>
            {types.map((type) => {
              const preference = ofTopic.find((one) => one.channel_type === type)
              return <td key={type}>{preference !== undefined && cell(preference)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `enabled`: the names of the checked ones. */
function TopicCheckboxes({
  preferences,
  enabled,
  onChange,
}: {
  preferences: readonly Preference[]
  enabled: string[]
  onChange: (enabled: string[]) => void
}) {
  return (
    <TopicTable label="Send messages of" preferences={preferences}>
      {(one) =>
        one.required ? (
          <Badge>always</Badge>
        ) : (
          <label className="checkbox">
            <input
              type="checkbox"
              aria-label={`${one.label}: ${TYPE_TITLES[one.channel_type]}`}
              checked={enabled.includes(nameOf(one))}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...enabled, nameOf(one)] : enabled.filter((name) => name !== nameOf(one)))
              }
            />
          </label>
        )
      }
    </TopicTable>
  )
}

function ChangeDialog({ id, of, onClose }: { id: number; of: Preferences; onClose: () => void }) {
  const choosable = of.preferences.filter(({ required }) => !required)
  const [enabled, setEnabled] = useState(choosable.filter((one) => one.enabled).map(nameOf))
  const [paused, setPaused] = useState(of.paused)
  const [from, setFrom] = useState(of.quiet_hours?.from ?? '')
  const [until, setUntil] = useState(of.quiet_hours?.until ?? '')
  const change = useChange('PUT /api/v1/notification_users/{id}/preferences', {
    changes: ['GET /api/v1/notification_users/{id}'],
  })
  const problems = change.error?.errors ?? {}

  function submit(): void {
    // Only changes: an unchanged choice keeps its time and its source.
    const changed = choosable.filter((one) => one.enabled !== enabled.includes(nameOf(one)))
    const preferences = changed.map(({ topic, channel_type, enabled: before }) => ({
      topic,
      channel_type,
      enabled: !before,
    }))
    const quiet_hours = from === '' && until === '' ? null : { from, until }
    change.mutate({ path: { id }, body: { preferences, paused, quiet_hours } }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title="Edit the preferences"
      action="Save"
      busy={change.isPending}
      error={Object.keys(problems).some((name) => name.startsWith('quiet_hours')) ? null : change.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {choosable.length > 0 && <TopicCheckboxes preferences={of.preferences} enabled={enabled} onChange={setEnabled} />}
      <CheckboxGroup
        label="Pause"
        values={paused ? ['paused'] : []}
        choices={PAUSE}
        onChange={(values) => setPaused(values.length > 0)}
      />
      <div className="columns">
        <TextField
          label="Quiet hours from"
          type="time"
          value={from}
          onChange={setFrom}
          problems={problems['quiet_hours.from']}
        />
        <TextField
          label="Until"
          type="time"
          value={until}
          onChange={setUntil}
          problems={problems['quiet_hours.until']}
        />
      </div>
    </FormDialog>
  )
}

/** A choice of a topic on a type of channel. Its title says who made it, and when. */
function Choice({ of: preference }: { of: Preference }) {
  const exact = useTimeFormat(EXACT)
  const { enabled, required, changed_at: at, source } = preference
  if (required) return <Badge>always</Badge>
  const chosen =
    at === null
      ? undefined
      : `Chosen ${source === 'api' ? 'by the API' : 'by the recipient'}, ${exact.format(Date.parse(at))}`
  return (
    <span title={chosen}>
      <Badge tone={enabled ? 'good' : 'warn'}>{enabled ? 'yes' : 'no'}</Badge>
      {chosen !== undefined && <span className="unseen">{chosen}</span>}
    </span>
  )
}

function Choices({ preferences }: { preferences: readonly Preference[] }) {
  if (preferences.length === 0)
    return (
      <Empty title="No topics" action={<ButtonLink to="/settings/topics">Topics</ButtonLink>}>
        Without topics, the recipient has no choice but the pause.
      </Empty>
    )
  return (
    <TopicTable label="Preferences" preferences={preferences}>
      {(preference) => <Choice of={preference} />}
    </TopicTable>
  )
}

function About({ of }: { of: Preferences }) {
  const { paused, quiet_hours: quiet, time_zone: zone, preferences_url: url } = of
  // Others get the address without its token.
  const mayChange = useWhyNot('change') === null
  return (
    <Facts
      rows={[
        [
          'Paused',
          paused ? (
            <Badge key="paused" tone="warn">
              paused
            </Badge>
          ) : (
            'no'
          ),
        ],
        ['Quiet hours', quiet === null ? 'none' : `${quiet.from} to ${quiet.until} ${zone ?? 'UTC'}`],
        url !== null &&
          mayChange && ["The recipient's page", <Copyable key="url" text={url} label="address of the page" />],
      ]}
    />
  )
}

/** The preferences of a recipient, and the suppressions of its addresses. */
export function PreferencesCard({ recipient, preferences }: { recipient: NotificationUser; preferences: Preferences }) {
  const { id: recipientId } = recipient
  const [isChanging, setChanging] = useState(false)
  const whyNot = useWhyNot('change')
  return (
    <Card
      title="Preferences"
      actions={
        <Button whyNot={whyNot} onClick={() => setChanging(true)}>
          Edit preferences
        </Button>
      }
    >
      <About of={preferences} />
      <Choices preferences={preferences.preferences} />
      {isChanging && <ChangeDialog id={recipientId} of={preferences} onClose={() => setChanging(false)} />}
      <Suppressions of={recipient} />
    </Card>
  )
}
