/**
 * Kills during outages of a provider. Invariant 17: of two providers, one takes each delivery, and no delivery is lost.
 * In every second round the first provider is down.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parseMessageId } from '../../src/core/providers/message-id.ts'
import { startMailServer } from '../down-provider.ts'
import { pause } from '../pause.ts'
import { startProcess } from '../process.ts'
import { seededRandom } from '../random.ts'
import { callUnchecked, until } from '../service.ts'

const API_KEY = `sk_${'f'.repeat(43)}`
const MESSAGES_PER_ROUND = 10
/** The longest wait for the sends of a round before its kill, in reads. */
const READS_MAX = 200
/** A kill comes at most this long after the last mail that it waits for, ms. */
const LATER_MS_MAX = 300
const VARIABLES = {
  BOOTSTRAP_API_KEY: API_KEY,
  PROVIDER_ALLOW_CIDRS: '127.0.0.0/8',
  SEND_RETRY_SCHEDULE: '100ms,2s,10s,20s,40s',
  SWEEP_INTERVAL: '1s',
  API_RATE_LIMIT: '0',
  LOG_LEVEL: 'fatal',
}
const DOWN = ['refuse', 'error', 'unauthorized'] as const

export async function killDuringOutages(context: TestContext, kills: number): Promise<void> {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  context.diagnostic(`CRASH_SEED=${seed} repeats the moments`)
  const random = seededRandom(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-outage-'))
  context.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const [first, second] = [await startMailServer(), await startMailServer()]
  context.after(() => Promise.all([first.close(), second.close()]))
  let service = await startProcess(dataDir, VARIABLES)
  context.after(() => service.stop())

  const api = (method: string, path: string, body?: object) =>
    callUnchecked(service.url, API_KEY, method, `/api/v1/${path}`, body)
  const channel = async (name: string, settings: object, more: object): Promise<number> => {
    const fields = { name, channel_type: 'email', provider: 'smtp', settings, ...more }
    const { body } = await api('POST', 'notification_channels', { notification_channel: fields })
    return body.notification_channel.id
  }
  const fallback = await channel('Second', second.settings, {})
  const own = await channel('First', first.settings, { fallback_channel_ids: [fallback] })
  const texts = { name: 'receipt', subject: 'Hi', body: 'Hi {{ user.email }}', body_format: 'text' }
  const template = { ...texts, channels: [{ notification_channel_id: own }] }
  assert.equal((await api('POST', 'message_templates', { message_template: template })).status, 201)

  for (let round = 1; round <= kills; round++) {
    await first.setMode(round % 2 === 0 ? random.pick(DOWN) : 'accept')
    const came = first.came + second.came + random.below(MESSAGES_PER_ROUND)
    const messages = Array.from({ length: MESSAGES_PER_ROUND }, (_, number) => {
      const email = `ada${round}-${number}@example.com`
      return { external_user_id: email, notification_user: { email }, message_template_name: 'receipt' }
    })
    const { body } = await api('POST', 'messages/batch', { messages })
    assert.ok(body.results.every((result: { message?: object }) => result.message !== undefined))
    for (let reads = 0; first.came + second.came <= came && reads < READS_MAX; reads++) await pause(1)
    // Some kills come during sends, and some after them.
    await pause(random.below(LATER_MS_MAX))
    await service.kill(false)
    service = await startProcess(dataDir, VARIABLES)
  }
  await first.setMode('accept')
  for (const status of ['scheduled', 'queued', 'retrying'])
    await until(
      () => api('GET', `deliveries?status=${status}&limit=1`),
      ({ body }) => body.deliveries.length === 0,
    )

  // A kill leaves a result unknown, so only the same provider may be tried again. Six sends without success are an honest
  // failure.
  const failed = new Set<number>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await api('GET', `deliveries?status=failed&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`)
    for (const { id } of body.deliveries) {
      const { body: shown } = await api('GET', `deliveries/${id}/timeline`)
      assert.match(JSON.stringify(shown), /"aborted/)
      failed.add(id)
    }
    cursor = body.next_cursor
  }
  const idsOf = (taken: readonly string[]) => new Set(taken.map((id) => parseMessageId(id.split('@')[0]!)!.id))
  const [atFirst, atSecond] = [idsOf(first.taken), idsOf(second.taken)]
  assert.deepEqual([...atFirst.intersection(atSecond)], [], 'both have taken it')
  assert.equal(atFirst.union(atSecond).union(failed).size, kills * MESSAGES_PER_ROUND, 'none is lost')
  const repeated = first.taken.length + second.taken.length - atFirst.size - atSecond.size
  context.diagnostic(
    `${kills} kills, ${kills * MESSAGES_PER_ROUND} deliveries: ${atFirst.size} taken by the first, ${atSecond.size} by the second, ` +
      `${repeated} repeated at the same one with its Message-ID, ${failed.size} failed after six sends`,
  )
}
