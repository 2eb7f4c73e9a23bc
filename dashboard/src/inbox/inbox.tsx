import { useState } from 'react'
import { useReadPages } from '../api/queries.ts'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { SandboxMessageDialog } from './sandbox-message-dialog.tsx'

const READ_EVERY_MS = 3000

/** What the sandbox would have sent out. */
export default function Inbox() {
  const [shown, setShown] = useState<number | null>(null)
  const options = { everyMs: READ_EVERY_MS }
  const pages = useReadPages('GET /api/v1/sandbox_messages', {}, (answer) => answer.sandbox_messages, options)
  return (
    <Page title="Sandbox inbox">
      <p className="muted">
        What channels of the provider “sandbox” were given: nothing of it went out. Look at one to report what became of
        it, as a provider would.
      </p>
      <List
        label="Sandbox messages"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'To', cell: ({ to }) => to || '–' },
          { title: 'Subject', cell: ({ subject }) => subject || '–' },
          { title: 'Channel', cell: ({ notification_channel: channel }) => channel.name },
          { title: 'Status', cell: ({ status }) => <DeliveryStatus status={status} /> },
          { title: 'Sent', cell: ({ at }) => <Time at={at} /> },
          {
            title: 'Look',
            kind: 'actions',
            cell: ({ id, to }) => (
              <Button aria-label={`Look at the message to ${to}`} onClick={() => setShown(id)}>
                Look
              </Button>
            ),
          },
        ]}
        empty={
          <Empty
            title="Nothing has come in yet"
            action={
              <ButtonLink to="/channels" icon="channel">
                Channels
              </ButtonLink>
            }
          >
            Messages of templates that have a sandbox channel end here, as soon as they are sent.
          </Empty>
        }
      />
      {shown !== null && <SandboxMessageDialog id={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}
