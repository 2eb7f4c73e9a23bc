import type { Operations } from '../api/call.ts'

export type Period = NonNullable<NonNullable<Operations['GET /api/v1/delivery_counts']['query']>['period']>

export const PERIODS: readonly { value: Period; label: string }[] = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
]

/** The service counts within seconds. */
export const READ_EVERY_MS = 5000
