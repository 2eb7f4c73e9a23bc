/**
 * What a channel's text has beside subject and body: the addresses and header fields of a mail, and the options of a push.
 * All values are Liquid texts. `render-content.ts` has the rules for what they become.
 */
import Type from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { OneLine } from '../../platform/http/schemas.ts'
import type { NamedText } from '../providers/content.ts'

export const EMAIL_FIELDS = ['reply_to', 'cc', 'bcc', 'preheader'] as const
export type EmailField = (typeof EMAIL_FIELDS)[number]

export const PUSH_FIELDS = [
  'url',
  'image_url',
  'badge',
  'sound',
  'category',
  'thread_id',
  'collapse_key',
  'ttl_seconds',
  'interruption_level',
] as const
export type PushField = (typeof PUSH_FIELDS)[number]

/** Only texts that are not empty. */
export type EmailTexts = Partial<Record<EmailField, string>> & { headers?: NamedText[] }
export type PushTexts = Partial<Record<PushField, string>> & { data?: NamedText[] }

/** A channel has the part of its type. */
export interface ChannelContent {
  email?: EmailTexts
  push?: PushTexts
}

/** The content of a channel. Null: it has none. */
export interface OwnContent {
  content: ChannelContent | null
}

/** Addresses of all copies of a mail. */
export const COPIES_MAX = 10
const HEADERS_MAX = 10
const DATA_MAX = 20
const HEADER_NAME_CHARACTERS_MAX = 64
const DATA_NAME_CHARACTERS_MAX = 40

/** Fields with these names are ours, or tell a provider how to handle the mail. */
const OWN_HEADERS = /^x-(pm|ses|sg|mc|mailgun)-|^x-(smtpapi|mailer)$/i

/** Names in the data that are ours, Apple's or Google's (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages). */
const OWN_DATA = /^(aps|from|message_type|message_id|delivery_id|url|image_url|google\..*|gcm\.notification.*)$/i

const line = (description: string, example: string) =>
  Type.Optional({ ...OneLine(2_000, { description, examples: [example] }), type: ['string', 'null'] })

/** A number may be given as such. `validate` makes text of it. */
const number = (description: string, example: string) =>
  Type.Optional({
    ...OneLine(2_000, { description, examples: [example] }),
    type: ['string', 'integer', 'null'],
  })

const named = (pattern: string, sentence: string, itemsMax: number, description: string, example: string) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Unsafe<string>({ type: 'string', pattern, sentence, examples: [example] }),
        value: OneLine(2_000),
      }),
      { maxItems: itemsMax, description },
    ),
  )

export const EmailInput = Type.Object(
  {
    reply_to: line('The address for replies', 'support@shop.example.com'),
    cc: line(`Addresses with a comma between them. At most ${COPIES_MAX} together with \`bcc\``, '{{ order.copy_to }}'),
    bcc: line('Addresses with a comma between them', 'archive@shop.example.com'),
    preheader: line('The text that mailboxes show behind the subject. Only for HTML', 'It arrives on {{ order.day }}'),
    headers: named(
      `^([Xx]-[A-Za-z0-9-]{1,${HEADER_NAME_CHARACTERS_MAX - 2}}|Feedback-ID|References|In-Reply-To)$`,
      'must be X-..., Feedback-ID, References or In-Reply-To',
      HEADERS_MAX,
      'Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII',
      'X-Order-Id',
    ),
  },
  { description: 'Only for channels of type email. Each value is a Liquid text' },
)

export const PushInput = Type.Object(
  {
    url: line('What a tap opens: a URL of the web or of your app', 'https://shop.example.com/orders/{{ order.id }}'),
    image_url: line('An https URL of an image', 'https://shop.example.com/orders/{{ order.id }}.png'),
    badge: number('The number on the icon of the app, 0 removes it', '{{ user.unread }}'),
    sound: line('The name of a sound of your app. Default: `default`. `none`: no sound', 'chime.caf'),
    category: line('The category of the notification, with its actions (iOS)', 'ORDER'),
    thread_id: line('Groups notifications (iOS)', 'order-{{ order.id }}'),
    collapse_key: line('A later push with the same key replaces this one. At most 64 bytes', 'order-{{ order.id }}'),
    ttl_seconds: number('How long a push waits for an offline device. Default: the setting of the channel', '3600'),
    interruption_level: line('`passive`, `active`, `time-sensitive` or `critical` (iOS)', 'time-sensitive'),
    data: named(
      `^[A-Za-z0-9_.-]{1,${DATA_NAME_CHARACTERS_MAX}}$`,
      `must be 1 to ${DATA_NAME_CHARACTERS_MAX} letters, digits, dots, dashes or underscores`,
      DATA_MAX,
      'Data for your app',
      'order_id',
    ),
  },
  { description: 'Only for channels of type push. Each value is a Liquid text' },
)

