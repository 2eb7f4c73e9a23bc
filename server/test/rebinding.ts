/**
 * Invariant 10 with a name that changes its address all the time, in its own network namespace.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RebindingResult } from './rebinding-service.ts'

const SCRIPT = fileURLToPath(new URL('rebinding-service.ts', import.meta.url))

const TIMEOUT_MS = 300_000

/** The reason if this machine cannot create a network namespace with its own addresses, or null. */
function obstacle(): string | null {
  if (process.platform !== 'linux') return 'this is not Linux'
  const tried = spawnSync('unshare', ['--net', 'ip', 'address', 'add', '93.184.216.34/32', 'dev', 'lo'])
  if (tried.error !== undefined) return 'there is no unshare'
  return tried.status === 0 ? null : tried.stderr.toString().trim() || `unshare ended with ${tried.status}`
}

/** Declares the test with this number of POSTs, a multiple of 20. */
export function testRebinding(posts: number): void {
  test(`${posts.toLocaleString('en')} POSTs to a name that flips between public and private addresses reach no private one`, async (t) => {
    const reason = obstacle()
    if (reason !== null) {
      t.diagnostic(`NOT TESTED HERE: no network namespace can be made (${reason}); it takes root on Linux and iproute2`)
      return
    }
    const command = ['--net', process.execPath, SCRIPT, String(posts)]
    const { stdout } = await promisify(execFile)('unshare', command, { timeout: TIMEOUT_MS })
    const result = JSON.parse(stdout) as RebindingResult
    t.diagnostic(JSON.stringify(result))
    assert.equal(result.attempts, posts)
    assert.equal(result.privateConnections, 0)
    assert.deepEqual(result.refusedAtSave, [422, 'url_not_public'])
    const { 200: succeeded = 0, address_not_public: refused = 0 } = result.outcomes
    assert.ok(succeeded > posts / 10 && refused > posts / 10, JSON.stringify(result.outcomes))
    assert.equal(succeeded + refused, posts, JSON.stringify(result.outcomes))
    assert.ok(result.publicConnections > 0)
    for (const [kind, attempt] of Object.entries(result.withoutRoute))
      assert.deepEqual(attempt, ['connection_refused', true], `no way to the address: ${kind}`)
  })
}
