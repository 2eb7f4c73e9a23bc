import type { Names } from './names.ts'

/** How long a slow template version is remembered, ms. */
const REMEMBERED_MS = 10 * 60_000
const VERSIONS_MAX = 10_000

export interface TemplateVersion {
  accountId: number
  templateId: number
  version: number
}

export interface CostlyTemplates {
  /** Whether the version took too long for the event loop before. */
  has(version: TemplateVersion): boolean
  add(version: TemplateVersion): void
  /** The version exceeded its limits with these names. */
  addExceeding(version: TemplateVersion, names: Names): void
  /** Whether the version would exceed its limits again: it did so before with names of at most this size. */
  exceeds(version: TemplateVersion, names: Names): boolean
}

const sizeOf = (names: Names): number => JSON.stringify(names).length

/** Remembers slow template versions in this process. Above the maximum, the oldest are forgotten. */
export function createCostlyTemplates(monotonic: () => number): CostlyTemplates {
  /** `exceedsFrom`: the smallest size of names, in characters, with which it exceeded its limits. */
  const versions = new Map<string, { until: number; exceedsFrom: number }>()
  const keyOf = ({ accountId, templateId, version }: TemplateVersion) => `${accountId}/${templateId}/${version}`

  function find(version: TemplateVersion) {
    if (versions.size === 0) return null
    const key = keyOf(version)
    const known = versions.get(key)
    if (known === undefined) return null
    if (monotonic() <= known.until) return known
    versions.delete(key)
    return null
  }

  function remember(version: TemplateVersion, exceedsFrom: number): void {
    const key = keyOf(version)
    versions.delete(key)
    versions.set(key, { until: monotonic() + REMEMBERED_MS, exceedsFrom })
    if (versions.size > VERSIONS_MAX) versions.delete(versions.keys().next().value!)
  }

  return {
    has: (version) => find(version) !== null,
    add: (version) => remember(version, find(version)?.exceedsFrom ?? Infinity),
    addExceeding: (version, names) =>
      remember(version, Math.min(sizeOf(names), find(version)?.exceedsFrom ?? Infinity)),
    exceeds(version, names) {
      const known = find(version)
      return known !== null && known.exceedsFrom < Infinity && sizeOf(names) >= known.exceedsFrom
    },
  }
}
