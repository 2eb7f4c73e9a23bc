import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { ChannelTypeName, TYPE_TITLES } from '../channels/channel-type.tsx'
import { Suppressions } from '../settings/suppressions.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { CheckboxGroup, TextField } from '../ui/field.tsx'
import { Badge, Empty, Loaded } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Preferences = Answer<'GET /api/v1/notification_users/{id}/preferences'>
type Preference = Preferences['preferences'][number]

const PAUSE = [{ value: 'paused', label: 'Pause everything but required topics' }] as const

const nameOf = ({ topic, channel_type: type }: Preference) => `${topic}/${type}`

function ChangeDialog({ id, of, onClose }: { id: number; of: Preferences; onClose: () => void }) {
  const choosable = of.preferences.filter(({ required }) => !required)
  const [enabled, setEnabled] = useState(choosable.filter((one) => one.enabled).map(nameOf))
  const [paused, setPaused] = useState(of.paused)
  const [from, setFrom] = useState(of.quiet_hours?.from ?? '')
  const [until, setUntil] = useState(of.quiet_hours?.until ?? '')
  const change = useChange('PUT /api/v1/notification_users/{id}/preferences', {
    changes: ['GET /api/v1/notification_users/{id}/preferences'],
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
      title="Change the preferences"
      action="Save"
      busy={change.isPending}
      error={Object.keys(problems).some((name) => name.startsWith('quiet_hours')) ? null : change.error}
      onClose={onClose}
      onSubmit={submit}
    >
      {choosable.length > 0 && (
        <CheckboxGroup
          label="Send messages of"
          values={enabled}
          choices={choosable.map((one) => ({
            value: nameOf(one),
            label: `${one.label}: ${TYPE_TITLES[one.channel_type]}`,
          }))}
          onChange={setEnabled}
        />
      )}
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

function Choices({ preferences }: { preferences: readonly Preference[] }) {
  if (preferences.length === 0)
    return (
      <Empty title="No topics" action={<ButtonLink to="/settings/topics">Topics</ButtonLink>}>
        Without topics, the recipient has no choice but the pause.
      </Empty>
    )
  return (
    <Table
      label="Preferences"
      rows={preferences}
      keyOf={nameOf}
      columns={[
        { title: 'Topic', cell: ({ label }) => label },
        { title: 'Channel', cell: ({ channel_type: type }) => <ChannelTypeName type={type} /> },
        {
          title: 'Sent',
          cell: ({ enabled, required }) =>
            required ? <Badge>always</Badge> : enabled ? <Badge tone="good">yes</Badge> : <Badge tone="warn">no</Badge>,
        },
        {
          title: 'Chosen',
          cell: ({ changed_at: at, source }) =>
            at === null ? (
              '–'
            ) : (
              <span>
                {source === 'api' ? 'by the API ' : 'by the recipient '}
                <Time at={at} />
              </span>
            ),
        },
      ]}
    />
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
export function PreferencesCard({ recipientId, addresses }: { recipientId: number; addresses: readonly string[] }) {
  const [isChanging, setChanging] = useState(false)
  const whyNot = useWhyNot('change')
  const read = useRead('GET /api/v1/notification_users/{id}/preferences', { path: { id: recipientId } })
  return (
    <Card
      title="Preferences"
      actions={
        <Button whyNot={whyNot} onClick={() => setChanging(true)}>
          Change preferences
        </Button>
      }
    >
      <Loaded of={read}>
        {(preferences) => (
          <>
            <About of={preferences} />
            <Choices preferences={preferences.preferences} />
            {isChanging && <ChangeDialog id={recipientId} of={preferences} onClose={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
      {addresses.map((address) => (
        <Suppressions key={address} address={address} />
      ))}
    </Card>
  )
}
