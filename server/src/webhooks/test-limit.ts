/** Decisions, conventions: test events of one endpoint, in any stretch of so long. */
const EVENTS_MAX = 6
const WINDOW_MS = 60_000

/** Endpoints remembered at the most: beyond it the one that was tested longest ago is forgotten. */
const ENDPOINTS_MAX = 10_000

export interface TestLimit {
  /** Counts a test event of the endpoint; when there were too many, answers how long to wait, in whole seconds. */
  take(endpointId: number): { allowed: true } | { allowed: false; retryAfterSeconds: number }
}

/** At most 6 test events of an endpoint in any 60 s, in this process. A refused one does not count. */
export function createTestLimit(monotonic: () => number): TestLimit {
  const takenAt = new Map<number, number[]>()
  return {
    take(endpointId) {
      const now = monotonic()
      const recent = (takenAt.get(endpointId) ?? []).filter((at) => at > now - WINDOW_MS)
      const allowed = recent.length < EVENTS_MAX
      if (allowed) recent.push(now)
      // Inserted anew, so that the map's order is that of the last use.
      takenAt.delete(endpointId)
      takenAt.set(endpointId, recent)
      if (takenAt.size > ENDPOINTS_MAX) takenAt.delete(takenAt.keys().next().value!)
      if (allowed) return { allowed }
      return { allowed, retryAfterSeconds: Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now) / 1000)) }
    },
  }
}
