import type { ReactNode } from 'react'
import { useChange } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { outcomeOf } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

type Tested = Operations['POST /api/v1/webhook_endpoints/{id}/test_connection']['answer']['connection_test']

function Result({ test }: { test: Tested }) {
  const { succeeded, response_head: head, duration_ms: duration, at } = test
  return (
    <>
      <p>
        <strong>{succeeded ? 'The test passed.' : 'The test failed. The endpoint stays as it is.'}</strong>{' '}
        {outcomeOf(test)}, after {duration.toLocaleString()} ms (<Time at={at} />
        ).
      </p>
      {!succeeded && head !== null && head !== '' && <code className="line">{head}</code>}
    </>
  )
}

/** Tests the receiver of an endpoint that is not active, and activates it only if the test has passed. */
export function ConnectionTest({
  endpoint,
  action,
  busy,
  onPassed,
  children,
}: {
  endpoint: WebhookEndpoint
  /** `reactivate` or `resume`. */
  action: string
  busy: boolean
  onPassed: () => void
  /** Further buttons. */
  children: ReactNode
}) {
  const whyNot = useWhyNot('change')
  const test = useChange('POST /api/v1/webhook_endpoints/{id}/test_connection')
  const path = { id: endpoint.id }
  return (
    <>
      <div className="row">
        <Button
          tone="primary"
          icon="play"
          whyNot={whyNot}
          busy={test.isPending || busy}
          onClick={() =>
            test.mutate({ path }, { onSuccess: ({ connection_test: { succeeded } }) => succeeded && onPassed() })
          }
        >
          Test, then {action}
        </Button>
        <Button icon="delivery" whyNot={whyNot} busy={test.isPending} onClick={() => test.mutate({ path })}>
          Only test
        </Button>
        {children}
      </div>
      <div role="status">{test.data !== undefined && <Result test={test.data.connection_test} />}</div>
      <ErrorNotice error={test.error} />
    </>
  )
}
