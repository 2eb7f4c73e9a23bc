import { useState } from 'react'
import type { ReactNode } from 'react'
import { useCache, useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { sentenceOf } from '../deliveries/cause.ts'
import { RawCause } from '../deliveries/raw-cause.tsx'
import { Link, navigate, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Badge, ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Card, Facts, Page, Sides } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { ChannelForm, CHANGES, NewChannelForm } from './channel-form.tsx'
import { CHANNEL_TYPES, ChannelTypeName } from './channel-type.tsx'
import { GuideCard } from './guide-card.tsx'
import { HealthCard } from './health-card.tsx'
import { Place } from './health.tsx'
import { ProviderCards } from './provider-cards.tsx'
import type { Channel, Provider } from './settings.ts'
import { TestSendDialog } from './test-send-dialog.tsx'

/** The word and the colour for an active or inactive channel. */
export function ChannelState({ active }: { active: boolean }) {
  return <Badge tone={active ? 'neutral' : 'warn'}>{active ? 'active' : 'inactive'}</Badge>
}

function DeleteDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/notification_channels/{id}', {
    changes: ['GET /api/v1/notification_channels', 'GET /api/v1/message_templates'],
  })
  return (
    <FormDialog
      title={`Delete ${channel.name}`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: channel.id } }, { onSuccess: () => navigate('/channels') })}
    >
      <p>
        The channel is removed from every template, its scheduled deliveries are canceled, and its secrets are deleted.
        You can’t undo this.
      </p>
    </FormDialog>
  )
}

function ChannelActions({ channel }: { channel: Channel }) {
  const whyNot = useWhyNot('change')
  const [open, setOpen] = useState<'test' | 'delete' | null>(null)
  const change = useChange('PATCH /api/v1/notification_channels/{id}', { changes: CHANGES })
  const { id, active, channel_type: type } = channel
  return (
    <>
      <ErrorNotice error={change.error} />
      <Button tone="quiet" icon="trash" whyNot={whyNot} onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button
        icon={active ? 'pause' : 'play'}
        whyNot={whyNot}
        busy={change.isPending}
        onClick={() => change.mutate({ path: { id }, body: { notification_channel: { active: !active } } })}
      >
        {active ? 'Deactivate' : 'Activate'}
      </Button>
      {/* An inbox has no provider to test. */}
      {type !== 'in_app' && (
        <Button icon="delivery" whyNot={whyNot} onClick={() => setOpen('test')}>
          Send a test
        </Button>
      )}
      {open === 'test' && type !== 'in_app' && (
        <TestSendDialog channel={channel} type={type} onClose={() => setOpen(null)} />
      )}
      {open === 'delete' && <DeleteDialog channel={channel} onClose={() => setOpen(null)} />}
    </>
  )
}

/** A provider reports to the URL. No mail server does, but a program at its mailbox can give it the returned mails. */
function callbackFact({ provider, callback_url: url }: Channel): [title: string, value: ReactNode] | false {
  if (url === null) return false
  const copied = <Copyable text={url} label="the callback URL" />
  if (provider === 'smtp')
    return [
      'Returned mails',
      <details key="returned">
        <summary>Without a domain for bounces</summary>
        <div className="stack tight">
          <span className="small muted">
            Your own Postfix or Exim can give the returned mails to this URL (
            <a href="/docs/guides/bounces" target="_blank" rel="noopener">
              guide
            </a>
            ). Keep it secret.
          </span>
          {copied}
        </div>
      </details>,
    ]
  return [
    'Callback URL',
    <div key="callback" className="stack tight">
      {copied}
      <span className="small muted">
        The provider reports deliveries and bounces to this URL. Enter it at your provider (Twilio gets it with every
        message). Keep it secret.
      </span>
    </div>,
  ]
}

function About({ channel, providers }: { channel: Channel; providers: readonly Provider[] }) {
  const provider = providers.find(({ name }) => name === channel.provider)
  return (
    <Card title="About">
      <Facts
        rows={[
          ['State', <ChannelState key="state" active={channel.active} />],
          ['Type', <ChannelTypeName key="type" type={channel.channel_type} />],
          ['Provider', provider?.title ?? channel.provider],
          ['Id', <Copyable key="id" text={String(channel.id)} label="the id" />],
          callbackFact(channel),
          ['Created', <Time key="created" at={channel.created_at} full />],
          ['Changed', <Time key="changed" at={channel.updated_at} full />],
        ]}
      />
    </Card>
  )
}

/** Nothing if the provider works. */
function Failing({ channel: { id, health, fallback_channel_ids: fallbacks } }: { channel: Channel }) {
  if (health.state === 'ok') return null
  return (
    <Notice tone="bad">
      <p>
        <strong>The provider takes no messages</strong> since <Time at={health.since} full />:{' '}
        {sentenceOf(health.cause ?? 'provider_error')} <Place error={health.error_message} />.{' '}
        {fallbacks.length === 0 ? 'Sends are repeated.' : 'The fallbacks of the channel send.'}
      </p>
      <RawCause cause={health.error_message} />
      <p>
        <Link to={`/deliveries?channel=${id}&status=retrying`}>Waiting deliveries</Link>
      </p>
    </Notice>
  )
}

function ExistingChannel({ id, providers }: { id: number; providers: readonly Provider[] }) {
  const { put } = useCache()
  const read = useRead('GET /api/v1/notification_channels/{id}', { path: { id } })
  const provider = providers.find(({ name }) => name === read.data?.notification_channel.provider)
  return (
    <Loaded of={read}>
      {({ notification_channel: channel }) => (
        <Page title={channel.name} actions={<ChannelActions channel={channel} />}>
          <Sides
            facts={
              <>
                <About channel={channel} providers={providers} />
                {provider !== undefined && <GuideCard provider={provider} />}
              </>
            }
          >
            <Failing channel={channel} />
            <HealthCard channel={channel} />
            <ChannelForm
              channel={channel}
              providers={providers}
              onSaved={(saved) => {
                put('GET /api/v1/notification_channels/{id}', { path: { id } }, { notification_channel: saved })
                showToast(`${saved.name} is saved`)
              }}
            />
          </Sides>
        </Page>
      )}
    </Loaded>
  )
}

/** First the providers, then the form of the chosen one. The URL has the choice, so that the way back works. */
function NewChannel({ providers }: { providers: readonly Provider[] }) {
  const [search, change] = useSearch()
  const type = CHANNEL_TYPES.find((one) => one === search.get('type')) ?? 'email'
  const provider = providers.find(
    ({ name, channel_types: types }) => name === search.get('provider') && types.includes(type),
  )
  if (provider === undefined)
    return (
      <Page title="New channel">
        <ProviderCards providers={providers} type={type} onType={(next) => change({ type: next, provider: null })} />
      </Page>
    )
  return (
    <Page title="New channel">
      <Sides facts={<GuideCard provider={provider} />}>
        <NewChannelForm
          key={`${type} ${provider.name}`}
          type={type}
          provider={provider}
          onSaved={({ id }) => navigate(`/channels/${id}`, { replace: true })}
        />
      </Sides>
    </Page>
  )
}

/** One channel: its settings, its health, and a test. `id`: null for a new channel. */
export default function ChannelPage({ id }: { id: number | null }) {
  const providers = useRead('GET /api/v1/providers', {})
  return (
    <Loaded of={providers}>
      {({ providers: rows }) =>
        id === null ? <NewChannel providers={rows} /> : <ExistingChannel id={id} providers={rows} />
      }
    </Loaded>
  )
}
