import type { FastifyReply } from 'fastify'
import { onceClosed } from './closed.ts'

export interface AtOnce<Key> {
  /**
   * Counts the weight of a request for each of its keys until its answer is sent or its caller is gone. If that would be more
   * than `max` of a key, or too much in all, it counts nothing and says which.
   */
  enter(
    bounds: readonly (readonly [key: Key, max: number])[],
    weight: number,
    reply: FastifyReply,
  ): 'all' | 'key' | null
}

/** Counts what is under way in this process: of all callers `allMax` at the most. */
export function createAtOnce<Key>(allMax: number): AtOnce<Key> {
  const underWay = new Map<Key, number>()
  let all = 0
  const countOf = (key: Key) => underWay.get(key) ?? 0
  return {
    enter(bounds, weight, reply) {
      if (bounds.some(([key, max]) => countOf(key) + weight > max)) return 'key'
      if (all + weight > allMax) return 'all'
      all += weight
      for (const [key] of bounds) underWay.set(key, countOf(key) + weight)
      onceClosed(reply, () => {
        all -= weight
        for (const [key] of bounds)
          if (countOf(key) === weight) underWay.delete(key)
          else underWay.set(key, countOf(key) - weight)
      })
      return null
    },
  }
}
