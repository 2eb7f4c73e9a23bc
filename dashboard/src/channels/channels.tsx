import { useReadPages } from '../api/queries.ts'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

/** Every channel. */
export default function Channels() {
  const pages = useReadPages('GET /api/v1/notification_channels', {}, (answer) => answer.notification_channels)
  return (
    <Page title="Channels">
      <List
        label="Channels"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Type', cell: ({ channel_type: type }) => type },
          { title: 'Provider', cell: ({ provider }) => provider },
          {
            title: 'State',
            cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? 'active' : 'inactive'}</Badge>,
          },
          { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
        ]}
        empty={<Empty title="No channels yet">A channel is a provider with its settings.</Empty>}
      />
    </Page>
  )
}
