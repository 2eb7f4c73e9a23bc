import { FORBIDDEN_NAMES } from '../recipients/recipient.ts'
import { templateValue, WrittenNumber } from './written-number.ts'

/** Names that a template sees. */
export type Names = Record<string, unknown>

export interface NamedValue {
  name: string
  value: unknown
}

/** The recipient as templates see it. */
export interface RecipientNames {
  id: number
  external_user_id: string | null
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
  locale: string | null
  time_zone: string | null
  attributes: Record<string, unknown>
}

/** Refused on input, and left out here. */
export { FORBIDDEN_NAMES }

function isNames(value: unknown): value is Names {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)
}

function place(names: Names, path: string[], value: unknown): void {
  let place = names
  for (const segment of path.slice(0, -1)) {
    const inner = Object.hasOwn(place, segment) ? place[segment] : undefined
    // A copy: the value that the caller gave stays as it is.
    const next: Names = isNames(inner) ? { ...inner } : {}
    place[segment] = next
    place = next
  }
  place[path.at(-1)!] = value
}

/**
 * The names of a message's templates (decisions: messages): its attributes at the top level, a dotted one nested
 * (`order.id` is `{ order: { id } }`; of two in conflict the later wins), and the recipient as `user`, in both
 * spellings (`firstName`, `first_name`). Under `user` the recipient's own fields win over a message attribute
 * (`user.plan`), and that over the recipient's attributes.
 */
export function templateNames(attributes: readonly NamedValue[], recipient: RecipientNames): Names {
  const names: Names = {}
  for (const { name, value } of attributes) {
    const segments = name.split('.')
    // `a..b` is no path: it can be read by nobody, and stays one name.
    const path = segments.includes('') ? [name] : segments
    if (!path.some((segment) => FORBIDDEN_NAMES.has(segment))) place(names, path, templateValue(value))
  }
  const ofMessage = Object.hasOwn(names, 'user') && isNames(names['user']) ? names['user'] : {}
  names['user'] = {
    ...(templateValue(recipient.attributes) as Names),
    ...ofMessage,
    id: recipient.id,
    external_user_id: recipient.external_user_id,
    externalUserId: recipient.external_user_id,
    email: recipient.email,
    phone: recipient.phone,
    first_name: recipient.first_name,
    firstName: recipient.first_name,
    last_name: recipient.last_name,
    lastName: recipient.last_name,
    locale: recipient.locale,
    time_zone: recipient.time_zone,
    timeZone: recipient.time_zone,
  }
  return names
}
