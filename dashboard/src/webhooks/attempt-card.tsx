import { useState } from 'react'
import { Choices } from '../ui/choices.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Badge } from '../ui/notice.tsx'
import { Card, Code, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { outcomeOf } from './endpoint.ts'
import type { EventAttempt } from './endpoint.ts'
import { checkOf, curlOfRequest } from './request-text.ts'
import type { CheckLanguage, SentRequest } from './request-text.ts'
import { SentRequestParts } from './sent-request.tsx'

function ResponseBody({ attempt }: { attempt: EventAttempt }) {
  const { response_code: code, response_head: head } = attempt
  if (code === null) return null
  if (head === null)
    return (
      <p className="muted small">
        The service stores the beginning of a body only if the receiver has a public address. It stores no headers.
      </p>
    )
  if (head === '') return <p className="muted small">The body was empty. The service stores no headers.</p>
  return <Code text={head} label="beginning of the response" wrapped />
}

function Response({ attempt }: { attempt: EventAttempt }) {
  return (
    <section className="stack tight" aria-label="Response">
      <h3>Response</h3>
      <Facts
        rows={[
          [
            'Result',
            <Badge key="result" tone={attempt.succeeded ? 'good' : 'bad'}>
              {outcomeOf(attempt)}
            </Badge>,
          ],
          attempt.error_message !== null && [
            'Cause',
            <code key="cause">
              {attempt.error_message}
              {attempt.error_code !== null && `: ${attempt.error_code}`}
            </code>,
          ],
          ['Duration', `${attempt.duration_ms.toLocaleString()} ms`],
          ['Sent', <Time key="at" at={attempt.created_at} full />],
          attempt.posted_again && ['Sent twice', 'The receiver had closed the reused connection'],
        ]}
      />
      <ResponseBody attempt={attempt} />
    </section>
  )
}

const LANGUAGES = [
  { value: 'tidings', label: 'tidings' },
  { value: 'openssl', label: 'OpenSSL' },
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
] as const satisfies readonly { value: CheckLanguage; label: string }[]

function Verify({ request, preview }: { request: SentRequest; preview: string | null }) {
  const [language, setLanguage] = useState<CheckLanguage>('tidings')
  const code = checkOf(language, request)
  if (code === null) return null
  return (
    <section className="stack tight" aria-label="Verify this signature">
      <div className="row apart">
        <h3>Verify this signature</h3>
        <Choices label="Language" choices={LANGUAGES} value={language} onChange={setLanguage} />
      </div>
      <p className="muted small">
        With the values of this attempt. <code>TIDINGS_WEBHOOK_SECRET</code> is the secret at that time
        {preview !== null && (
          <>
            , now <code>{preview}</code>
          </>
        )}
        . The result is “valid”, or your receiver has another secret.
      </p>
      <Code text={code} label={`code that verifies with ${language}`} />
    </section>
  )
}

/** The request and the response of one attempt. `preview`: the end of the endpoint's secret now. */
export function AttemptCard({
  attempt,
  body,
  preview,
}: {
  attempt: EventAttempt
  body: string
  preview: string | null
}) {
  const headers = attempt.request_headers
  const request = headers === null ? null : { url: attempt.url, headers, body }
  return (
    <Card
      title={`Attempt ${attempt.attempt_number}`}
      actions={
        request !== null && (
          <CopyButton text={curlOfRequest(request)} label="the request as curl">
            Copy as curl
          </CopyButton>
        )
      }
    >
      <div className="columns">
        {request === null ? (
          <p className="muted">No connection was made, so nothing was sent.</p>
        ) : (
          <SentRequestParts request={request} />
        )}
        <div className="stack">
          <Response attempt={attempt} />
          {request !== null && <Verify request={request} preview={preview} />}
        </div>
      </div>
    </Card>
  )
}
