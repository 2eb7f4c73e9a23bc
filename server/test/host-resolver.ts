import assert from 'node:assert/strict'
import type { HostResolver } from '../src/outbound/resolve.ts'

/** Name servers that answer as `addressesOf` says, each time they are asked, and a machine that knows no names itself. */
export function resolverWith(addressesOf: (name: string) => string[]): HostResolver {
  return {
    names: { addressesOf: () => null, questionsFor: (hostname) => [hostname] },
    dns: async (name) => addressesOf(name),
    system: () => assert.fail('the system was asked'),
  }
}