const texts = (names: readonly string[], list: string) =>
  Type.Object({
    ...Object.fromEntries(names.map((name) => [name, Type.Optional(Type.String())])),
    [list]: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
  })

/** The texts in a response: absent ones are not set. */
export const ContentOutput = {
  email: Type.Optional(Type.Unsafe<EmailTexts>(texts(EMAIL_FIELDS, 'headers'))),
  push: Type.Optional(Type.Unsafe<PushTexts>(texts(PUSH_FIELDS, 'data'))),
}

type Loose = { [field: string]: unknown } | null | undefined

/** The fields that are not empty, in this order. Null: all are empty. */
function filled(given: Loose, names: readonly string[], list: string): Record<string, unknown> | null {
  if (given === null || given === undefined) return null
  const fields = names.flatMap((name) => (given[name] ? [[name, given[name]] as const] : []))
  const items = ((given[list] ?? []) as NamedText[]).map(({ name, value }) => ({ name, value }))
  if (items.length > 0) fields.push([list, items])
  return fields.length === 0 ? null : Object.fromEntries(fields)
}

/** The content of a request in stored form. */
export function contentOf({ email, push }: { email?: Loose; push?: Loose }): ChannelContent {
  const ofMail = filled(email, EMAIL_FIELDS, 'headers')
  const ofPush = filled(push, PUSH_FIELDS, 'data')
  return { ...(ofMail === null ? {} : { email: ofMail }), ...(ofPush === null ? {} : { push: ofPush }) }
}

const ofPart = (prefix: string, part: Loose, names: readonly string[], list: string) => [
  ...names.map((name) => ({ field: `${prefix}.${name}`, text: part?.[name] as string | null | undefined })),
  ...((part?.[list] ?? []) as NamedText[]).map(({ value }, index) => {
    return { field: `${prefix}.${list}.${index}.value`, text: value }
  }),
]

/** The texts with their field names after `prefix`. Some may be empty. */
export function contentTexts(prefix: string, { email, push }: { email?: Loose; push?: Loose }) {
  return [
    ...ofPart(`${prefix}email`, email, EMAIL_FIELDS, 'headers'),
    ...ofPart(`${prefix}push`, push, PUSH_FIELDS, 'data'),
  ]
}

/** All texts of a channel's content. */
export const textsOfContent = (content: ChannelContent): string[] =>
  contentTexts('', content).flatMap(({ text }) => text ?? [])

/** The names of a list that are not allowed, or that are in it twice. Upper and lower case do not differ. */
function nameErrors(prefix: string, list: readonly NamedText[] = [], own: RegExp): FieldErrors {
  const seen = new Set<string>()
  for (const [index, { name }] of list.entries()) {
    if (own.test(name)) return { [`${prefix}.${index}.name`]: ['is not allowed'] }
    if (seen.has(name.toLowerCase())) return { [prefix]: [`has ${name} twice`] }
    seen.add(name.toLowerCase())
  }
  return {}
}

/** The errors in the names of a channel's header fields and data. */
export function contentErrors(prefix: string, { email, push }: ChannelContent): FieldErrors {
  return {
    ...nameErrors(`${prefix}email.headers`, email?.headers, OWN_HEADERS),
    ...nameErrors(`${prefix}push.data`, push?.data, OWN_DATA),
  }
}

/** Each field of the channel in the first language that has it. A list counts as one field. */
export function localizedContent(all: readonly (ChannelContent | null | undefined)[]): ChannelContent | null {
  const parts = all.toReversed()
  const email = Object.assign({}, ...parts.map((one) => one?.email)) as EmailTexts
  const push = Object.assign({}, ...parts.map((one) => one?.push)) as PushTexts
  const content = contentOf({ email, push })
  return Object.keys(content).length === 0 ? null : content
}
