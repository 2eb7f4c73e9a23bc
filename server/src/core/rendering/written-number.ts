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

/** Converts a JSON value for templates. Its depth was limited when it was read. */
export function templateValue(value: unknown): unknown {
  return hasRawNumber(value) ? withWrittenNumbers(value, new Map()) : value
}

function hasRawNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (JSON.isRawJSON(value)) return true
  return Array.isArray(value) ? value.some(hasRawNumber) : Object.values(value).some(hasRawNumber)
}

/** `known`: equal digits must be the same object, because `uniq` compares identity. */
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
