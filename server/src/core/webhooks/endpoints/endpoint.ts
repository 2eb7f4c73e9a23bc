/**
 * The webhook endpoint: an account has at most one. The rules here are pure functions. Callers hold the row's lock,
 * write the result and the audit log entry.
 */
import { isoTime } from '../../../platform/clock.ts'
import { ApiError, sentenceOf } from '../../../platform/errors.ts'
import { standardSecret } from '../signature.ts'
import type { SignatureFormat } from '../signature.ts'

/** Times are ms since the epoch. */
export interface Endpoint {
  bucket: number
  accountId: number
  id: number
  url: string
  /** Set by the account. False means paused. */
  active: boolean
  disabledAt: number | null
  disabledReason: string | null
  /** Since when it is paused or disabled. Null while active. */
  inactiveSince: number | null
  /** Encrypted. */
  secret: string
  secretLast4: string
  /** Encrypted. Also signs until `previousSecretUntil`. */
  previousSecret: string | null
  previousSecretUntil: number | null
  signatureFormat: SignatureFormat
  /** Whether its events show their message beside the delivery. */
  includeMessage: boolean
  consecutiveFailures: number
  /** Results of attempts begun under an older generation do not count. */
  generation: number
  /** Missing events up to then are no longer told. Null: a member has dismissed none. */
  missingDismissedAt: number | null
  /** When the receiver has last passed a test that is not stored. Null: never. */
  testPassedAt: number | null
  createdAt: number
  updatedAt: number
}

export const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

/** A disabled endpoint counts as disabled, even if it is also paused. */
export function endpointStatus(endpoint: Pick<Endpoint, 'active' | 'disabledAt'>): EndpointStatus {
  if (endpoint.disabledAt !== null) return 'disabled'
  return endpoint.active ? 'active' : 'paused'
}

/** Until when two secrets sign, ms since the epoch. Null if only one signs. */
function overlapUntil({ previousSecretUntil }: Endpoint, nowMs: number): number | null {
  return previousSecretUntil !== null && nowMs < previousSecretUntil ? previousSecretUntil : null
}

/** The error of an operation that needs an active endpoint. Its sentence names the call that activates this one. */
export function endpointInactive(endpoint: Endpoint | null): ApiError {
  const status = endpoint === null ? 'active' : endpointStatus(endpoint)
  if (endpoint === null || status === 'active') return new ApiError('endpoint_inactive')
  const sentence = sentenceOf(status === 'disabled' ? 'endpoint_disabled' : 'endpoint_paused', { id: endpoint.id })
  return new ApiError('endpoint_inactive', { sentence })
}

/** The endpoint in the API at `nowMs`, without its secrets. */
export function endpointView(endpoint: Endpoint, nowMs: number) {
  const overlapEnd = overlapUntil(endpoint, nowMs)
  const status = endpointStatus(endpoint)
  return {
    id: endpoint.id,
    url: endpoint.url,
    active: status === 'active',
    status,
    secret_preview: `whsec_…${endpoint.secretLast4}`,
    previous_secret_expires_at: isoTime(overlapEnd),
    signature_format: endpoint.signatureFormat,
    include_message: endpoint.includeMessage,
    consecutive_failures: endpoint.consecutiveFailures,
    inactive_since: isoTime(endpoint.inactiveSince),
    disabled_at: isoTime(endpoint.disabledAt),
    disabled_reason: endpoint.disabledReason,
    missing_dismissed_at: isoTime(endpoint.missingDismissedAt),
    created_at: isoTime(endpoint.createdAt),
    updated_at: isoTime(endpoint.updatedAt),
  }
}

/**
 * The response of creation and rotation, the two operations that show the whole secret: exactly the four fields of
 * specification 4.3. Only an endpoint with the signatures of Standard Webhooks also has the secret in their notation.
 */
export function endpointWithSecret(endpoint: Endpoint, secret: string) {
  const active = endpointStatus(endpoint) === 'active'
  const shown = { id: endpoint.id, url: endpoint.url, active, secret }
  return endpoint.signatureFormat === 'service' ? shown : { ...shown, standard_secret: standardSecret(secret) }
}

