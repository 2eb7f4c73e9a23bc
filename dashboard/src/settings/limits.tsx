import { useRead } from '../api/queries.ts'
import { Loaded } from '../ui/notice.tsx'
import { Meter } from '../ui/meter.tsx'
import { Card, Facts } from '../ui/page.tsx'

const KINDS = [
  ['monthly_email_deliveries', 'Email'],
  ['monthly_push_deliveries', 'Push'],
  ['monthly_sms_deliveries', 'SMS'],
  ['monthly_in_app_deliveries', 'In-app'],
] as const

const NEARLY = 0.8

function toneOf(used: number, limit: number): 'good' | 'warn' | 'bad' {
  if (used >= limit) return 'bad'
  return used >= limit * NEARLY ? 'warn' : 'good'
}

/** The monthly limits of the account, and the usage of this month. */
export function Limits() {
  const read = useRead('GET /api/v1/account', {})
  return (
    <Loaded of={read}>
      {({ account: { limits, usage } }) => (
        <Card title={`Deliveries in ${usage.month}`}>
          {KINDS.map(([kind, label]) => {
            const [limit, used] = [limits[kind], usage[kind]]
            if (limit === null) return null
            const text = `${used.toLocaleString()} of ${limit.toLocaleString()}`
            return <Meter key={kind} label={label} value={used} max={limit} text={text} tone={toneOf(used, limit)} />
          })}
          <Facts
            rows={KINDS.map(([kind, label]) =>
              limits[kind] === null ? [label, `${usage[kind].toLocaleString()}, no limit`] : null,
            )}
          />
          <p className="small muted">
            Months are in UTC. If a delivery exceeds the limit, it fails. The operator of the service sets limits with{' '}
            <code>npm run tidings -- accounts limits</code>.
          </p>
        </Card>
      )}
    </Loaded>
  )
}
