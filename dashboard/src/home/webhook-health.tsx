import { useState } from 'react'
import { percentText } from '../analytics/outcomes.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Figures, Meter } from '../ui/meter.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { useEndpoints } from '../webhooks/endpoint.ts'
import type { WebhookEndpoint } from '../webhooks/endpoint.ts'
import { Failing, useHealth } from '../webhooks/failing.tsx'
import { Inactive } from '../webhooks/inactive.tsx'

const READ_EVERY_MS = 5000
const PER_MILLE = 1000

/** Rounded down: if one attempt has failed, it is not 100 %. */
function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : percentText(Math.floor((part / whole) * PER_MILLE) / PER_MILLE)
}

/** The source of the figures. */
function basisText(attempts: number): string {
  if (attempts === 0) return 'No attempts in the last 24 hours.'
  if (attempts === 1) return 'From the only attempt in the last 24 hours.'
  return `From the newest ${attempts.toLocaleString()} attempts of the last 24 hours.`
}

function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const read = useHealth(endpoint)
  // If it is activated here, the result of its test and the missed events stay. The page of an active one reads neither.
  const [wasInactive, setWasInactive] = useState(false)
  if (endpoint.status !== 'active' && !wasInactive) setWasInactive(true)
  return (
    <Loaded of={read}>
      {({ health }) => {
        const { attempts, succeeded, response_time_ms: times, failure_budget: budget } = health
        const p95 = times.p95 === null ? '–' : `${times.p95.toLocaleString()} ms`
        return (
          <>
            {wasInactive && <Inactive endpoint={endpoint} window="1h" />}
            <Failing endpoint={endpoint} now={health} />
            <Figures
              figures={[
                {
                  name: 'Succeeded',
                  value: shareText(succeeded, attempts),
                  tone: succeeded < attempts ? 'bad' : undefined,
                },
                { name: 'Response time, p95', value: p95 },
              ]}
            />
            <p className="muted small">{basisText(attempts)}</p>
            <Meter
              label="Failure budget"
              value={budget.used}
              max={budget.limit}
              text={`${budget.used} of ${budget.limit} used`}
              tone={budget.used === 0 ? 'good' : 'bad'}
            />
          </>
        )
      }}
    </Loaded>
  )
}

/** The health of the webhook, and its failure budget. */
export function WebhookHealth() {
  const endpoints = useEndpoints({ everyMs: READ_EVERY_MS })
  return (
    <Card title="Webhook" actions={<ButtonLink to="/webhooks">Webhooks</ButtonLink>}>
      <Loaded of={endpoints}>
        {({ webhook_endpoints: [endpoint] }) =>
          endpoint === undefined ? (
            <p className="muted">
              No webhook yet. Register your server to receive every status change of every delivery.
            </p>
          ) : (
            <Health endpoint={endpoint} />
          )
        }
      </Loaded>
    </Card>
  )
}
