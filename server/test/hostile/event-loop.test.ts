// Own process: a service that another file keeps in it would reset the longest work of the loop.
/** If work blocks the event loop, it is measured, and logged with its route and account, or its task. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { Registry } from '@prometheus-io/client'
import { createSystemClock } from '../../src/platform/clock.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { observeRequests } from '../../src/platform/http/observe-requests.ts'
import type { App } from '../../src/platform/http/route.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { createLoopMeter, runAs } from '../../src/platform/loop-meter.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { until } from '../service.ts'

/** Longer than the limit for logging. Other work of the machine makes it even longer. */
const HELD_MS = 150

const TRIES_MAX = 5

const clock = createSystemClock()
declare module '../../src/platform/db/sql.ts' {
  interface Statements {
    'test.event_loop_one': { values: []; row: { one: number } }
  }
}

const readOne = sql('test.event_loop_one', 'select 1 as one')

function hold(forMs = HELD_MS): void {
  const endsAt = clock.monotonic() + forMs
  while (clock.monotonic() < endsAt);
}

interface Line {
  event: string
  route?: string
  account_id?: number
  task?: string
  held_ms: number
  work_ms: number
}

let database: TestDatabase
let app: App
let url: string
const metrics = new Registry()
const lines: Line[] = []
const kept = new Writable({
  write(chunk: Buffer, _encoding, done) {
    for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line) as Line)
    done()
  },
})
const log = pino({ level: 'warn' }, kept)
const meter = createLoopMeter({ log, metrics })

before(async () => {
  database = await createTestDatabase()
  app = createServer({ config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null }, log })
  observeRequests(app, { clock, log, metrics, config: { logRequestEvery: 0 } })
  app.addHook('onRequest', (request, _reply, done) => {
    const accountId = Number(request.headers['x-test-account'])
    request.caller = { accountId, bucket: 0, role: 'full', actor: 'api_key:1' }
    done()
  })
  app.get('/quick/:id', async () => readOne(database.pool))
  app.post('/held/at-once', () => {
    hold()
    return 'x'
  })
  app.post('/held/after-statement', async () => {
    await readOne(database.pool)
    hold()
    return 'x'
  })
  app.post('/held/between-statements', async () => {
    await readOne(database.pool)
    hold()
    return readOne(database.pool)
  })
  app.post('/held/in-serialization', async () => {
    await readOne(database.pool)
    return {
      toJSON() {
        hold()
        return {}
      },
    }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  meter.start()
})
after(async () => {
  await meter.stop()
  await app.close()
  await database.close()
})

/** Waits until the meter has checked the last work. */
async function looked(): Promise<void> {
  const count = async () => {
    const text = await metrics.getSingleMetricAsString('tidings_event_loop_delay_seconds')
    return Number(/_count (\d+)/.exec(text)![1])
  }
  const before = await count()
  await until(
    // The meter's timer runs between two database responses.
    async () => (await readOne(database.pool), count()),
    (now) => now > before + 1,
  )
}

/**
 * Does the work until the meter has logged it, and returns the line. If the machine itself stops the process for longer,
 * the line has another name, so the work is repeated. If the machine stops it while the work waits, the work has a line
 * of its own for that.
 */
async function lineOf(isWork: (line: Line) => boolean, work: () => unknown): Promise<Line> {
  await looked()
  lines.length = 0
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    await work()
    await looked()
    const line = lines.find((one) => one.event === 'event_loop.held' && isWork(one))
    if (line !== undefined) return line
  }
  return assert.fail(`Not logged: ${JSON.stringify(lines)}`)
}

describe('a request that holds the loop is named', () => {
  for (const [index, path] of [
    '/held/at-once',
    '/held/after-statement',
    '/held/between-statements',
    '/held/in-serialization',
  ].entries())
    test(`${path}, among others that do not`, async () => {
      const accountId = 100 + index
      const line = await lineOf(
        ({ route, work_ms: workMs }) => route === path && workMs >= HELD_MS - 1,
        async () => {
          let over = false
          const others = Array.from({ length: 4 }, async (_, other) => {
            while (!over) await fetch(`${url}/quick/${other}`, { headers: { 'x-test-account': String(other + 1) } })
          })
          const { status } = await fetch(`${url}${path}`, {
            method: 'POST',
            headers: { 'x-test-account': String(accountId), 'content-type': 'application/json' },
            body: '{}',
          })
          assert.equal(status, 200)
          await looked()
          over = true
          await Promise.all(others)
        },
      )
      assert.equal(line.account_id, accountId)
      assert.ok(line.held_ms >= line.work_ms, JSON.stringify(line))
      const counted = await metrics.getSingleMetricAsString('tidings_event_loop_held_total')
      const [, count] = new RegExp(`work="POST ${path}"\\} (\\d+)$`, 'm').exec(counted)!
      assert.equal(Number(count), lines.filter(({ route }) => route === path).length)
    })
})

test('a task that holds the loop is named', async () => {
  await lineOf(
    ({ task }) => task === 'events_counted',
    () =>
      runAs({ task: 'events_counted' }, async () => {
        await readOne(database.pool)
        hold()
        await readOne(database.pool)
      }),
  )
})

test('unrecorded work is logged too', async () => {
  await lineOf(
    ({ route, task }) => route === undefined && task === undefined,
    () =>
      new Promise<void>((resolve) => {
        setImmediate(() => {
          hold()
          resolve()
        })
      }),
  )
})

test('many short pieces of one turn count together', async () => {
  const line = await lineOf(
    ({ task }) => /^piece \d+$/.test(task ?? ''),
    () => {
      for (let pieces = 0; pieces < 15; pieces++) runAs({ task: `piece ${pieces}` }, () => hold(HELD_MS / 10))
    },
  )
  assert.ok(line.held_ms > line.work_ms)
})
