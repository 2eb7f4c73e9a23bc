import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useChange } from '../api/queries.ts'
import type { Input, OperationName } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { NameField, ProviderField, SettingFields } from './channel-fields.tsx'
import type { Fields } from './channel-fields.tsx'
import type { ChannelType } from './channel-type.tsx'
import { TestResult } from './connection-test.tsx'
import { changedSettings, settingsOf, writtenOf } from './settings.ts'
import type { Channel, Provider } from './settings.ts'

export const CHANGES: readonly OperationName[] = [
  'GET /api/v1/notification_channels',
  'GET /api/v1/notification_channels/{id}',
]

/** The service lists the names to choose from. */
type ProviderName = Input<'POST /api/v1/notification_channels'>['body']['notification_channel']['provider']

const numberText = (value: number | null) => (value === null ? '' : String(value))
const numberOrNull = (text: string) => (text === '' ? null : Number(text))

function fieldsOf(channel: Channel): Fields {
  const { name, channel_type: type, provider, max_concurrency: concurrency, max_per_second: rate } = channel
  const isTracked = channel.track_opens
  const limits = { maxConcurrency: numberText(concurrency), maxPerSecond: numberText(rate) }
  const { fallback_channel_ids: ids, resend_after_timeout: resends } = channel
  const fallbackIds = [0, 1].map((place) => String(ids[place] ?? ''))
  return { name, type, provider, ...limits, isTracked, fallbackIds, resends, written: writtenOf(channel) }
}

/** The body to create or to test a channel. */
function bodyOf({ name, provider, maxConcurrency, maxPerSecond, isTracked, fallbackIds, resends, written }: Fields) {
  const limits = { max_concurrency: numberOrNull(maxConcurrency), max_per_second: numberOrNull(maxPerSecond) }
  const fallback_channel_ids = fallbackIds.filter((id) => id !== '').map(Number)
  const fallbacks = { fallback_channel_ids, resend_after_timeout: resends }
  const settings = changedSettings(written, {})
  return { name, provider: provider as ProviderName, ...limits, ...fallbacks, track_opens: isTracked, settings }
}

/**
 * What the member has changed since `began`, so that a change by another member meanwhile stays. Changed settings need the
 * password again.
 */
function changeOf(fields: Fields, began: Fields) {
  const { provider, settings: all, ...others } = bodyOf(fields)
  const before: Record<string, unknown> = bodyOf(began)
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name])
  const changed: Partial<typeof others> = Object.fromEntries(Object.entries(others).filter(differs))
  if (provider !== began.provider) return { ...changed, provider, settings: all }
  const settings = changedSettings(fields.written, began.written)
  return Object.keys(settings).length === 0 ? changed : { ...changed, settings }
}

