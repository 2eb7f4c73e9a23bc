import { useMemo } from 'react'
import { SelectField } from './field.tsx'
import { TimeField } from './time-field.tsx'

const HOUR_MS = 3_600_000
const LENGTHS_MS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS }

export const PERIODS = [
  { value: '', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'own', label: 'Between …' },
] as const

/** The filter of a list leaves its bound out, but an own period has its first moment. The service refuses a text that is no time. */
function beforeFirst(at: string): string | undefined {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? at || undefined : new Date(ms - 1).toISOString()
}

/**
 * The bounds of a list for `period`, `after` and `before` of the URL. An own period is from `after` (inclusive) to `before`
 * (exclusive). A relative one is computed once.
 */
export function usePeriod(search: URLSearchParams): { after: string | undefined; before: string | undefined } {
  const period = search.get('period') ?? ''
  const [after, before] = [search.get('after') ?? '', search.get('before') ?? '']
  return useMemo(() => {
    if (period === 'own') return { after: beforeFirst(after), before: before || undefined }
    const lengthMs = LENGTHS_MS[period as keyof typeof LENGTHS_MS]
    return {
      after: lengthMs === undefined ? undefined : new Date(Date.now() - lengthMs).toISOString(),
      before: undefined,
    }
  }, [period, after, before])
}

/** Chooses a period. `change` gets the new values for the URL. */
export function PeriodField({
  label,
  search,
  change,
}: {
  label: string
  search: URLSearchParams
  change: (values: Record<string, string | null>) => void
}) {
  const period = search.get('period') ?? ''
  return (
    <>
      <SelectField
        label={label}
        value={period}
        choices={PERIODS}
        onChange={(value) => change({ period: value, after: null, before: null })}
      />
      {period === 'own' && (
        <div className="period">
          <TimeField label="From" value={search.get('after') ?? ''} onChange={(after) => change({ after })} />
          <TimeField label="Until" value={search.get('before') ?? ''} onChange={(before) => change({ before })} />
        </div>
      )}
    </>
  )
}
