/**
 * The search: one text finds recipients with their newest deliveries, and messages, templates and events. It serves the
 * question of support why a person did not get a message. This file is pure: the meaning of the text, and the results.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Delivery } from '../../core/deliveries/delivery.ts'
import type { ExpandedMessage } from '../../core/deliveries/message-details.ts'
import { FACTS } from '../../core/deliveries/status.ts'
import type { CancelReason } from '../../core/deliveries/status.ts'
import { EVENT_STATES } from '../../core/events/state.ts'
import type { ExpandedRecipient } from '../../core/recipients/expanded.ts'
import { failureCause } from '../../core/deliveries/cause.ts'
import { CANCEL_REASONS, FAILURE_CAUSES } from '../../core/providers/causes.ts'
import { errorSentence } from '../../platform/errors.ts'
import { readPhoneNumber } from '../../platform/http/phone-number.ts'
import { Choice, Id, Time } from '../../platform/http/schemas.ts'
import { EVENT_ID_PATTERN } from '../../platform/ids.ts'
import type { RequestRow } from '../request-log/queries.ts'
import type { EventHit, MessageHit, RecipientHit, TemplateHit } from './queries.ts'

/** Characters of a search text. A reference has as many. */
export const SEARCH_CHARACTERS_MAX = 255
export const RESULTS_MAX = 20
/** Recipients that a search for only recipients finds, if it is asked for them. */
export const RECIPIENTS_LIMIT_MAX = 500
/** Characters of a title or detail. Subjects may be long. */
const SHOWN_CHARACTERS_MAX = 200

export const KINDS = ['recipient', 'delivery', 'message', 'template', 'event', 'request'] as const
export type Kind = (typeof KINDS)[number]

const REQUEST_ID_PATTERN = /^req_[0-9A-Za-z]{20}$/

/** One flat object: `kind` decides which optional fields exist. */
export const SearchResult = Type.Object({
  kind: Choice(KINDS),
  id: Type.String({ description: 'The id as text, because ids of events and requests are texts', examples: ['42'] }),
  title: Type.String({
    description:
      'The name of a recipient or template, the subject of a message or delivery, the type of an event, the method and path of a request',
    examples: ['Ada Lovelace'],
  }),
  detail: Type.String({
    description: 'More for the eye: addresses, the error, the channel',
    examples: ['ada@example.com'],
  }),
  status: Type.Optional(Choice(FACTS, { description: 'Only of a delivery' })),
  state: Type.Optional(Choice(EVENT_STATES, { description: 'Only of an event' })),
  delivery_id: Type.Optional({ ...Id, description: 'Only of an event: its delivery. A ping has none' }),
  created_at: Type.Optional({ ...Time, description: 'Of a delivery, message, event or request' }),
})
export type SearchResult = Static<typeof SearchResult>

export interface Found {
  results: SearchResult[]
  /** Kinds of which there are more objects than these results. */
  more_of: Kind[]
}

/** Results without more of their kinds. */
export const allOf = (results: SearchResult[]): Found => ({ results, more_of: [] })

/** The meaning of a search text. */
export type Sought =
  | { by: 'event'; id: string }
  | { by: 'request'; id: string }
  | { by: 'id'; id: number }
  | {
      by: 'text'
      text: string
      /** The number in the text, or null. It may be an id. */
      id: number | null
      /** The text as the start of a phone number, as stored: `+44207`. Null if it is none. */
      phone: string | null
      /** It is the start of an address, so only recipients are searched. */
      isAddress: boolean
    }

/** The start of a stored phone number. A zero in brackets is dialed only inside a country, so it is not stored. */
function startOfPhone(text: string): string {
  const whole = readPhoneNumber(text)
  return whole.ok ? whole.number : `+${text.replace('(0)', '').replaceAll(/\D/g, '')}`
}

/** Reads a search text without spaces around it. `#12` means an id, and `12` an id or the start of a text. */
export function readSearch(text: string): Sought {
  if (EVENT_ID_PATTERN.test(text)) return { by: 'event', id: text }
  if (REQUEST_ID_PATTERN.test(text)) return { by: 'request', id: text }
  const [, hash, digits] = /^(#?)(\d{1,16})$/.exec(text) ?? []
  const number = Number(digits)
  const id = Number.isSafeInteger(number) && number > 0 ? number : null
  if (hash === '#' && id !== null) return { by: 'id', id }
  const isPhone = /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text)
  const phone = isPhone ? startOfPhone(text) : null
  return { by: 'text', text, id, phone, isAddress: text.includes('@') || (isPhone && text.startsWith('+')) }
}

