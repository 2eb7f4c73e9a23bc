/** Entries of the audit log as sentences. Pure. */
import type { Answer } from '../api/call.ts'

export type AuditEntry = Answer<'GET /api/v1/audit_log'>['audit_log'][number]

/** A sentence: who, what, and the object with its page in the dashboard, if it has one. */
export interface AuditSentence {
  actor: string
  /** For example: "created the API key". */
  verb: string
  object: string
  /** null: no page. */
  to: string | null
  /** More about the change, or ''. */
  more: string
}

type Details = Record<string, unknown>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): string => (typeof value === 'number' ? value.toLocaleString() : '')
const list = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(', ') : '')
const withText = (before: string, value: string): string => (value === '' ? '' : `${before}${value}`)

/** The name of the object in the details, or its id. */
function nameOf({ target, details }: AuditEntry): string {
  const name = text(details['name']) || text(details['email']) || text(details['address']) || text(details['host'])
  return name || (target === null ? '' : `#${target.slice(target.indexOf(':') + 1)}`)
}

function roleChange({ role }: Details): string {
  if (Array.isArray(role)) return `from ${String(role[0])} to ${String(role[1])}`
  return withText('with the role ', text(role))
}

type Told = [verb: string, more?: (details: Details) => string]

/** By action: the verb with the kind of the object, and more from the details. */
const ACTIONS: Record<string, Told> = {
  'api_key.created': ['created the API key', roleChange],
  'api_key.revoked': ['revoked the API key'],
  'member.added': ['added the member', roleChange],
  'member.invited': ['made a new invitation for the member'],
  'member.changed': ['changed the member', roleChange],
  'member.removed': ['removed the member'],
  'member.signed_in': ['signed in'],
  'member.signed_out': ['signed out'],
  'member.sign_in_failed': ['failed to sign in as the member'],
  'member.password_changed': ['changed the password of the member'],
  'member.password_reset': ['reset the password of the member'],
  'member.invitation_accepted': ['accepted the invitation'],
  'account.changed': ['changed the account'],
  'account.limits_changed': ['changed the limits of the account'],
  'notification_channel.created': [
    'created the channel',
    ({ channel_type: type }) => withText('of the type ', text(type)),
  ],
  'notification_channel.changed': ['changed the channel', ({ changed }) => withText('fields: ', list(changed))],
  'notification_channel.deleted': ['deleted the channel'],
  'notification_channel.tested': ['tested the channel'],
  'suppression.added': ['suppressed the address', ({ reason }) => withText('reason: ', text(reason))],
  'suppression.removed': ['lifted the suppression of the address'],
  'notification_user.address_changed': ['changed an address of the recipient'],
  'notification_user.erased': ['erased the recipient'],
  'topic.created': ['created the topic'],
  'topic.changed': ['changed the topic'],
  'topic.deleted': ['deleted the topic'],
  'preference_page.changed': ['changed the look of the pages for recipients'],
  'recipient_signing_key.created': ['created the key for tokens of recipients'],
  'recipient_signing_key.deleted': ['deleted the key for tokens of recipients'],
  'notification_channel.failing': ['noticed that the provider takes nothing of the channel'],
  'notification_channel.recovered': ['noticed that the provider takes messages again of the channel'],
  'webhook_endpoint.created': ['registered the webhook endpoint'],
  'webhook_endpoint.changed': ['changed the webhook endpoint'],
  'webhook_endpoint.paused': ['paused the webhook endpoint'],
  'webhook_endpoint.resumed': ['resumed the webhook endpoint'],
  'webhook_endpoint.reactivated': ['reactivated the webhook endpoint'],
  'webhook_endpoint.secret_rotated': ['rotated the secret of the webhook endpoint'],
  'webhook_endpoint.overlap_ended': ['ended the overlap of the secrets of the webhook endpoint'],
  'webhook_endpoint.missing_dismissed': ['dismissed the missing events of the webhook endpoint'],
  'message_resend.asked': ['started to send failed messages again'],
  'message_resend.canceled': ['canceled sending messages again'],
  'webhook_endpoint.deleted': ['deleted the webhook endpoint'],
  'webhook_endpoint.disabled': [
    'disabled the webhook endpoint',
    ({ consecutive_failures: failures }) => withText('consecutive failed events: ', count(failures)),
  ],
  'webhook_endpoint.replay_asked': [
    'started a replay to the webhook endpoint',
    ({ count: events }) => withText('events: ', count(events)),
  ],
  'webhook_endpoint.replay_canceled': ['canceled a replay to the webhook endpoint'],
}

/** Actions of a member on themselves: the object would repeat the actor. */
const OWN = new Set(['member.signed_in', 'member.signed_out', 'member.invitation_accepted'])

const PAGES: Record<string, (id: string) => string> = {
  notification_channel: (id) => `/channels/${id}`,
  notification_user: (id) => `/recipients/${id}`,
  webhook_endpoint: () => '/settings/server-configuration',
  api_key: () => '/settings/api-keys',
  member: () => '/settings/members',
  topic: () => '/settings/topics',
  preference_page: () => '/settings/topics',
  account: () => '/settings/limits',
}

const ACTORS: Record<string, string> = {
  system: 'The service',
  service: 'The service',
  command_line: 'The operator',
  nobody: 'Someone',
}

function actorOf({ actor, actor_name: name }: AuditEntry): string {
  if (name !== null) return actor.startsWith('api_key:') ? `The API key ${name}` : name
  return ACTORS[actor] ?? actor.replace(/^member:/, 'A former member, #').replace(/^api_key:/, 'The API key #')
}

/** `action` without a known verb is shown as it is, so that a newer service loses nothing. */
export function sentenceOf(entry: AuditEntry): AuditSentence {
  const { action, target, details } = entry
  const [verb, more] = ACTIONS[action] ?? [action]
  const [kind = '', id = ''] = target?.split(':') ?? []
  const isDeleted = /\.(deleted|removed|erased)$/.test(action)
  return {
    actor: actorOf(entry),
    verb,
    object: OWN.has(action) ? '' : nameOf(entry),
    to: isDeleted ? null : (PAGES[kind]?.(id) ?? null),
    more: more?.(details) ?? '',
  }
}

export function plainSentenceOf(entry: AuditEntry): string {
  const { actor, verb, object, more } = sentenceOf(entry)
  return [actor, verb, object, more && `(${more})`].filter(Boolean).join(' ')
}
