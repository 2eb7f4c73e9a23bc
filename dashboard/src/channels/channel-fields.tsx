/** The fields of the form of a channel. Its provider defines the settings. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '../api/queries.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import './channel-fields.css'
import type { ChannelType } from './channel-type.tsx'
import { OpensField } from './opens-field.tsx'
import { guideToProvider } from './provider-guides.ts'
import { SettingField } from './setting-field.tsx'
import { changedFor, settingsOf, writtenOf } from './settings.ts'
import type { Channel, Provider, Setting, Written } from './settings.ts'

export interface Fields {
  name: string
  type: ChannelType
  provider: string
  maxConcurrency: string
  maxPerSecond: string
  isTracked: boolean
  /** Two ids. Empty: none. */
  fallbackIds: readonly string[]
  resends: boolean
  written: Written
}

export interface FieldsProps {
  /** null: a new channel. */
  channel: Channel | null
  fields: Fields
  problems: Record<string, string[]>
  onChange: (fields: Fields) => void
}

/** The provider of an existing channel. Its settings are kept until another one is saved. */
export function ProviderField({
  channel,
  providers,
  fields,
  problems,
  onChange,
}: FieldsProps & { channel: Channel; providers: readonly Provider[] }) {
  const serving = providers.filter((provider) => provider.channel_types.includes(fields.type))
  return (
    <SelectField
      label="Provider"
      value={fields.provider}
      choices={serving.map(({ name, title }) => ({ value: name, label: title }))}
      problems={problems['provider']}
      onChange={(provider) => {
        const written = channel.provider === provider ? writtenOf(channel) : {}
        onChange({ ...fields, provider, written })
      }}
    />
  )
}

export function NameField({ fields, problems, onChange }: FieldsProps) {
  return (
    <TextField
      label="Name"
      required
      maxLength={255}
      placeholder="Product mail"
      value={fields.name}
      problems={problems['name']}
      onChange={(name) => onChange({ ...fields, name })}
    />
  )
}

function LimitFields({ fields, problems, onChange }: FieldsProps) {
  return (
    <>
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
    </>
  )
}

/** The channels that send while the provider of this one is down, and when they may. */
function FallbackFields({ channel, fields, problems, onChange }: FieldsProps) {
  const { data } = useRead('GET /api/v1/notification_channels', { query: { limit: 200 } })
  const others = (data?.notification_channels ?? []).filter(
    (one) => one.channel_type === fields.type && one.id !== channel?.id && one.fallback_channel_ids.length === 0,
  )
  const choices = [{ value: '', label: 'None' }, ...others.map(({ id, name }) => ({ value: String(id), label: name }))]
  return (
    <>
      {fields.fallbackIds.map((id, place) => (
        <SelectField
          key={place === 0 ? 'first' : 'second'}
          label={place === 0 ? 'If the provider is down' : 'Then'}
          value={id}
          choices={choices}
          problems={place === 0 ? problems['fallback_channel_ids'] : undefined}
          onChange={(chosen) => onChange({ ...fields, fallbackIds: fields.fallbackIds.with(place, chosen) })}
        />
      ))}
      <SelectField
        label="After a time-out"
        help="The provider may have taken the message."
        value={fields.resends ? 'other' : 'same'}
        choices={[
          { value: 'same', label: 'Only this channel sends again' },
          { value: 'other', label: 'The next channel sends, maybe twice' },
        ]}
        onChange={(value) => onChange({ ...fields, resends: value === 'other' })}
      />
    </>
  )
}

/** Its fields read what they need when they are shown. `isOpen`: something in it needs the attention of the member. */
function More({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  return (
    <details
      className="more-settings"
      open={isShown || isOpen}
      onToggle={({ currentTarget }) => setShown(currentTarget.open)}
    >
      <summary>More settings</summary>
      {(isShown || isOpen) && <div className="columns">{children}</div>}
    </details>
  )
}

/** The first settings of the provider in their order, and the others. A provider without a guide has all at first. */
function divided(provider: Provider): { first: Setting[]; more: Setting[] } {
  const settings = settingsOf(provider)
  const { first: names } = guideToProvider(provider.name)
  if (names.length === 0) return { first: settings, more: [] }
  const first = names
    .map((name) => settings.find((setting) => setting.name === name))
    .filter((one) => one !== undefined)
  return { first, more: settings.filter((setting) => !first.includes(setting)) }
}

/** The settings of the provider. `attention`: the name of a setting to look at, or null. */
export function SettingFields({
  provider,
  attention,
  ...props
}: FieldsProps & { provider: Provider; attention: string | null }) {
  const { channel, fields, problems, onChange } = props
  const { first, more } = divided(provider)
  const isOwn = channel?.provider === provider.name
  const shown = isOwn ? writtenOf(channel) : {}
  const fieldOf = (setting: Setting) => (
    <SettingField
      key={`${provider.name} ${setting.name}`}
      setting={setting}
      isSet={isOwn && channel.secret_settings.includes(setting.name)}
      changed={changedFor(setting, settingsOf(provider), fields.written, shown)}
      value={fields.written[setting.name] ?? ''}
      problems={problems[`settings.${setting.name}`]}
      onChange={(value) => onChange({ ...fields, written: { ...fields.written, [setting.name]: value } })}
    />
  )
  const needsMore =
    more.some(({ name }) => name === attention || problems[`settings.${name}`] !== undefined) ||
    ['max_concurrency', 'max_per_second', 'fallback_channel_ids'].some((name) => problems[name] !== undefined)
  return (
    <>
      {first.length === 0 && <p className="muted">This provider needs no settings.</p>}
      {first.map(fieldOf)}
      <More isOpen={needsMore}>
        {more.map(fieldOf)}
        <LimitFields {...props} />
        {(fields.type === 'email' || fields.type === 'sms') && <FallbackFields {...props} />}
        {fields.type === 'email' && (
          <OpensField isTracked={fields.isTracked} onChange={(isTracked) => onChange({ ...fields, isTracked })} />
        )}
      </More>
    </>
  )
}
