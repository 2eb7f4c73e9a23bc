import { totalOf } from '../analytics/outcomes.ts'
import { READ_EVERY_MS } from '../analytics/period.ts'
import { useRead, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { ChannelState } from './channel-page.tsx'
import { ChannelTypeName } from './channel-type.tsx'
import { FailingSince, FailureRate, LastError, OF_CHANNELS } from './health.tsx'
import type { ChannelCounts } from './health.tsx'

const countOf = (group: ChannelCounts | undefined) =>
  group === undefined ? '0' : totalOf(group.counts).toLocaleString()

/** Every channel, with its health. */
export default function Channels() {
  const whyNot = useWhyNot('change')
  const pages = useReadPages('GET /api/v1/notification_channels', {}, (answer) => answer.notification_channels)
  const { data: known } = useRead('GET /api/v1/providers', {})
  const { data: counts } = useRead('GET /api/v1/delivery_counts', OF_CHANNELS, { everyMs: READ_EVERY_MS })
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
          { title: 'Type', width: 6.5, cell: ({ channel_type: type }) => <ChannelTypeName type={type} /> },
          { title: 'Provider', phone: 'text', cell: ({ provider }) => titleOf(provider) },
          { title: 'In 24 hours', width: 6.5, kind: 'number', phone: 'time', cell: ({ id }) => countOf(ofDay.get(id)) },
          { title: 'Failures', width: 8.5, phone: 'state', cell: ({ id }) => <FailureRate channel={ofDay.get(id)} /> },
          {
            title: 'Last error',
            width: 15.5,
            cell: ({ id }) => <LastError channel={ofDay.get(id)} fallback={<span className="muted">–</span>} />,
          },
          { title: 'Failing since', width: 8.5, cell: ({ id }) => <FailingSince channel={ofDay.get(id)} /> },
          { title: 'Setting', width: 7.5, cell: ({ active }) => <ChannelState active={active} /> },
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
