/**
 * A number of an attribute as templates see it: where a text is made of it, it has the digits that it was written with; where
 * it is reckoned with or compared, it is a number as any other.
 */
export class WrittenNumber {
  readonly #written: string
  readonly #number: number

  /** `written`: a number of JSON, as `1.10`. */
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

  // By these the template engine compares it, from either side.
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

/** The value as a number of the language, if it is a number. */
export function plainNumber(value: unknown): unknown {
  return value instanceof WrittenNumber ? value.valueOf() : value
}

/** A value of JSON as templates see it. Depth is bounded where it was read. */
export function templateValue(value: unknown): unknown {
  return hasRawNumber(value) ? withWrittenNumbers(value, new Map()) : value
}

function hasRawNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (JSON.isRawJSON(value)) return true
  return Array.isArray(value) ? value.some(hasRawNumber) : Object.values(value).some(hasRawNumber)
}

/** `known`: the same digits are the same object, as `uniq` wants them. */
function withWrittenNumbers(value: unknown, known: Map<string, WrittenNumber>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (JSON.isRawJSON(value)) {
    const written = known.get(value.rawJSON) ?? new WrittenNumber(value.rawJSON)
    known.set(value.rawJSON, written)
    return written
  }
  if (Array.isArray(value)) return value.map((item) => withWrittenNumbers(item, known))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withWrittenNumbers(item, known)]))
}