/** Actions in the audit log: `webhook_endpoint.<action>`. */
export type EndpointAction =
  | 'created'
  | 'changed'
  | 'paused'
  | 'resumed'
  | 'reactivated'
  | 'secret_rotated'
  | 'overlap_ended'
  | 'missing_dismissed'
  | 'deleted'

/** `endpoint` is the given object if there is no change to write. `actions` may be empty. */
export type EndpointChange =
  | { ok: true; endpoint: Endpoint; actions: EndpointAction[] }
  | { ok: false; code: 'endpoint_disabled' | 'endpoint_paused' }

/**
 * Changes the URL, the format of signatures and the content of events, pauses (`active: false`) or resumes. On a disabled
 * endpoint, pausing changes nothing. Resuming is refused with all other changes in the call: it needs a reactivation, which also resets the count.
 */
export function changeEndpoint(
  endpoint: Endpoint,
  change: { [Field in 'url' | 'active' | 'signatureFormat' | 'includeMessage']: Endpoint[Field] | undefined },
  nowMs: number,
): EndpointChange {
  const status = endpointStatus(endpoint)
  if (change.active === true && status === 'disabled') return { ok: false, code: 'endpoint_disabled' }
  let changed = endpoint
  const actions: EndpointAction[] = []
  const { url = endpoint.url, signatureFormat = endpoint.signatureFormat } = change
  const { includeMessage = endpoint.includeMessage } = change
  const isSame = url === endpoint.url && signatureFormat === endpoint.signatureFormat
  if (!isSame || includeMessage !== endpoint.includeMessage) {
    changed = { ...changed, url, signatureFormat, includeMessage, updatedAt: nowMs }
    actions.push('changed')
  }
  if (change.active === true && status === 'paused') {
    changed = { ...changed, active: true, inactiveSince: null, updatedAt: nowMs }
    actions.push('resumed')
  }
  if (change.active === false && status === 'active') {
    changed = { ...changed, active: false, inactiveSince: nowMs, updatedAt: nowMs }
    actions.push('paused')
  }
  return { ok: true, endpoint: changed, actions }
}

/**
 * Activates a disabled endpoint, and resets the failure count to 0, also of an active one. A new generation begins, so
 * attempts under way do not change the new count.
 */
export function reactivateEndpoint(endpoint: Endpoint, nowMs: number): EndpointChange {
  const status = endpointStatus(endpoint)
  if (status === 'paused') return { ok: false, code: 'endpoint_paused' }
  const counted = { ...endpoint, consecutiveFailures: 0, generation: endpoint.generation + 1 }
  if (status === 'active') return { ok: true, endpoint: counted, actions: [] }
  const enabled = { active: true, disabledAt: null, disabledReason: null, inactiveSince: null, updatedAt: nowMs }
  return { ok: true, endpoint: { ...counted, ...enabled }, actions: ['reactivated'] }
}

/**
 * Sets a new secret. Without an overlap, the old one ends at once. With an overlap, the old one also signs for
 * `overlapMs`. A secret left from an earlier rotation ends. So there are never more than two.
 */
export function rotateSecret(
  endpoint: Endpoint,
  secret: { encrypted: string; last4: string },
  overlapMs: number,
  nowMs: number,
): EndpointChange {
  const rotated = {
    ...endpoint,
    secret: secret.encrypted,
    secretLast4: secret.last4,
    previousSecret: overlapMs > 0 ? endpoint.secret : null,
    previousSecretUntil: overlapMs > 0 ? nowMs + overlapMs : null,
    updatedAt: nowMs,
  }
  return { ok: true, endpoint: rotated, actions: ['secret_rotated'] }
}

/** Ends the previous secret now. Without an overlap nothing changes. */
export function endOverlap(endpoint: Endpoint, nowMs: number): EndpointChange {
  if (overlapUntil(endpoint, nowMs) === null) return { ok: true, endpoint, actions: [] }
  const ended = { ...endpoint, previousSecret: null, previousSecretUntil: null, updatedAt: nowMs }
  return { ok: true, endpoint: ended, actions: ['overlap_ended'] }
}

/** Dismisses the events that are missing until now: the dashboard no longer tells them. They can still be replayed. */
export function dismissMissing(endpoint: Endpoint, nowMs: number): EndpointChange {
  return { ok: true, endpoint: { ...endpoint, missingDismissedAt: nowMs }, actions: ['missing_dismissed'] }
}
