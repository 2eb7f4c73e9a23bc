/**
 * `full-disk.ts DIRECTORY`: runs a service with embedded PostgreSQL on a small file system, fills it under load and
 * empties it again. Runs in a mount namespace with the file system mounted at the directory. Prints one line of JSON.
 */
import assert from 'node:assert/strict'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningEmbedded } from '../../src/platform/db/embedded/embedded.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { judgeDrained } from '../drained.ts'
import { pause } from '../pause.ts'
import { startProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import { call } from '../service.ts'
import { faultVariables, RETRY_SCHEDULE_MS } from './settings.ts'

export interface FullDiskResult {
  /** Errors while the disk was full: status and code, with their count. */
  refused: Record<string, number>
  /** The status of a read-only request while the disk was full. */
  readStatus: number
  /** Errors from the end of PostgreSQL, whose log had no room, until the next created message: status and code, with their count. */
  refusedAfterPanic: Record<string, number>
  breaches: string[]
  events: number
  acknowledged: number
}

const API_KEY = `sk_${'f'.repeat(43)}`
const RECIPIENTS = ['delivered', 'opened', 'bounced', 'failed', 'retry', 'silent']
const CALLERS = 4
const CREATES = 40
const REFUSALS = 40
/** Log segments of one session. The small disk has no room for so many. */
const SEGMENTS = 10
/** After a refusal, ms. */
const REFUSED_PAUSE_MS = 20

const directory = process.argv[2]!
const dataDir = join(directory, 'data')
const filler = join(directory, 'filler')
const receiver = await startReceiver()
const service = await startProcess(dataDir, {
  BOOTSTRAP_API_KEY: API_KEY,
  ...faultVariables(receiver.caPath),
  LOG_LEVEL: 'error',
})
const acknowledgedDeliveryIds: number[] = []
let calls = 0

const ask = (method: string, path: string, body?: unknown) => call(service.url, API_KEY, method, path, body)

/** Returns null if the message was created, otherwise the status and code. */
async function create(): Promise<string | null> {
  const word = RECIPIENTS[calls++ % RECIPIENTS.length]!
  const recipient = { external_user_id: `${word}-${calls}`, notification_user: { email: `${word}@tidings.test` } }
  const message = { ...recipient, message_template_name: 'welcome_message' }
  const response = await ask('POST', '/api/v1/messages', { message })
  if (response.status !== 201) return `${response.status} ${response.body.code}`
  for (const { id } of response.body.message.deliveries as { id: number }[]) acknowledgedDeliveryIds.push(id)
  return null
}

/** Several callers create messages until `enough` returns true. Returns the errors. */
async function createUntil(enough: (refusals: number) => boolean): Promise<Record<string, number>> {
  const refused: Record<string, number> = {}
  let refusals = 0
  const caller = async (): Promise<void> => {
    while (!enough(refusals)) {
      const refusal = await create()
      if (refusal === null) continue
      refusals += 1
      refused[refusal] = (refused[refusal] ?? 0) + 1
      await pause(REFUSED_PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return refused
}

function fill(): void {
  const { bavail, bsize } = statfsSync(directory)
  try {
    // One block more than the free space.
    writeFileSync(filler, Buffer.alloc((bavail + 1) * bsize))
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}

async function run(): Promise<FullDiskResult> {
  const endpoint = { webhook_endpoint: { url: receiver.url } }
  const created = await ask('POST', '/api/v1/webhook_endpoints', endpoint)
  const { secret } = created.body.webhook_endpoint as { secret: string }
  await createUntil(() => acknowledgedDeliveryIds.length >= CREATES)

  // The log begins a segment, so that it does not need another one while the disk is full.
  const emit = { text: 'select pg_logical_emit_message(false, $1, $2)', values: ['new', 'segment'] }
  const switchLog = { text: 'select pg_logical_emit_message(false, $1, $2), pg_switch_wal()', values: ['fill', 'up'] }
  await withSession((await runningEmbedded(dataDir))!, async (session) => {
    await session.query(switchLog)
    await session.query(emit)
  })
  fill()
  const refused = await createUntil((refusals) => refusals >= REFUSALS)
  const { status: readStatus } = await ask('GET', '/api/v1/account')
  rmSync(filler)
  let enough = acknowledgedDeliveryIds.length + CREATES
  await createUntil(() => acknowledgedDeliveryIds.length >= enough)

  // Without room for a new log segment PostgreSQL ends, and the service starts it again.
  // The session starts before the disk is full. After a vacuum of the catalogs, a session writes a file at its start.
  await withSession((await runningEmbedded(dataDir))!, async (session) => {
    fill()
    for (let segments = 0; segments < SEGMENTS; segments++) await session.query(switchLog)
  }).catch(() => {})
  await service.printed(/"event":"database.died"/)
  const refusedAfterPanic = await createUntil((refusals) => refusals >= REFUSALS)
  rmSync(filler)
  enough = acknowledgedDeliveryIds.length + CREATES
  await createUntil(() => acknowledgedDeliveryIds.length >= enough)

  const url = (await runningEmbedded(dataDir))!
  const drained = { url, receiver, secret, acknowledgedDeliveryIds, retryScheduleMs: RETRY_SCHEDULE_MS }
  const { breaches, events } = await judgeDrained(drained)
  return { refused, readStatus, refusedAfterPanic, breaches, events, acknowledged: acknowledgedDeliveryIds.length }
}

try {
  const result = await run()
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  await service.stop()
  await receiver.close()
}
