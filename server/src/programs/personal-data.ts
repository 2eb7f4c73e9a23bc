/** What the rooms give for the exports and the erasures of persons. */
import { deliveryExports, eventExport, suppressionExport } from '../core/deliveries/export.ts'
import { messageExports } from '../core/messages/export.ts'
import type { ErasureStep } from '../core/recipients/erasure.ts'
import { deviceExport } from '../core/recipients/export.ts'
import type { ExportPart } from '../core/recipients/export.ts'
import { attemptExport } from '../core/webhooks/export.ts'
import { inboxErasure, inboxExport } from '../features/inbox/removal.ts'
import { receivedErasure } from '../features/test-receiver/queries.ts'

/** The steps of features. Those of the core are in `features/personal-data/erasure.ts`, in the order of its locks. */
export const ERASURE_STEPS: readonly ErasureStep[] = [inboxErasure, receivedErasure]

/** The lists of an export, in their order. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  deviceExport,
  suppressionExport,
  ...messageExports,
  ...deliveryExports,
  inboxExport,
  eventExport,
  attemptExport,
]
