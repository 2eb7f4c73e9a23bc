import { useRead, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link, navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Line } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { ChannelState } from './channel-page.tsx'
import { ChannelTypeName } from './channel-type.tsx'

/** Every channel. */
export default function Channels() {
  const whyNot = useWhyNot('change')
  const pages = useReadPages('GET /api/v1/notification_channels', {}, (answer) => answer.notification_channels)
  const { data: known } = useRead('GET /api/v1/providers', {})
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
        columns={[
          {
            title: 'Name',
            cell: ({ id, name }) => (
              <Link to={`/channels/${id}`}>
                <Line text={name} />
              </Link>
            ),
          },
          { title: 'Type', width: 8, cell: ({ channel_type: type }) => <ChannelTypeName type={type} /> },
          { title: 'Provider', cell: ({ provider }) => titleOf(provider) },
          { title: 'State', width: 9, cell: ({ active }) => <ChannelState active={active} /> },
          { title: 'Changed', width: 8, cell: ({ updated_at: at }) => <Time at={at} /> },
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
