/** Recipients for previews: with fields as a create would store them, and not stored. */
import { NO_PREFERENCES } from './preferences/preferences.ts'
import type { RecipientFields, RecipientRow } from './recipient.ts'

/** A recipient that does not exist. Its id is 0. */
export function emptyRecipient(externalUserId: string | null): RecipientRow {
  return {
    ...NO_PREFERENCES,
    ...{ id: 0, externalUserId, email: null, phone: null, firstName: null, lastName: null },
    ...{ locale: null, timeZone: null, attributes: {}, createdAt: 0, updatedAt: 0 },
  }
}

/** The recipient with the given fields. Absent ones stay. */
export function withFields(before: RecipientRow, fields: RecipientFields): RecipientRow {
  const { email = before.email, phone = before.phone, locale = before.locale, attributes } = fields
  const { first_name: firstName = before.firstName, last_name: lastName = before.lastName } = fields
  const { time_zone: timeZone = before.timeZone } = fields
  return { ...before, email, phone, firstName, lastName, locale, timeZone, attributes: attributes ?? before.attributes }
}
