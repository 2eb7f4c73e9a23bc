/** The people who get messages: "notification users" in the API, recipients in the source. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { EMAIL_CHARACTERS_MAX, isEmailAddress } from '../../platform/http/email-address.ts'
import { canonicalLocale, LOCALE_MISTAKE } from '../../platform/http/locale.ts'
import { readPhoneNumber } from '../../platform/http/phone-number.ts'
import { Id, Nullable, OneLine, OpenObject, OptionalText, OwnId, Time } from '../../platform/http/schemas.ts'
import { validate } from '../../platform/http/validate.ts'
import type { Validated } from '../../platform/http/validate.ts'

/** Bytes of the JSON of a recipient's attributes. */
export const RECIPIENT_ATTRIBUTES_BYTES_MAX = 10 * 1024
const ATTRIBUTES_DEPTH_MAX = 20

/** Attribute names with a special meaning in JavaScript. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * One line, because a name may be part of a mail header. It is data of a person, so a message is not refused for marks of
 * direction in it: pages isolate them.
 */
const PersonName = OneLine(255)

export const RecipientInput = Type.Object({
  external_user_id: Type.Optional(Nullable(OwnId(255, { description: 'Your own unique id of the recipient' }))),
  email: Type.Optional(Nullable(OptionalText(EMAIL_CHARACTERS_MAX, { examples: ['ada@example.com'] }))),
  phone: Type.Optional(Nullable(OptionalText(40, { examples: ['+442071838750'] }))),
  first_name: Type.Optional(Nullable(PersonName)),
  last_name: Type.Optional(Nullable(PersonName)),
  locale: Type.Optional(Nullable(OptionalText(35, { examples: ['en-GB'] }))),
  time_zone: Type.Optional(Nullable(OptionalText(60, { examples: ['Europe/London'] }))),
  attributes: Type.Optional(Nullable(OpenObject)),
})

/** The given fields of a recipient in stored form. Absent fields were not given. */
export type RecipientFields = Static<typeof RecipientInput>

export const RecipientOutput = Type.Object({
  id: Id,
  external_user_id: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
  attributes: OpenObject,
  created_at: Time,
  updated_at: Time,
})

export type RecipientRow = RowOf<'recipients.find'>
/** The JSON of a row, for statements in which the database does not know its column. */
export type RecipientJson = Pick<RecipientRow, 'attributes' | 'preferences'>

export function recipientView(row: RecipientRow): Static<typeof RecipientOutput> {
  return {
    id: row.id,
    external_user_id: row.externalUserId,
    email: row.email,
    phone: row.phone,
    first_name: row.firstName,
    last_name: row.lastName,
    locale: row.locale,
    time_zone: row.timeZone,
    attributes: row.attributes,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  }
}

/** Valid time zones seen so far. In practice there are few. */
const zonesKnown = new Set<string>()
const ZONES_KNOWN_MAX = 1_000

function isTimeZone(zone: string): boolean {
  if (zonesKnown.has(zone)) return true
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return false
  }
  if (zonesKnown.size < ZONES_KNOWN_MAX) zonesKnown.add(zone)
  return true
}

function nestsForbiddenName(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > ATTRIBUTES_DEPTH_MAX) return true
  return Object.entries(value).some(
    ([name, inner]) => FORBIDDEN_NAMES.has(name) || nestsForbiddenName(inner, depth + 1),
  )
}

/** Blank texts become null. */
function normalize(fields: RecipientFields): RecipientFields {
  const normal: RecipientFields = { ...fields }
  for (const name of ['email', 'phone', 'first_name', 'last_name', 'locale', 'time_zone'] as const)
    if (normal[name]?.trim() === '') normal[name] = null
  if (normal.email != null) normal.email = normal.email.trim()
  if (normal.attributes === null) normal.attributes = {}
  return normal
}

function recipientErrors(fields: RecipientFields): FieldErrors {
  const errors: FieldErrors = {}
  if (fields.email != null && !isEmailAddress(fields.email)) errors['email'] = ['must be one email address']
  if (fields.locale != null && canonicalLocale(fields.locale) === null) errors['locale'] = [LOCALE_MISTAKE]
  if (fields.time_zone != null && !isTimeZone(fields.time_zone))
    errors['time_zone'] = ['must be a time zone like Europe/London']
  if (fields.attributes != null) {
    if (Buffer.byteLength(JSON.stringify(fields.attributes)) > RECIPIENT_ATTRIBUTES_BYTES_MAX)
      errors['attributes'] = ['is too long (maximum is 10 KB)']
    else if (nestsForbiddenName(fields.attributes))
      errors['attributes'] = ['has a forbidden name, or is nested too deeply']
  }
  return errors
}

/** Checks the rules beyond the schema. Returns the fields in stored form. */
export function checkRecipient(fields: RecipientFields): Validated<RecipientFields> {
  const normal = normalize(fields)
  const errors = recipientErrors(normal)
  const phone = normal.phone == null ? null : readPhoneNumber(normal.phone)
  if (phone?.ok === false) errors['phone'] = [phone.mistake]
  if (phone?.ok === true) normal.phone = phone.number
  return Object.keys(errors).length === 0 ? { ok: true, value: normal } : { ok: false, errors, code: 'invalid' }
}

/** Reads and checks a recipient inside another object (`message[notification_user]`). */
export function readRecipient(value: unknown): Validated<RecipientFields> {
  const read = validate(RecipientInput, value, 'json')
  const checked = read.ok ? checkRecipient(read.value) : read
  if (checked.ok) return checked
  const nested = Object.entries(checked.errors).map(([name, sentences]) => [`notification_user.${name}`, sentences])
  return { ...checked, errors: Object.fromEntries(nested) as FieldErrors }
}
