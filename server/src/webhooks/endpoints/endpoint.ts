/**
 * The webhook endpoint: what an account may do with its one endpoint, and how it is shown. The rules here are pure;
 * whoever acts on them holds the row's lock, writes what they answer and tells the audit log.
 */
import { isoTime } from '../../clock.ts'
import { ApiError, sentenceOf } from '../../errors.ts'

/** Times are ms since the epoch. */
export interface Endpoint {
  bucket: number
  accountId: number
  id: number
  url: string
  /** What the account asked for: false pauses. */
  active: boolean
  disabledAt: number | null
  disabledReason: string | null
  /** Since when nothing is sent, paused or disabled; null while active. */
  inactiveSince: number | null
  /** Encrypted, as stored. */
  secret: string
  secretLast4: string
  /** Encrypted: signs beside the secret until `previousSecretUntil`. */
  previousSecret: string | null
  previousSecretUntil: number | null
  consecutiveFailures: number
  /** Outcomes of attempts begun under an older one are not counted. */
  generation: number
  createdAt: number
  updatedAt: number
}

export const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]

/** A disabled endpoint is disabled whether or not it was paused as well. */
export function endpointStatus(endpoint: Pick<Endpoint, 'active' | 'disabledAt'>): EndpointStatus {
  if (endpoint.disabledAt !== null) return 'disabled'
  return endpoint.active ? 'active' : 'paused'
}

/** Until when two secrets sign, ms since the epoch; null if one does. */
function overlapUntil({ previousSecretUntil }: Endpoint, nowMs: number): number | null {
  return previousSecretUntil !== null && nowMs < previousSecretUntil ? previousSecretUntil : null
}

/** The refusal of what wants an active endpoint; it names the call that makes this one active. */
export function endpointInactive(endpoint: Endpoint | null): ApiError {
  const status = endpoint === null ? 'active' : endpointStatus(endpoint)
  if (endpoint === null || status === 'active') return new ApiError('endpoint_inactive')
  const sentence = sentenceOf(status === 'disabled' ? 'endpoint_disabled' : 'endpoint_paused', { id: endpoint.id })
  return new ApiError('endpoint_inactive', { sentence })
}

/** The endpoint as the API shows it at `nowMs` (decisions: webhook endpoints); its secrets stay inside. */
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
    consecutive_failures: endpoint.consecutiveFailures,
    inactive_since: isoTime(endpoint.inactiveSince),
    disabled_at: isoTime(endpoint.disabledAt),
    disabled_reason: endpoint.disabledReason,
    created_at: isoTime(endpoint.createdAt),
    updated_at: isoTime(endpoint.updatedAt),
  }
}

/** The answer of the two operations that show the secret in full: creation and rotation. */
export function endpointWithSecret(endpoint: Endpoint, secret: string) {
  return { id: endpoint.id, url: endpoint.url, active: endpointStatus(endpoint) === 'active', secret }
}

/** What happened to an endpoint, for the audit log: `webhook_endpoint.<action>`. */
export type EndpointAction =
  | 'created'
  | 'changed'
  | 'paused'
  | 'resumed'
  | 'reactivated'
  | 'secret_rotated'
  | 'overlap_ended'
  | 'deleted'

/** `endpoint` is the one given when nothing is to be written. `actions` may be empty for a change not worth an entry. */
export type EndpointChange =
  | { ok: true; endpoint: Endpoint; actions: EndpointAction[] }
  | { ok: false; code: 'endpoint_disabled' | 'endpoint_paused' }

/**
 * Another URL, pausing (`active: false`) and resuming. On a disabled endpoint pausing changes nothing, and resuming is
 * refused with everything that came along: it takes a reactivation, which also clears the count.
 */
export function changeEndpoint(
  endpoint: Endpoint,
  change: { url: string | undefined; active: boolean | undefined },
  nowMs: number,
): EndpointChange {
  const status = endpointStatus(endpoint)
  if (change.active === true && status === 'disabled') return { ok: false, code: 'endpoint_disabled' }
  let changed = endpoint
  const actions: EndpointAction[] = []
  if (change.url !== undefined && change.url !== endpoint.url) {
    changed = { ...changed, url: change.url, updatedAt: nowMs }
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
 * A disabled endpoint is active again; an active one only gets its count back to 0. Either way a new count begins:
 * attempts that are under way no longer touch it.
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
 * A new secret. Without an overlap the old one ends at once; with one it signs on for `overlapMs`, and a secret that
 * an earlier rotation had left signing ends: there are never more than two.
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

/** The secret before the last rotation ends now. Without an overlap nothing changes. */
export function endOverlap(endpoint: Endpoint, nowMs: number): EndpointChange {
  if (overlapUntil(endpoint, nowMs) === null) return { ok: true, endpoint, actions: [] }
  const ended = { ...endpoint, previousSecret: null, previousSecretUntil: null, updatedAt: nowMs }
  return { ok: true, endpoint: ended, actions: ['overlap_ended'] }
}
