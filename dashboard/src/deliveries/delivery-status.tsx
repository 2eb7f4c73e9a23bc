import type { Delivery } from '../../../sdk/src/types.ts'
import type { IconName } from '../ui/icon.tsx'
import { Badge } from '../ui/notice.tsx'
import type { Tone } from '../ui/notice.tsx'

type Status = Delivery['status']

const LOOKS: Record<Status, readonly [tone: Tone, icon: IconName]> = {
  scheduled: ['neutral', 'clock'],
  queued: ['neutral', 'queue'],
  retrying: ['warn', 'refresh'],
  sent: ['accent', 'delivery'],
  failed: ['bad', 'close'],
  delivered: ['good', 'check'],
  bounced: ['bad', 'bounce'],
  opened: ['good', 'eye'],
  canceled: ['neutral', 'ban'],
}

export const STATUSES = Object.keys(LOOKS) as Status[]
export const STATUS_CHOICES = [
  { value: 'failed,bounced', label: 'failed or bounced' },
  ...STATUSES.map((status) => ({ value: status as string, label: status as string })),
]

/** Whether a delivery with this status did not reach its recipient. */
export const hasFailed = (status: string): boolean => status === 'failed' || status === 'bounced'

/** Whether the statuses of a filter are those of failures. Without a filter they are. */
export const isOfFailures = (statuses: string | undefined): boolean => (statuses?.split(',') ?? []).every(hasFailed)
/** Why a list with other statuses is not sent again. */
export const OTHER_STATUSES = 'Choose only the statuses failed and bounced'

const UNKNOWN = ['neutral', 'info'] as const

/** The tone of a status. An unknown status of a newer service is plain. */
export function toneOf(status: string): Tone {
  return (LOOKS[status as Status] ?? UNKNOWN)[0]
}

/** The status of a delivery as a word with a colour and an icon. */
export function DeliveryStatus({ status }: { status: string }) {
  const [tone, icon] = LOOKS[status as Status] ?? UNKNOWN
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  )
}
