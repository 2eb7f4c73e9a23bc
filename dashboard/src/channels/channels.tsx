import { isFailing, shareText, totalOf } from '../analytics/outcomes.ts'
import type { DeliveryCounts } from '../analytics/outcomes.ts'
import { useRead, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { ChannelState } from './channel-page.tsx'
import { ChannelTypeName } from './channel-type.tsx'

type Group = DeliveryCounts['groups'][number]

const countOf = (group: Group | undefined) => (group === undefined ? '0' : totalOf(group.counts).toLocaleString())

/** What became of the deliveries of 24 hours: a rate of failures and bounces, or that there were none. */
function ChannelHealth({ group }: { group: Group | undefined }) {
  if (group === undefined || group.rates.failed === null) return <span className="muted">–</span>
  const { failed, bounced } = group.rates
  const bad = failed + (bounced ?? 0)
  if (bad === 0) return <Badge tone="good">no failures</Badge>
  return <Badge tone={isFailing(group.counts) ? 'bad' : 'warn'}>{shareText(bad)} failed</Badge>
}

/** Every channel, with its health. */
export default function Channels() {
  const whyNot = useWhyNot('change')
  const pages = useReadPages('GET /api/v1/notification_channels', {}, (answer) => answer.notification_channels)
  const { data: known } = useRead('GET /api/v1/providers', {})
  const query = { period: '24h', group_by: 'channel' } as const
  const { data: counts } = useRead('GET /api/v1/delivery_counts', { query })
  const ofDay = new Map(counts?.groups.map((group) => [group.id, group]))
  const titleOf = (name: string) => known?.providers.find((provider) => provider.name === name)?.title ?? name
  const create = (
    <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => navigate('/channels/new')}>
      New channel
    </Button>
  )
  return (
    <Page title="Channels" actions={pages.rows.length > 0 && create}>
      <List
        label="Channels"
        pages={pages}
        keyOf={({ id }) => id}
        pageOf={({ id }) => `/channels/${id}`}
        columns={[
          {
            title: 'Name',
            phone: 'name',
            cell: ({ name }) => name,
          },
          { title: 'Type', width: 8, cell: ({ channel_type: type }) => <ChannelTypeName type={type} /> },
          { title: 'Provider', phone: 'text', cell: ({ provider }) => titleOf(provider) },
          { title: 'In 24 hours', width: 8, kind: 'number', phone: 'time', cell: ({ id }) => countOf(ofDay.get(id)) },
          { title: 'Health', width: 11, phone: 'state', cell: ({ id }) => <ChannelHealth group={ofDay.get(id)} /> },
          { title: 'Setting', width: 8, cell: ({ active }) => <ChannelState active={active} /> },
        ]}
        empty={
          <Empty title="No channels yet" action={create}>
            A channel connects a provider, for example SMTP or FCM. The sandbox needs no settings and sends nothing.
          </Empty>
        }
      />
    </Page>
  )
}