/** Creates the channel, or sends the differences from the fields that the member began with. */
function useSaving(channel: Channel | null) {
  const create = useChange('POST /api/v1/notification_channels', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/notification_channels/{id}', { changes: CHANGES })
  const { error, isPending } = channel === null ? create : change
  return {
    isPending,
    error,
    reset: channel === null ? create.reset : change.reset,
    save({ began, fields }: Edited, onSaved: (saved: Channel) => void) {
      const onSuccess = ({ notification_channel: saved }: { notification_channel: Channel }) => onSaved(saved)
      if (channel === null) {
        const body = { notification_channel: { ...bodyOf(fields), channel_type: fields.type } }
        create.mutate({ body }, { onSuccess })
      } else {
        const body = { notification_channel: changeOf(fields, began) }
        change.mutate({ path: { id: channel.id }, body }, { onSuccess })
      }
    },
  }
}

/** Tests the settings of a new channel. The secrets of a saved one are not here: it has test messages. */
function useConnectionTest() {
  const test = useChange('POST /api/v1/notification_channels/test_connection')
  return {
    isPending: test.isPending,
    error: test.error,
    result: test.data?.connection_test ?? null,
    reset: test.reset,
    run(fields: Fields) {
      const body = { ...bodyOf(fields), channel_type: fields.type }
      test.mutate({ body: { notification_channel: { ...body, name: fields.name.trim() || fields.provider } } })
    },
  }
}

/** The fields of the form, and those that the member began with. */
interface Edited {
  began: Fields
  fields: Fields
}

/**
 * The state of the form. `start`: the fields of the saved channel. After each change, the errors and the result of the test are
 * gone. What the member writes during a save stays.
 */
function useChannelForm(channel: Channel | null, start: Fields) {
  // Null: nothing has changed since the last save.
  const [edited, setEdited] = useState<Edited | null>(null)
  const state = edited ?? { began: start, fields: start }
  const { began, fields } = state
  const saving = useSaving(channel)
  const test = useConnectionTest()
  const error = saving.error ?? test.error
  return {
    fields,
    saving,
    test,
    error,
    problems: error?.errors ?? {},
    change(next: Fields): void {
      setEdited({ began, fields: next })
      if (!saving.isPending) saving.reset()
      test.reset()
    },
    save(onSaved: (saved: Channel) => void): void {
      saving.save(state, (saved) => {
        onSaved(saved)
        setEdited((now) => (now === null || now.fields === fields ? null : { began: fields, fields: now.fields }))
      })
    },
  }
}

function Form({
  channel,
  start,
  providers,
  onSaved,
}: {
  channel: Channel | null
  start: Fields
  providers: readonly Provider[]
  onSaved: (saved: Channel) => void
}) {
  const whyNot = useWhyNot('change')
  const { fields, saving, test, error, problems, change, save } = useChannelForm(channel, start)
  const provider = providers.find(({ name }) => name === fields.provider)
  const props = { channel, fields, problems, onChange: change }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (whyNot === null && !saving.isPending) save(onSaved)
  }

  return (
    <form className="stack" onSubmit={submit}>
      <NameField {...props} />
      {channel !== null && <ProviderField {...props} channel={channel} providers={providers} />}
      {provider !== undefined && (
        <SettingFields {...props} provider={provider} attention={test.result?.field ?? null} />
      )}
      {Object.keys(problems).length === 0 && <ErrorNotice error={error} />}
      <div role="status">
        {test.result !== null && provider !== undefined && (
          <TestResult result={test.result} settings={settingsOf(provider)} />
        )}
      </div>
      <div className="row">
        <Button type="submit" tone="primary" busy={saving.isPending} whyNot={whyNot}>
          {channel === null ? 'Create' : 'Save'}
        </Button>
        {channel === null && (
          <Button icon="link" busy={test.isPending} whyNot={whyNot} onClick={() => test.run(fields)}>
            {test.isPending ? 'Testing …' : 'Test the connection'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The form of a saved channel. */
export function ChannelForm({
  channel,
  providers,
  onSaved,
}: {
  channel: Channel
  providers: readonly Provider[]
  onSaved: (saved: Channel) => void
}) {
  return (
    <Card title="Settings">
      <Form channel={channel} start={fieldsOf(channel)} providers={providers} onSaved={onSaved} />
    </Card>
  )
}

/** The form of a new channel of a type and a provider. */
export function NewChannelForm({
  type,
  provider,
  onSaved,
}: {
  type: ChannelType
  provider: Provider
  onSaved: (saved: Channel) => void
}) {
  const limits = { maxConcurrency: '', maxPerSecond: '' }
  const fallbacks = { fallbackIds: ['', ''], resends: false }
  const start = { name: '', type, provider: provider.name, ...limits, ...fallbacks, isTracked: true, written: {} }
  return (
    <Card
      title={provider.title}
      actions={
        <ButtonLink to={`/channels/new?type=${type}`} tone="quiet">
          Other providers
        </ButtonLink>
      }
    >
      <Form channel={null} start={start} providers={[provider]} onSaved={onSaved} />
    </Card>
  )
}