/** The text, or its start. The cut does not divide a pair of surrogates. */
function shown(text: string): string {
  if (text.length <= SHOWN_CHARACTERS_MAX) return text
  return `${text.slice(0, SHOWN_CHARACTERS_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

type Named = Static<typeof ExpandedRecipient>

/** The name of a recipient, or else its external id or its address. */
function nameOf({ id, external_user_id: externalId, email, first_name: first, last_name: last }: Named): string {
  return [first, last].filter(Boolean).join(' ') || externalId || email || `#${id}`
}

export type RecipientNames = Omit<RecipientHit, 'isCut'>

export function recipientResult({
  id,
  externalUserId,
  email,
  phone,
  firstName,
  lastName,
}: RecipientNames): SearchResult {
  const title = nameOf({ id, external_user_id: externalUserId, email, first_name: firstName, last_name: lastName })
  const others = [email, phone, externalUserId].filter((one) => one !== null && one !== title)
  return { kind: 'recipient', id: String(id), title: shown(title), detail: shown(others.join(', ')) }
}

/** Statuses after which an error of an earlier send does not matter. */
const WENT_WELL: ReadonlySet<string> = new Set(['sent', 'delivered', 'opened'])

/** The cause of a delivery that did not go well as a sentence, or null if it has none. */
function sentenceOf({ status, friendlyErrorMessage, errorMessage, limitFeatureKey }: Delivery): string | null {
  if (WENT_WELL.has(status) || errorMessage === null) return null
  if (friendlyErrorMessage !== null) return friendlyErrorMessage
  if (Object.hasOwn(CANCEL_REASONS, errorMessage)) return CANCEL_REASONS[errorMessage as CancelReason]
  return FAILURE_CAUSES[failureCause(errorMessage, limitFeatureKey !== null)]
}

/** `message` of the delivery. Undefined if it was removed meanwhile. `isNamed`: with the name of the recipient. */
export function deliveryResult(
  delivery: Delivery,
  message: ExpandedMessage | undefined,
  isNamed: boolean,
): SearchResult {
  const { id, channel, status, createdAt } = delivery
  const error = sentenceOf(delivery)
  const to = message === undefined || !isNamed ? '' : ` to ${nameOf(message.notification_user)}`
  // The cause is first: it is the answer, and the end may be cut.
  const detail = [error, `${channel.name}${to}`].filter((part) => part !== null).join(' · ')
  return {
    kind: 'delivery',
    id: String(id),
    title: shown(message?.rendered_subject || `#${id}`),
    detail: shown(detail),
    status,
    created_at: isoTime(createdAt),
  }
}

/** `recipient` of the message. Undefined if it was removed meanwhile. */
export function messageResult(row: MessageHit, recipient: Named | undefined): SearchResult {
  return {
    kind: 'message',
    id: String(row.id),
    title: shown(row.renderedSubject || `#${row.id}`),
    detail: shown(recipient === undefined ? '' : `to ${nameOf(recipient)}`),
    created_at: isoTime(row.createdAt),
  }
}

export function templateResult({ id, name, version }: TemplateHit): SearchResult {
  return { kind: 'template', id: String(id), title: shown(name), detail: `version ${version}` }
}

export function eventResult({ id, type, state, deliveryId, createdAt: at }: EventHit): SearchResult {
  return {
    kind: 'event',
    id,
    title: type,
    detail: deliveryId === null ? 'of the webhook endpoint' : `of delivery #${deliveryId}`,
    state,
    ...(deliveryId === null ? {} : { delivery_id: deliveryId }),
    created_at: isoTime(at),
  }
}

export function requestResult({ requestId: id, method, path, status, code, createdAt: at }: RequestRow): SearchResult {
  const detail = code === null ? `${status}` : `${status}: ${errorSentence(code).split(/[:.] /, 1)[0]}`
  return { kind: 'request', id, title: shown(`${method} ${path}`), detail, created_at: isoTime(at) }
}

/**
 * The results without repeated objects, at most `max`. Templates and messages share the room behind recipients. `cut`:
 * kinds of which there are more objects.
 */
export function arrange(
  first: readonly SearchResult[],
  templates: readonly SearchResult[],
  messages: readonly SearchResult[],
  cut: readonly Kind[] = [],
  max = RESULTS_MAX,
): Found {
  const left = Math.max(0, max - first.length)
  const ofTemplates = templates.slice(0, Math.max(Math.ceil(left / 2), left - messages.length))
  const seen = new Set<string>()
  const isNew = ({ kind, id }: SearchResult) => seen.size < seen.add(`${kind} ${id}`).size
  const results = [...first, ...ofTemplates, ...messages].filter(isNew)
  const leftOut = [...results.slice(max), ...templates.slice(ofTemplates.length)]
  const moreOf = new Set([...cut, ...leftOut.map(({ kind }) => kind)])
  return { results: results.slice(0, max), more_of: KINDS.filter((kind) => moreOf.has(kind)) }
}
