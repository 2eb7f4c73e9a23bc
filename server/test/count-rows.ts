/** Runs the operations with growing numbers of stored messages, and counts the rows that their statements touch. */
import { eventIdFloor } from '../src/platform/ids.ts'
import { storeMessages } from './rows-touched.ts'
import type { Touched, TouchedRows } from './rows-touched.ts'
import { callUnchecked } from './service.ts'
import { OF_PAGE, rowsMaxOf } from './touched-statements.ts'
import { makeTouchedAccount, operationsOf } from './touching-operations.ts'
import type { Operation, TouchedAccount, Touching } from './touching-operations.ts'

export interface Storage {
  /** Messages of the account. */
  stored: number
  /** `kept`: made with fewer messages stored. `new`: made now. `analyzed`: made now, with statistics of all messages. */
  plans: 'kept' | 'new' | 'analyzed'
  /** The clocks of the database and the service go so much later, ms. */
  laterMs?: number
  /** Absent: all operations. */
  only?: readonly string[]
}

export interface Touch extends Storage, Touched {
  operation: string
  statement: string
  rowsMax: number
}

/** Runs all operations with each number of stored messages. */
export async function countRows(
  counting: TouchedRows,
  touching: Touching,
  storages: readonly Storage[],
): Promise<Touch[]> {
  const touches: Touch[] = []
  let made: TouchedAccount | undefined
  let stored = 0
  for (const storage of storages) {
    const record = ({ what, rowsMax }: Omit<Operation, 'run'>) => {
      for (const [statement, touched] of counting.take())
        touches.push({ ...storage, ...touched, operation: what, statement, rowsMax: rowsMaxOf(statement, rowsMax) })
    }
    counting.seen.clear()
    const clock = storage.laterMs === undefined ? undefined : await counting.shiftClock(storage.laterMs)
    const running = await touching.start(clock)
    try {
      made ??= await makeTouchedAccount(running, touching)
      const { apiKey } = made
      const account: TouchedAccount = (made = {
        ...made,
        call: (method, path, body) => callUnchecked(running.service.url!, apiKey, method, path, body),
      })
      const { body } = await account.call('POST', '/api/v1/notification_users', {
        notification_user: { external_user_id: `erased ${touches.length}`, email: 'erased@example.com' },
      })
      const erasedId = body.notification_user.id as number
      const [url, eventTime] = [counting.database.url, eventIdFloor(Date.now()).slice(0, 14)]
      if (storage.stored > stored)
        await storeMessages(url, { ...account, erasedId }, [stored + 1, storage.stored], eventTime)
      stored = storage.stored
      await counting.replan(storage.plans)
      record({ what: 'start of the service', rowsMax: OF_PAGE })
      for (const { run, ...operation } of operationsOf({ running, account, counting, touching, erasedId })) {
        if (storage.only !== undefined && !storage.only.includes(operation.what)) continue
        await run()
        record(operation)
      }
    } finally {
      await running.stop()
    }
  }
  return touches
}

/** The touches with too many rows, as sentences. */
export const tooMany = (touches: readonly Touch[]): string[] =>
  touches.flatMap(({ stored, plans, operation, statement, rows, by, rowsMax }) =>
    rows > rowsMax
      ? [`${operation}, ${stored} messages, plans ${plans}: ${statement} touches ${rows} rows by ${by}`]
      : [],
  )
