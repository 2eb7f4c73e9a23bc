/** Commands for the rights of a person: export and erase. They work like the routes of `personal-data`. */
import { writeOn } from '../../platform/db/transaction.ts'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ERASURE_STEPS, EXPORT_PARTS } from '../personal-data.ts'
import { ACTOR, failure, idOf, withAccount } from './command.ts'
import type { CommandResult, DatabaseInput } from './command.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { Recorder } from '../../core/deliveries/advance.ts'
import { Hints } from '../../core/dispatch/hints.ts'
import { createEmitter } from '../../core/events/event.ts'
import { createEventIds } from '../../platform/ids.ts'
import { createLogger } from '../../platform/log.ts'
import { eraseToTheEnd } from '../../features/personal-data/erasure.ts'
import { exportPerson, findExportable } from '../../features/personal-data/export.ts'
import type { PersonKey } from '../../core/recipients/export.ts'

const unknown = ({ accountId }: PersonKey, id: string) => failure(`Account ${accountId} has no recipient ${id}`)

/** Runs `work` with the id of the first argument, and the server of its account. */
function withRecipient(
  input: DatabaseInput,
  work: (pool: ServicePool, key: PersonKey) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { databases, positional } = input
  const id = positional[0] ?? ''
  return withAccount(input, async (account) => {
    const recipientId = idOf(id)
    if (recipientId === null) return failure(`${JSON.stringify(id)} is not the id of a recipient`)
    return work(databases.of(account.bucket).pool, { ...account, recipientId })
  })
}

export function runRecipientsExport(input: DatabaseInput): Promise<CommandResult> {
  return withRecipient(input, (pool, key) => exportTo(input, pool, key))
}

async function exportTo(
  { clock, positional }: DatabaseInput,
  pool: ServicePool,
  key: PersonKey,
): Promise<CommandResult> {
  const [id = '', path = ''] = positional
  const person = await findExportable(pool, key)
  if (person === null) return unknown(key, id)
  // Only the operator may read it. An existing file stays as it is.
  const file = await open(path, 'wx', 0o600).catch((error: Error) => error)
  if (file instanceof Error) return failure(`The file cannot be written: ${file.message}`)
  try {
    await pipeline(
      Readable.from(exportPerson(pool, { clock, parts: EXPORT_PARTS }, key, person)),
      file.createWriteStream(),
    )
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof Error && 'syscall' in error) return failure(`The file cannot be written: ${error.message}`)
    throw error
  }
  const text = `All data of recipient ${id} is in ${path}`
  return { ok: true, text, json: { export: { notification_user_id: key.recipientId, file: path } } }
}

export function runRecipientsErase(input: DatabaseInput): Promise<CommandResult> {
  return withRecipient(input, (pool, key) => erase(input, pool, key))
}

async function erase(input: DatabaseInput, pool: ServicePool, key: PersonKey): Promise<CommandResult> {
  const { clock, onProgress, positional } = input
  const hints = new Hints({ pool, log: createLogger('fatal') })
  const tools = {
    clock,
    // The dispatchers of the running service find the rows by polling.
    recorder: new Recorder(
      createEventIds(clock),
      createEmitter(() => {}),
      () => {},
    ),
    steps: ERASURE_STEPS,
    // The processes of the service then read the bodies again.
    onBodiesChanged: (bucket: number, accountId: number) => hints.send('endpoints', bucket, String(accountId)),
  }
  try {
    const requester = { actor: ACTOR, origin: null }
    const erasure = await eraseToTheEnd({ pool, write: writeOn(pool) }, tools, key, requester, ({ messages }) =>
      onProgress(`${messages} messages erased so far`),
    )
    if (erasure === null) return unknown(key, positional[0]!)
    const text = `Recipient ${key.recipientId} is erased, with ${erasure.messages} messages and ${erasure.deliveries} deliveries. For requests under way, the service looks at them again after 15 minutes.`
    return { ok: true, text, json: { erasure } }
  } finally {
    await hints.stop()
  }
}
