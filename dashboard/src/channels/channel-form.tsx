import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useChange } from '../api/queries.ts'
import type { Input, OperationName } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { SettingField } from './setting-field.tsx'
import { changedFor, changedSettings, settingsOf, writtenOf } from './settings.ts'
import type { Channel, Provider, Written } from './settings.ts'

export const CHANGES: readonly OperationName[] = [
  'GET /api/v1/notification_channels',
  'GET /api/v1/notification_channels/{id}',
]

const TYPES = [
  { value: 'email', label: 'Email' },
  { value: 'push', label: 'Push' },
  { value: 'sms', label: 'SMS' },
  { value: 'in_app', label: 'In-app' },
] as const

/** The service lists the names to choose from. */
type ProviderName = Input<'POST /api/v1/notification_channels'>['body']['notification_channel']['provider']

type Type = (typeof TYPES)[number]['value']

interface Fields {
  name: string
  type: Type
  provider: string
  maxConcurrency: string
  maxPerSecond: string
  written: Written
}

const numberText = (value: number | null) => (value === null ? '' : String(value))
const numberOrNull = (text: string) => (text === '' ? null : Number(text))

function fieldsOf(channel: Channel | null, providers: readonly Provider[]): Fields {
  if (channel === null) {
    const provider = providers[0]?.name ?? ''
    return { name: '', type: 'email', provider, maxConcurrency: '', maxPerSecond: '', written: {} }
  }
  const { name, channel_type: type, provider, max_concurrency: concurrency, max_per_second: rate } = channel
  const limits = { maxConcurrency: numberText(concurrency), maxPerSecond: numberText(rate) }
  return { name, type, provider, ...limits, written: writtenOf(channel) }
}

/** Creates the channel, or sends the differences from `channel`. */
function useSaving(channel: Channel | null) {
  const create = useChange('POST /api/v1/notification_channels', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/notification_channels/{id}', { changes: CHANGES })
  const { error, isPending } = channel === null ? create : change
  return {
    isPending,
    error,
    problems: error?.errors ?? {},
    save({ name, type, provider, maxConcurrency, maxPerSecond, written }: Fields, onSaved: (saved: Channel) => void) {
      const onSuccess = ({ notification_channel: saved }: { notification_channel: Channel }) => onSaved(saved)
      const limits = { max_concurrency: numberOrNull(maxConcurrency), max_per_second: numberOrNull(maxPerSecond) }
      const isSame = channel?.provider === provider
      const settings = changedSettings(written, isSame ? writtenOf(channel) : {})
      const fields = { name, provider: provider as ProviderName, ...limits, settings }
      if (channel === null) {
        create.mutate({ body: { notification_channel: { ...fields, channel_type: type } } }, { onSuccess })
      } else change.mutate({ path: { id: channel.id }, body: { notification_channel: fields } }, { onSuccess })
    },
  }
}

/** The name of the channel, and its provider. */
function HeadFields({
  channel,
  providers,
  fields,
  problems,
  onChange,
}: {
  channel: Channel | null
  providers: readonly Provider[]
  fields: Fields
  problems: Record<string, string[]>
  onChange: (fields: Fields) => void
}) {
  const serving = (type: Type) => providers.filter((provider) => provider.channel_types.includes(type))
  const choose = (provider: string) => {
    const isOwn = channel?.provider === provider
    onChange({ ...fields, provider, written: isOwn ? writtenOf(channel) : {} })
  }
  return (
    <div className="columns">
      <TextField
        label="Name"
        required
        maxLength={255}
        placeholder="Product mail"
        value={fields.name}
        problems={problems['name']}
        onChange={(name) => onChange({ ...fields, name })}
      />
      {channel === null && (
        <SelectField
          label="Type"
          value={fields.type}
          choices={TYPES}
          onChange={(type) => {
            const provider = serving(type)[0]?.name ?? ''
            onChange({ ...fields, type, provider, written: {} })
          }}
        />
      )}
      <SelectField
        label="Provider"
        value={fields.provider}
        choices={serving(fields.type).map(({ name, title }) => ({ value: name, label: title }))}
        problems={problems['provider']}
        onChange={choose}
      />
    </div>
  )
}

function LimitFields({
  fields,
  problems,
  onChange,
}: {
  fields: Fields
  problems: Record<string, string[]>
  onChange: (fields: Fields) => void
}) {
  return (
    <div className="columns">
      <TextField
        label="Concurrent sends"
        type="number"
        min={1}
        max={64}
        placeholder="Default limit"
        value={fields.maxConcurrency}
        problems={problems['max_concurrency']}
        onChange={(maxConcurrency) => onChange({ ...fields, maxConcurrency })}
      />
      <TextField
        label="Sends per second"
        type="number"
        min={1}
        placeholder="No limit"
        value={fields.maxPerSecond}
        problems={problems['max_per_second']}
        onChange={(maxPerSecond) => onChange({ ...fields, maxPerSecond })}
      />
    </div>
  )
}

/** The form of a channel. Its provider defines the settings. `channel`: null for a new channel. */
export function ChannelForm({
  channel,
  providers,
  onSaved,
}: {
  channel: Channel | null
  providers: readonly Provider[]
  onSaved: (saved: Channel) => void
}) {
  const whyNot = useWhyNot('change')
  const [fields, setFields] = useState(() => fieldsOf(channel, providers))
  const saving = useSaving(channel)
  const provider = providers.find(({ name }) => name === fields.provider)
  const settings = provider === undefined ? [] : settingsOf(provider)
  const isSet = (name: string) => channel?.provider === fields.provider && channel.secret_settings.includes(name)
  const shown = channel?.provider === fields.provider ? writtenOf(channel) : {}
  const isOfField = Object.keys(saving.problems).length > 0

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (whyNot === null && !saving.isPending) saving.save(fields, onSaved)
  }

  return (
    <Card title="Settings">
      <form className="stack" onSubmit={submit}>
        <HeadFields
          channel={channel}
          providers={providers}
          fields={fields}
          problems={saving.problems}
          onChange={setFields}
        />
        {settings.length === 0 ? (
          <p className="muted">This provider needs no settings.</p>
        ) : (
          <div className="columns">
            {settings.map((setting) => (
              <SettingField
                key={`${fields.provider} ${setting.name}`}
                setting={setting}
                isSet={isSet(setting.name)}
                changed={changedFor(setting, settings, fields.written, shown)}
                value={fields.written[setting.name] ?? ''}
                problems={saving.problems[`settings.${setting.name}`]}
                onChange={(value) => setFields({ ...fields, written: { ...fields.written, [setting.name]: value } })}
              />
            ))}
          </div>
        )}
        <LimitFields fields={fields} problems={saving.problems} onChange={setFields} />
        {!isOfField && <ErrorNotice error={saving.error} />}
        <div className="row">
          <Button type="submit" tone="primary" busy={saving.isPending} whyNot={whyNot}>
            {channel === null ? 'Create' : 'Save'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
