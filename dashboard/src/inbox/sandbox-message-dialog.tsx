import { useChange, useRead } from '../api/queries.ts'
import type { Answer } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { EXPLANATION } from '../deliveries/explained.ts'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Code, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

type SandboxMessage = Answer<'GET /api/v1/sandbox_messages/{id}'>['sandbox_message']

const READ_EVERY_MS = 2000

const FACTS = ['delivered', 'opened', 'bounced'] as const

const CHANGES = [
  'GET /api/v1/sandbox_messages',
  'GET /api/v1/sandbox_messages/{id}',
  'GET /api/v1/deliveries',
  EXPLANATION,
] as const

/** Reports a fact by hand. A delivery has each fact once. */
function Reports({ message }: { message: SandboxMessage }) {
  const whyNot = useWhyNot('change')
  const report = useChange('POST /api/v1/sandbox_messages/{id}/report', { changes: CHANGES })
  return (
    <div className="stack tight">
      <div className="row" role="group" aria-label="Report it as">
        <span>Report it as</span>
        {FACTS.map((fact) => (
          <Button
            key={fact}
            whyNot={whyNot}
            busy={report.isPending}
            onClick={() => report.mutate({ path: { id: message.id }, body: { sandbox_report: { fact } } })}
          >
            {fact}
          </Button>
        ))}
      </div>
      <ErrorNotice error={report.error} />
      <div role="status">
        {report.data !== undefined && (
          <Notice tone={report.data.sandbox_report.recorded ? 'good' : 'neutral'}>
            <p>
              {report.data.sandbox_report.recorded
                ? `Reported as ${report.data.sandbox_report.fact}. The webhook gets an event.`
                : `No change: the delivery was already ${report.data.sandbox_report.fact}.`}
            </p>
          </Notice>
        )}
      </div>
    </div>
  )
}

function Content({ message }: { message: SandboxMessage }) {
  const { id, status, notification_channel: channel, to, subject, body, body_format: format, sends, at } = message
  const isMail = channel.channel_type === 'email' && format === 'html'
  return (
    <div className="stack">
      <Facts
        rows={[
          ['To', to || '–'],
          ['Subject', subject || '–'],
          ['Channel', channel.name],
          ['Status', <DeliveryStatus key="status" status={status} />],
          ['Sent', <Time key="at" at={at} full />],
          sends > 1 && ['Sends', `${sends}, this is the newest`],
          [
            'Delivery',
            <Link key="delivery" to={`/deliveries/${id}`}>
              {id}
            </Link>,
          ],
        ]}
      />
      {isMail ? <MailFrame html={body} label="The mail" /> : <Code text={body} label="text" wrapped />}
      <Reports message={message} />
    </div>
  )
}

/** The sandbox message of one delivery. */
export function SandboxMessageDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const message = useRead('GET /api/v1/sandbox_messages/{id}', { path: { id } }, { everyMs: READ_EVERY_MS })
  return (
    <Dialog title="Sandbox message" wide onClose={onClose}>
      <Loaded of={message}>{({ sandbox_message: shown }) => <Content message={shown} />}</Loaded>
    </Dialog>
  )
}
