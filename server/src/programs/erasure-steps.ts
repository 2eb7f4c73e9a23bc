/** The erasure steps of all features that keep data of a person. */
import type { ErasureStep } from '../core/recipients/erasure.ts'
import { inboxErasure } from '../features/inbox/removal.ts'
import { receivedErasure } from '../features/test-receiver/queries.ts'

export const ERASURE_STEPS: readonly ErasureStep[] = [inboxErasure, receivedErasure]
