import type { Delivery } from '../../../sdk/src/types.ts'
import { Badge } from '../ui/notice.tsx'
import type { Tone } from '../ui/notice.tsx'

type Status = Delivery['status']

const TONES: Record<Status, Tone> = {
  scheduled: 'neutral',
  queued: 'neutral',
  retrying: 'warn',
  sent: 'accent',
  failed: 'bad',
  delivered: 'good',
  bounced: 'bad',
  opened: 'good',
  canceled: 'neutral',
}

export const STATUSES = Object.keys(TONES) as Status[]

/** The tone of a status. An unknown status of a newer service is plain. */
export function toneOf(status: string): Tone {
  return TONES[status as Status] ?? 'neutral'
}

/** The status of a delivery as a coloured word. */
export function DeliveryStatus({ status }: { status: string }) {
  return <Badge tone={toneOf(status)}>{status}</Badge>
}
