/** The values that templates read, by name. */
import { FORBIDDEN_NAMES } from '../recipients/recipient.ts'

/** Values that a template can use, by name. */
export type Names = Record<string, unknown>

export interface NamedValue {
  name: string
  value: unknown
}

/** The recipient in templates. */
export interface RecipientNames {
  id: number
  externalUserId: string | null
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  timeZone: string | null
  attributes: Record<string, unknown>
}

/** Links of the recipient. Empty: there is none. */
export interface LinkNames {
  unsubscribe_url: string
  preferences_url: string
}

/** Refused in requests, and skipped here. */
export { FORBIDDEN_NAMES }

function isNames(value: unknown): value is Names {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)
}

function place(names: Names, path: string[], value: unknown): void {
  let place = names
  for (const segment of path.slice(0, -1)) {
    const inner = Object.hasOwn(place, segment) ? place[segment] : undefined
    // A copy, so that the caller's value stays unchanged.
    const next: Names = isNames(inner) ? { ...inner } : {}
    place[segment] = next
    place = next
  }
  place[path.at(-1)!] = value
}

/**
 * Returns the names for a message's templates. Attributes are at the top level. A dotted
 * attribute is nested: `order.id` gives `{ order: { id } }`; if two conflict, the later one wins. The recipient is
 * `user`, with both spellings (`firstName`, `first_name`). Under `user`, the recipient's fields come first, then
 * message attributes (`user.plan`), then the recipient's attributes. `locale` is that of the texts, empty if they are the
 * template's own. An attribute with the name of a link, or `locale`, replaces it.
 */
export function templateNames(
  attributes: readonly NamedValue[],
  recipient: RecipientNames,
  links: LinkNames,
  locale: string | null = null,
): Names {
  const names: Names = { ...links, locale: locale ?? '' }
  for (const { name, value } of attributes) {
    const segments = name.split('.')
    // `a..b` is not a path, because no template could read it. It stays one name.
    const path = segments.includes('') ? [name] : segments
    if (!path.some((segment) => FORBIDDEN_NAMES.has(segment))) place(names, path, templateValue(value))
  }
  const ofMessage = Object.hasOwn(names, 'user') && isNames(names['user']) ? names['user'] : {}
  names['user'] = {
    ...(templateValue(recipient.attributes) as Names),
    ...ofMessage,
    id: recipient.id,
    external_user_id: recipient.externalUserId,
    externalUserId: recipient.externalUserId,
    email: recipient.email,
    phone: recipient.phone,
    first_name: recipient.firstName,
    firstName: recipient.firstName,
    last_name: recipient.lastName,
    lastName: recipient.lastName,
    locale: recipient.locale,
    time_zone: recipient.timeZone,
    timeZone: recipient.timeZone,
  }
  return names
}

/**
 * A number of an attribute. Rendered as text, it has the digits that it was written with. In calculations and
 * comparisons, it is an ordinary number.
 */
export class WrittenNumber {
  readonly #written: string
  readonly #number: number

  /** `written`: a JSON number, for example `1.10`. */
  constructor(written: string) {
    this.#written = written
    this.#number = Number(written)
  }

  toString(): string {
    return this.#written
  }

  valueOf(): number {
    return this.#number
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.#written)
  }

  // The template engine calls these for comparisons, with the number on either side.
  equals(other: unknown): boolean {
    return this.#number === plainNumber(other)
  }

  gt(other: unknown): boolean {
    return this.#number > (plainNumber(other) as number)
  }

  geq(other: unknown): boolean {
    return this.#number >= (plainNumber(other) as number)
  }

  lt(other: unknown): boolean {
    return this.#number < (plainNumber(other) as number)
  }

  leq(other: unknown): boolean {
    return this.#number <= (plainNumber(other) as number)
  }
}

/** Converts a WrittenNumber to a plain number. Returns other values unchanged. */
export function plainNumber(value: unknown): unknown {
  return value instanceof WrittenNumber ? value.valueOf() : value
}

/**
 * Converts a JSON value for templates. Its depth was limited when it was read. `known`: equal digits must be the same
 * object, because `uniq` compares identity.
 */
function templateValue(value: unknown, known = new Map<string, WrittenNumber>()): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (JSON.isRawJSON(value)) {
    const written = known.get(value.rawJSON) ?? new WrittenNumber(value.rawJSON)
    known.set(value.rawJSON, written)
    return written
  }
  if (Array.isArray(value)) return value.map((item) => templateValue(item, known))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, templateValue(item, known)]))
}
