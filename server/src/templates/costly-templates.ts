import type { Names } from './names.ts'

/** How long a version of a template is remembered after it took long, ms. */
const REMEMBERED_MS = 10 * 60_000
const VERSIONS_MAX = 10_000

export interface TemplateVersion {
  accountId: number
  templateId: number
  version: number
}

export interface CostlyTemplates {
  /** Whether the version once took too long for the event loop. */
  has(version: TemplateVersion): boolean
  add(version: TemplateVersion): void
  /** The version exceeded its limits with these names. */
  addExceeding(version: TemplateVersion, names: Names): void
  /** Whether it would exceed them again: it did so with no more than these names hold. */
  exceeds(version: TemplateVersion, names: Names): boolean
}

const sizeOf = (names: Names): number => JSON.stringify(names).length

/** Versions of templates that took long, in this process; the oldest are forgotten. */
export function createCostlyTemplates(monotonic: () => number): CostlyTemplates {
  /** `exceedsFrom`: characters of names with which it exceeded its limits. */
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
