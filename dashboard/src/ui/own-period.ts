import { useSearch } from '../router.ts'
import { useTimeFormat } from './time-habit.ts'

const MOMENT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** The own period of the URL, in the member's zone: `29 Nov, 03:00 – 04:00`. Null: it has another one, or none. */
export function useOwnPeriod(): string | null {
  const [search] = useSearch()
  const format = useTimeFormat(MOMENT)
  if (search.get('period') !== 'own') return null
  const [after, before] = ['after', 'before'].map((name) => Date.parse(search.get(name) ?? '')) as [number, number]
  const [hasAfter, hasBefore] = [!Number.isNaN(after), !Number.isNaN(before)]
  if (hasAfter && hasBefore) return after <= before ? format.formatRange(after, before) : null
  return hasAfter ? `from ${format.format(after)}` : hasBefore ? `until ${format.format(before)}` : null
}
