import { useState } from 'react'
import { useReadPages } from '../api/queries.ts'
import { ChannelName } from '../channels/channel-type.tsx'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { RecipientField } from '../recipients/recipient-field.tsx'
import { nameOf, SEARCH_HELP, useRecipientCalled } from '../recipients/recipient.ts'
import { useSearch } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Filters } from '../ui/field.tsx'
import { NothingFound } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Line } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { SandboxMessageDialog } from './sandbox-message-dialog.tsx'

const READ_EVERY_MS = 3000

const NONE_YET = (
  <Empty
    title="No sandbox messages yet"
    action={
      <ButtonLink to="/channels" icon="channel">
        Channels
      </ButtonLink>
    }
  >
    Messages appear here as soon as they are sent on a sandbox channel.
  </Empty>
)

/** The messages of the sandbox. */
export default function Inbox() {
  const [shown, setShown] = useState<number | null>(null)
  const [search, change] = useSearch()
  const to = search.get('to') ?? ''
  const recipient = useRecipientCalled(to)
  const query = { notification_user_id: recipient.id ?? undefined, expand: 'notification_user' as const }
  const options = { everyMs: READ_EVERY_MS, enabled: !recipient.isLoading && !recipient.isMissing }
  const pages = useReadPages('GET /api/v1/sandbox_messages', { query }, (answer) => answer.sandbox_messages, options)
  return (
    <Page title="Sandbox inbox">
      <p className="muted">
        Messages sent to channels of the provider “sandbox”. They did not leave the service. Open a message to report a
        result, like a real provider.
      </p>
      <Filters label="Search sandbox messages">
        <RecipientField value={to} found={recipient} onSearch={(text) => change({ to: text })} />
      </Filters>
      {recipient.isMissing ? (
        <Empty title="No recipient found">{SEARCH_HELP}</Empty>
      ) : (
        <List
          label="Sandbox messages"
          pages={pages}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Recipient',
              phone: 'name',
              cell: ({ id, to: address, notification_user: person }) => (
                <button type="button" className="row-link" onClick={() => setShown(id)}>
                  <span className="unseen">Show the message to </span>
                  {person !== undefined && <Line text={nameOf(person)} />}
                  <Line text={address || '–'} />
                </button>
              ),
            },
            { title: 'Subject', phone: 'text', cell: ({ subject }) => subject || '–' },
            {
              title: 'Channel',
              width: 10,
              cell: ({ notification_channel: channel }) => <ChannelName channel={channel} />,
            },
            { title: 'Status', width: 8, phone: 'state', cell: ({ status }) => <DeliveryStatus status={status} /> },
            { title: 'Sent', width: 8, phone: 'time', cell: ({ at }) => <ListTime at={at} /> },
          ]}
          empty={
            to !== '' ? (
              <NothingFound what="sandbox message" pages={pages} text={to} onShowAll={() => change({ to: null })} />
            ) : (
              NONE_YET
            )
          }
        />
      )}
      {shown !== null && <SandboxMessageDialog id={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}
