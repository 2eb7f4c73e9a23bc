/**
 * Returns the offset from `performance.now()` of this process to ms since the epoch. The wall clock has whole ms only. The
 * offset is measured when it changes, against the monotonic clock, which has fractions. Each run measures it again, because
 * the wall clock may be adjusted.
 */
export function readEpochMs(): number {
  const before = Date.now()
  while (Date.now() === before);
  return Date.now() - performance.now()
}
