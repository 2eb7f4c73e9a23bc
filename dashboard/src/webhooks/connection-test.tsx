import type { ReactNode } from 'react'
import { useChange } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { outcomeOf, placeOf } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

export type Tested = Operations['POST /api/v1/webhook_endpoints/{id}/test_connection']['answer']['connection_test']

/** The result of a test. `follows`: what became of the endpoint. */
export function TestResult({
  test: { succeeded, response_code: code, response_head: head, duration_ms: duration, at, ...test },
  endpoint,
  follows,
}: {
  test: Tested
  endpoint: WebhookEndpoint
  follows: string
}) {
  return (
    <>
      <p>
        <strong>
          {succeeded ? 'The test passed.' : 'The test failed.'}
          {follows !== '' && ` ${follows}`}
        </strong>{' '}
        {outcomeOf({ ...test, succeeded, response_code: code })}
        {code === null && (
          <>
            {' '}
            <code className="mono small">({placeOf(endpoint)})</code>
          </>
        )}
        , after {duration.toLocaleString()} ms (<Time at={at} />
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
  onPassed: (test: Tested) => void
  /** Further buttons. */
  children: ReactNode
}) {
  const whyNot = useWhyNot('change')
  const test = useChange('POST /api/v1/webhook_endpoints/{id}/test_connection')
  const path = { id: endpoint.id }
  const result = test.data?.connection_test
  return (
    <>
      <div className="row">
        <Button
          tone="primary"
          icon="play"
          whyNot={whyNot}
          busy={test.isPending || busy}
          onClick={() =>
            test.mutate({ path }, { onSuccess: ({ connection_test: tested }) => tested.succeeded && onPassed(tested) })
          }
        >
          Test, then {action}
        </Button>
        <Button icon="delivery" whyNot={whyNot} busy={test.isPending} onClick={() => test.mutate({ path })}>
          Only test
        </Button>
        {children}
      </div>
      <div role="status">
        {result !== undefined && (
          <TestResult
            test={result}
            endpoint={endpoint}
            follows={result.succeeded ? '' : 'The endpoint stays as it is.'}
          />
        )}
      </div>
      <ErrorNotice error={test.error} />
    </>
  )
}
