/** The start of `listen --since`. */

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The times that the API reads. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Reads `15m`, `2h`, `7d` before `nowMs`, or a time like `2026-06-08T10:20:00Z`. Returns ms since the epoch, or null if
 * the text is neither.
 */
export function readSince(text: string, nowMs: number): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return Math.max(0, nowMs - Number(count) * UNITS_MS[unit]!)
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, time)
}
