import type { Names } from './names.ts'

/** How long a slow template version is remembered, ms. */
const REMEMBERED_MS = 10 * 60_000
const VERSIONS_MAX = 10_000

export interface TemplateVersion {
  accountId: number
  templateId: number
  version: number
  /** A new version of a partial may be cheaper. */
  partials: readonly { id: number; version: number }[]
}

const sizeOf = (names: Names): number => JSON.stringify(names).length

const keyOf = ({ accountId, templateId, version, partials }: TemplateVersion) =>
  `${accountId}/${templateId}/${version}${partials.map((partial) => `/${partial.id}.${partial.version}`).join('')}`

/** Remembers slow template versions in this process. Above the maximum, the oldest are forgotten. */
export class CostlyTemplates {
  readonly #monotonic: () => number
  /** `exceedsFrom`: the smallest size of names, in characters, with which it exceeded its limits. */
  readonly #versions = new Map<string, { until: number; exceedsFrom: number }>()

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Whether the version took too long for the event loop before. */
  has(version: TemplateVersion): boolean {
    return this.#find(version) !== null
  }

  add(version: TemplateVersion): void {
    this.#remember(version, this.#find(version)?.exceedsFrom ?? Infinity)
  }

  /** The version exceeded its limits with these names. */
  addExceeding(version: TemplateVersion, names: Names): void {
    this.#remember(version, Math.min(sizeOf(names), this.#find(version)?.exceedsFrom ?? Infinity))
  }

  /** Whether the version would exceed its limits again: it did so before with names of at most this size. */
  exceeds(version: TemplateVersion, names: Names): boolean {
    const known = this.#find(version)
    return known !== null && known.exceedsFrom < Infinity && sizeOf(names) >= known.exceedsFrom
  }

  #find(version: TemplateVersion): { until: number; exceedsFrom: number } | null {
    if (this.#versions.size === 0) return null
    const key = keyOf(version)
    const known = this.#versions.get(key)
    if (known === undefined) return null
    if (this.#monotonic() <= known.until) return known
    this.#versions.delete(key)
    return null
  }

  #remember(version: TemplateVersion, exceedsFrom: number): void {
    const key = keyOf(version)
    this.#versions.delete(key)
    this.#versions.set(key, { until: this.#monotonic() + REMEMBERED_MS, exceedsFrom })
    if (this.#versions.size > VERSIONS_MAX) this.#versions.delete(this.#versions.keys().next().value!)
  }
}
