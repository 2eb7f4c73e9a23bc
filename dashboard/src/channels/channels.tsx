import { totalOf } from '../analytics/outcomes.ts'
import { READ_EVERY_MS } from '../analytics/period.ts'
import { useRead, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link, navigate, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Filters } from '../ui/field.tsx'
import { NothingFound } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { isMatch } from '../ui/matching.ts'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ChannelState } from './channel-page.tsx'
import { ChannelName, TYPE_TITLES } from './channel-type.tsx'
import { FailingSince, FailureRate, healthOf, ListedError, OF_CHANNELS } from './health.tsx'
import type { ChannelCounts } from './health.tsx'
import type { Channel } from './settings.ts'

/** So the filter has most accounts' channels at once. */
const ROWS_OF_PAGE = 200

function Count({ of: group }: { of: ChannelCounts | undefined }) {
  return (
    <>
      {group === undefined ? '0' : totalOf(group.counts).toLocaleString()}
      <span className="of-phone"> in 24 hours</span>
    </>
  )
}

/** The channels that the text finds, and the titles of their providers. */
function useChannels(sought: string) {
  const query = { limit: ROWS_OF_PAGE }
  const all = useReadPages('GET /api/v1/notification_channels', { query }, (answer) => answer.notification_channels)
  const { data: known } = useRead('GET /api/v1/providers', {})
  const titleOf = (name: string) => known?.providers.find((provider) => provider.name === name)?.title ?? name
  const rows = all.rows.filter(({ name, channel_type: type, provider }) =>
    isMatch(sought, [name, TYPE_TITLES[type], titleOf(provider)]),
  )
  return { pages: { ...all, rows }, isBare: all.rows.length === 0, titleOf }
}

function Search({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  return (
    <Filters label="Search channels">
      <SearchField label="Channel" placeholder="Name, type or provider" value={text} onSearch={onSearch} />
    </Filters>
  )
}

/** The definition of the column *Failures*. The rates of Analytics have another one. */
function OfFailures() {
  return (
    <p className="muted small">
      Failures: of the deliveries of the last 24 hours that have ended, the share that failed or bounced. Recipients
      that cannot be reached are left out. <Link to="/analytics">Analytics</Link> counts these too, and bounced
      deliveries apart.
    </p>
  )
}

/** Every channel, with its health. */
export default function Channels() {
  const whyNot = useWhyNot('change')
  const [search, change] = useSearch()
  const sought = search.get('name') ?? ''
  const { pages, isBare, titleOf } = useChannels(sought)
  const { data: counts } = useRead('GET /api/v1/delivery_counts', OF_CHANNELS, { everyMs: READ_EVERY_MS })
  const ofDay = new Map(counts?.groups.map((group) => [group.id, group]))
  const shownOf = (channel: Channel) => healthOf(channel, ofDay.get(channel.id)?.health)
  const create = (
    <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => navigate('/channels/new')}>
      New channel
    </Button>
  )
  return (
    <Page title="Channels" actions={!isBare && create}>
      {!isBare && <Search text={sought} onSearch={(name) => change({ name })} />}
      <List
        label="Channels"
        pages={pages}
        keyOf={({ id }) => id}
        pageOf={({ id }) => `/channels/${id}`}
        columns={[
          { title: 'Name', phone: 'name', cell: ({ name }) => name },
          {
            title: 'Provider',
            phone: 'text',
            cell: ({ provider, channel_type }) => <ChannelName channel={{ name: titleOf(provider), channel_type }} />,
          },
          {
            title: 'In 24 hours',
            width: 6,
            kind: 'number',
            phone: 'time',
            cell: ({ id }) => <Count of={ofDay.get(id)} />,
          },
          {
            title: 'Failures',
            width: 8.25,
            phone: 'state',
            cell: (channel) => <FailureRate health={shownOf(channel)} />,
          },
          {
            title: 'Last error',
            width: 15,
            phone: 'below',
            cell: (channel) => <ListedError health={shownOf(channel)} />,
          },
          { title: 'Failing since', width: 7.25, cell: (channel) => <FailingSince health={shownOf(channel)} /> },
          { title: 'Setting', width: 6.75, cell: ({ active }) => <ChannelState active={active} /> },
        ]}
        empty={
          sought === '' ? (
            <Empty title="No channels yet" action={create}>
              A channel connects a provider, for example SMTP or FCM. The sandbox needs no settings and sends nothing.
            </Empty>
          ) : (
            <NothingFound what="channel" pages={pages} text={sought} onShowAll={() => change({ name: null })} />
          )
        }
      />
      {pages.rows.length > 0 && <OfFailures />}
    </Page>
  )
}
