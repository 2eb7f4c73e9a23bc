import { useState } from 'react'
import { useChange, useRead, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { DeliveriesList } from '../deliveries/deliveries-list.tsx'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import { SendDialog } from '../messages/send-dialog.tsx'
import { navigate } from '../router.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card, Code, Facts, Page, Sides } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { Devices, recipientWithParts } from './devices.tsx'
import { PreferencesCard } from './preferences.tsx'
import { OF_RECIPIENT, RecipientDialog } from './recipient-dialog.tsx'
import { nameOf } from './recipient.ts'
import type { NotificationUser } from './recipient.ts'

const LIVE = ['GET /api/v1/deliveries'] as const
const INDENT = 2

/** The preferences and the devices are below. */
const DELIVERIES_SHOWN = 10

function DeleteDialog({ recipient, onClose }: { recipient: NotificationUser; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/notification_users/{id}', { changes: OF_RECIPIENT })
  const done = () => {
    showToast('The recipient is deleted')
    navigate('/recipients', { replace: true })
  }
  return (
    <FormDialog
      title="Delete the recipient"
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: recipient.id }, body: {} }, { onSuccess: done })}
    >
      <p>
        {nameOf(recipient)} gets no more messages. Scheduled deliveries are canceled and devices are removed. Sent
        messages are kept. You can use the external id again.
      </p>
    </FormDialog>
  )
}

function EraseDialog({ recipient, onClose }: { recipient: NotificationUser; onClose: () => void }) {
  const erase = useChange('DELETE /api/v1/notification_users/{id}', { changes: OF_RECIPIENT })
  const done = () => {
    showToast('The recipient is erased')
    navigate('/recipients', { replace: true })
  }
  return (
    <FormDialog
      title="Erase the recipient"
      action="Erase"
      danger
      busy={erase.isPending}
      error={erase.error}
      onClose={onClose}
      onSubmit={() =>
        erase.mutate({ path: { id: recipient.id }, query: { erase: true }, body: {} }, { onSuccess: done })
      }
    >
      <p>
        All personal data of {nameOf(recipient)} is erased: addresses, devices, attributes, and the texts of all
        messages. Deliveries that wait are ended. You can’t undo this.
      </p>
    </FormDialog>
  )
}

function Actions({ recipient }: { recipient: NotificationUser }) {
  const [open, setOpen] = useState<'change' | 'delete' | 'send' | null>(null)
  const whyNot = useWhyNot('change')
  const close = () => setOpen(null)
  return (
    <>
      <Button whyNot={whyNot} onClick={() => setOpen('change')}>
        Edit
      </Button>
      <Button tone="quiet" icon="trash" whyNot={whyNot} onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => setOpen('send')}>
        Send a message
      </Button>
      {open === 'send' && (
        <SendDialog
          start={{ recipient: { id: recipient.id, name: nameOf(recipient) } }}
          onClose={close}
          onSent={(message) => navigate(`/messages/${message.id}`)}
        />
      )}
      {open === 'change' && <RecipientDialog recipient={recipient} onClose={close} onSaved={close} />}
      {open === 'delete' && <DeleteDialog recipient={recipient} onClose={close} />}
    </>
  )
}

/** Apart from the daily actions, because it cannot be undone. */
function Erase({ recipient }: { recipient: NotificationUser }) {
  const [isOpen, setOpen] = useState(false)
  const whyNot = useWhyNot('change')
  return (
    <Card title="Personal data">
      <p className="muted small">
        Erases the addresses, the devices, the attributes and the texts of all messages for good.
      </p>
      <div>
        <Button tone="danger" whyNot={whyNot} onClick={() => setOpen(true)}>
          Erase
        </Button>
      </div>
      {isOpen && <EraseDialog recipient={recipient} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function About({ recipient }: { recipient: NotificationUser }) {
  const { external_user_id: externalId, attributes } = recipient
  return (
    <Card title="Recipient">
      <Facts
        rows={[
          ['Name', [recipient.first_name, recipient.last_name].filter(Boolean).join(' ') || '–'],
          ['Email', recipient.email ?? '–'],
          ['Phone', recipient.phone ?? '–'],
          [
            'External id',
            externalId === null ? '–' : <Copyable key="external" text={externalId} label="external id" />,
          ],
          ['Id', <Copyable key="id" text={String(recipient.id)} label="recipient id" />],
          ['Locale', recipient.locale ?? '–'],
          ['Time zone', recipient.time_zone ?? '–'],
          ['Created', <Time key="created" at={recipient.created_at} full />],
          ['Changed', <Time key="changed" at={recipient.updated_at} full />],
        ]}
      />
      {Object.keys(attributes).length > 0 && (
        <Code text={JSON.stringify(attributes, null, INDENT)} label="attributes" wrapped />
      )}
    </Card>
  )
}

function History({ recipientId }: { recipientId: number }) {
  const everyMs = useLive(LIVE)
  const query = { notification_user_id: recipientId, expand: 'message' as const, limit: DELIVERIES_SHOWN }
  const pages = useReadPages('GET /api/v1/deliveries', { query }, ({ deliveries }) => deliveries, { everyMs })
  return (
    <Card
      title="Deliveries"
      actions={
        <>
          <ButtonLink to={`/webhooks/events?to=${encodeURIComponent(`#${recipientId}`)}`}>Webhook events</ButtonLink>
          <LiveSwitch />
        </>
      }
    >
      <DeliveriesList
        ofOne
        pages={pages}
        empty={
          <Empty title="No deliveries yet" action={<ButtonLink to="/messages">Send a message</ButtonLink>}>
            This recipient has not been sent a message.
          </Empty>
        }
      />
    </Card>
  )
}

/** One recipient, with its devices and deliveries. */
export default function RecipientPage({ id }: { id: number }) {
  const read = useRead('GET /api/v1/notification_users/{id}', recipientWithParts(id))
  const { notification_user: recipient, preferences } = read.data ?? {}
  return (
    <Page
      title={recipient === undefined ? `Recipient #${id}` : nameOf(recipient)}
      actions={recipient !== undefined && <Actions recipient={recipient} />}
    >
      <Sides
        facts={
          <Loaded of={read}>
            {({ notification_user: shown }) => (
              <>
                <About recipient={shown} />
                <Erase recipient={shown} />
              </>
            )}
          </Loaded>
        }
      >
        <History recipientId={id} />
        {recipient !== undefined && (
          <>
            {preferences !== undefined && <PreferencesCard recipient={recipient} preferences={preferences} />}
            <Devices recipientId={id} />
          </>
        )}
      </Sides>
    </Page>
  )
}
