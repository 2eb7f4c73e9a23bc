import type { Answer } from '../api/call.ts'

export type Email = NonNullable<Answer<'POST /api/v1/message_templates/preview'>['preview']['email']>

/** The head of a mail as a mail program shows it. `from`: the address of the channel, if it is known. */
export function MailHead({ subject, email = {}, from }: { subject: string; email?: Email; from?: string | undefined }) {
  const { reply_to: replyTo, cc = [], bcc = [], preheader, headers = [] } = email
  const lines: [name: string, value: string | undefined][] = [
    ['From', from],
    ['Reply-To', replyTo],
    ['Cc', cc.join(', ')],
    ['Bcc', bcc.join(', ')],
    ...headers.map(({ name, value }): [string, string] => [name, value]),
  ]
  return (
    <div className="mail-head">
      {lines.map(
        ([name, value = '']) =>
          value !== '' && (
            <p key={name} className="small">
              <span className="muted">{name}: </span>
              <bdi>{value}</bdi>
            </p>
          ),
      )}
      <p>
        <span className="muted">Subject: </span>
        <bdi>
          <strong>{subject || '–'}</strong>
        </bdi>
        {preheader !== undefined && (
          <bdi className="muted" title="Preheader">
            {' '}
            {preheader}
          </bdi>
        )}
      </p>
    </div>
  )
}
