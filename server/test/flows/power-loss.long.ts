/**
 * Invariant 11 at a loss of power. PostgreSQL's data are on a file system that forgets all writes that were not synced:
 * what a process had written is not enough. `LAZYFS` names the program of LazyFS.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { crashRounds } from '../faults/crash-rounds.ts'
import { machineWithPower } from '../faults/power-loss.ts'

const CUTS = Number(process.env['POWER_CUTS'] ?? 20)
const CONTROL_CUTS = 3

async function cutPower(t: TestContext, cuts: number, settings: Record<string, string>) {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  t.diagnostic(`CRASH_SEED=${seed} repeats the numbers of creates before each cut`)
  const result = await crashRounds(await machineWithPower(settings), cuts, seed)
  const { breaches, acknowledged, events, repeatedPosts } = result
  t.diagnostic(
    `${cuts} cuts, ${acknowledged} deliveries acknowledged, ${events} events, ${repeatedPosts} POSTs repeated, ${breaches.length} breaches`,
  )
  return result
}

test(`in ${CUTS} cuts of power under load nothing acknowledged is lost, and nothing POSTed is forgotten`, async (t) => {
  const { breaches, acknowledged, events, output } = await cutPower(t, CUTS, {})
  assert.deepEqual(breaches, [])
  assert.ok(acknowledged > 0 && events > acknowledged)
  assert.doesNotMatch(output, /postgresql\.not_durable/)
})

test('the control: without synchronous_commit the same cuts lose deliveries, and the start has warned', async (t) => {
  const { breaches, output } = await cutPower(t, CONTROL_CUTS, { synchronous_commit: 'off' })
  t.diagnostic(breaches.slice(0, 4).join('\n'))
  assert.ok(breaches.some((breach) => breach.endsWith('was acknowledged and is lost')))
  assert.match(output, /"event":"postgresql\.not_durable".*"settings_off":\["synchronous_commit"\]/)
})
