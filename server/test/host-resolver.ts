import assert from 'node:assert/strict'
import type { HostResolver } from '../src/platform/outbound/resolve.ts'

/** A resolver that calls `addressesOf` for each lookup. The machine's hosts file is empty. */
export function resolverWith(addressesOf: (name: string) => string[]): HostResolver {
  return {
    names: { addressesOf: () => null, questionsFor: (hostname) => [hostname] },
    dns: async (name) => addressesOf(name),
    system: () => assert.fail('the system was asked'),
  }
}
