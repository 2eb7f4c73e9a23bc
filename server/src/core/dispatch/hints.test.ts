import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createLogger } from '../../platform/log.ts'
import { Hints } from './hints.ts'
import type { HintKind } from './hints.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())

describe('hints', () => {
  const started: Hints[] = []

  afterEach(async () => {
    for (const hints of started.splice(0)) await hints.stop()
  })

  function make(): Hints {
    const hints = new Hints({ pool: database.pool, log: createLogger('silent') })
    started.push(hints)
    return hints
  }

  /** Listening hints, their received messages, and a promise of `count` messages. */
  async function listener(kind: HintKind) {
    const hints = make()
    const received: [bucket: number, key: string][] = []
    let check = (): void => {}
    let beginnings = 0
    hints.on(kind, (bucket, key) => {
      received.push([bucket, key])
      check()
    })
    hints.onListening(() => {
      beginnings += 1
      check()
    })
    const until = (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        check = () => {
          if (holds()) resolve()
        }
        check()
      })
    hints.start(database.url)
    await until(() => beginnings === 1)
    return { received, until, beginnings: () => beginnings }
  }

  it('reach every listener, each once', async () => {
    const { received, until } = await listener('sends')
    const sender = make()
    sender.send('webhooks', 1, '10')
    sender.send('sends', 2, '20/7')
    sender.send('sends', 2, '20/7')
    sender.send('sends', 63, '30/8')
    await until(() => received.length === 2)
    assert.deepEqual(received, [
      [2, '20/7'],
      [63, '30/8'],
    ])
  })

  it('are split into as many messages as needed', async () => {
    const { received, until } = await listener('webhooks')
    const sender = make()
    const keys = Array.from({ length: 3000 }, (_, index) => String(1_000_000 + index))
    for (const key of keys) sender.send('webhooks', 5, key)
    await until(() => received.length === keys.length)
    assert.deepEqual(
      received.map(([, key]) => key),
      keys,
    )
  })

  it('that are malformed are ignored', async () => {
    const { received, until } = await listener('webhooks')
    await database.pool.query(
      `select pg_notify('tidings', E'nonsense\\nwebhooks x 1\\nwebhooks\\nunknown 1 1\\nwebhooks 3 4')`,
    )
    await until(() => received.length === 1)
    assert.deepEqual(received, [[3, '4']])
  })

  it('are heard again after a lost connection, and listeners are called', async () => {
    const { received, until, beginnings } = await listener('webhooks')
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tidings hints' and datname = current_database()`,
    )
    await until(() => beginnings() === 2)
    make().send('webhooks', 1, '10')
    await until(() => received.length === 1)
  })

  it('that cannot be sent do no harm, and no caller waits for them', async () => {
    const closed = await createTestDatabase()
    const hints = new Hints({ pool: closed.pool, log: createLogger('silent') })
    await closed.close()
    hints.send('webhooks', 1, '10')
    await hints.stop()
  })
})
