/** One read for all parts of a page: the delivery, its timeline, and why it did or did not arrive. */
import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import type { ReadOptions } from '../api/queries.ts'

export const EXPLANATION = 'GET /api/v1/deliveries/{id}/explanation'

type Read = Answer<typeof EXPLANATION>

export type Explained = Read['explanation']
export type ExplainedDelivery = NonNullable<Read['delivery']>
export type TimelineEntry = NonNullable<Read['timeline']>[number]

/**
 * No event tells that a POST to the webhook is made, or that a delivery waits for quiet hours. A page that awaits one of them reads
 * again after this time, ms.
 */
export const READ_AWAITED_MS = 2000

export function useExplained(id: number, options?: ReadOptions<Read>) {
  return useRead(EXPLANATION, { path: { id }, query: { expand: 'delivery' } }, options)
}
