import type { FastifyReply } from 'fastify'
import { onceClosed } from './closed.ts'

export interface AtOnce<Key> {
  /**
   * Counts the weight of a request until its answer is sent or its caller is gone; or says of which there would be too much, and
   * counts nothing.
   */
  enter(key: Key, weight: number, reply: FastifyReply): 'all' | 'key' | null
}

/** Counts what is under way, in this process: of all callers `allMax` at the most, and of each key `keyMax`. */
export function createAtOnce<Key>(allMax: number, keyMax: number): AtOnce<Key> {
  const underWay = new Map<Key, number>()
  let all = 0
  return {
    enter(key, weight, reply) {
      const ofKey = underWay.get(key) ?? 0
      if (ofKey + weight > keyMax) return 'key'
      if (all + weight > allMax) return 'all'
      all += weight
      underWay.set(key, ofKey + weight)
      onceClosed(reply, () => {
        all -= weight
        const left = underWay.get(key)! - weight
        if (left === 0) underWay.delete(key)
        else underWay.set(key, left)
      })
      return null
    },
  }
}
