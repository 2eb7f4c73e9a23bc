import { useState } from 'react'
import type { Operations } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Code, Facts } from '../ui/page.tsx'
import { Line } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'
import { RawCause } from '../deliveries/raw-cause.tsx'
import { sentenceOf } from '../deliveries/cause.ts'

type Mail = Operations['GET /api/v1/mails']['answer']['mails'][number]

const STATES = {
  waiting: { tone: 'neutral', text: 'waiting' },
  sent: { tone: 'good', text: 'sent' },
  not_sent: { tone: 'warn', text: 'not sent' },
} as const

const REASONS: Record<string, string> = {
  no_owner: 'The account has no owner',
  no_mail_server: 'No mail server is set',
}

/** Why the mail was not sent, as a sentence. */
function reasonOf({ error_message: error, state }: Mail): string {
  if (error === null) return state === 'not_sent' ? REASONS['no_mail_server']! : ''
  return REASONS[error] ?? sentenceOf(error) ?? error
}

function State({ state }: { state: Mail['state'] }) {
  const { tone, text } = STATES[state]
  return <Badge tone={tone}>{text}</Badge>
}

function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  return (
    <Dialog title={mail.subject} onClose={onClose}>
      <Facts
        rows={[
          ['State', <State key="state" state={mail.state} />],
          ['Created', <Time key="created" at={mail.created_at} full />],
          mail.sent_at !== null && ['Sent', <Time key="sent" at={mail.sent_at} full />],
          mail.error_message !== null && ['Error', reasonOf(mail)],
        ]}
      />
      <RawCause cause={mail.error_message} />
      <Code text={mail.text} label="text of the mail" wrapped />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The service's own mails to the owners. Without a mail server, owners read them here. */
export function Mails() {
  const [shown, setShown] = useState<Mail | null>(null)
  const pages = useReadPages('GET /api/v1/mails', {}, ({ mails }) => mails)
  return (
    <section className="stack" aria-label="Mails">
      <List
        label="Mails"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Subject',
            phone: 'name',
            cell: (mail) => (
              <button
                type="button"
                className="row-link"
                aria-label={`Show ${mail.subject}`}
                onClick={() => setShown(mail)}
              >
                <Line text={mail.subject} />
              </button>
            ),
          },
          { title: 'State', width: 7, phone: 'state', cell: ({ state }) => <State state={state} /> },
          {
            title: 'Cause',
            kind: 'whole',
            phone: 'text',
            cell: reasonOf,
          },
          { title: 'Created', width: 8, phone: 'time', cell: ({ created_at: at }) => <ListTime at={at} /> },
        ]}
        empty={<Empty title="No mails yet">The service writes to the owners if the webhook endpoint fails.</Empty>}
      />
      {shown !== null && <MailDialog mail={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
