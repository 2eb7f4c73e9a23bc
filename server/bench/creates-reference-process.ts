/**
 * The service with immediate responses instead of its database's. It shows the cost of reading requests, validation,
 * rendering and serializing alone. The first response to each read serves all later reads, and transactions do nothing.
 */
import type { FieldDef, QueryConfig } from 'pg'
import type { ConnectionPool as Pool } from '../src/platform/db/pool.ts'
import { onlyDatabase } from '../src/platform/db/servers/databases.ts'
import { startService } from '../src/programs/wiring/service.ts'
import { openReference } from './open-reference.ts'

/** Sequences continue, because the service takes ids in blocks. */
const SEQUENCE = /\bnextval\(/

/** More statements than a transaction sends at once. Each has its own result. */
const AT_ONCE_MAX = 50

type QueryResponse = Promise<{ rows: unknown[]; fields: FieldDef[]; command: string }>

function immediate(pool: Pool): Pool {
  const responses = new Map<string, QueryResponse>()
  const read = (config: QueryConfig): QueryResponse => {
    if (config.name === undefined || SEQUENCE.test(config.text)) return pool.query(config)
    const key = `${config.name} ${JSON.stringify(config.values)}`
    let response = responses.get(key)
    if (response === undefined) {
      response = pool.query(config)
      responses.set(key, response)
    }
    // The callers remove the rows from the response.
    return response.then(({ rows, fields, command }) => ({ rows: [...rows], fields, command }))
  }
  const nothing = { rows: [], fields: [], command: 'COMMIT' }
  const [one, each] = [Promise.resolve(nothing), Promise.resolve(Array.from({ length: AT_ONCE_MAX }, () => nothing))]
  // Only statements that are sent at once bring their own way to the server.
  const client = { query: (statement: object) => ('submit' in statement ? each : one), release() {} }
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return read
      if (name === 'connect') return () => Promise.resolve(client)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const { config, clock, log, database } = await openReference()
const server = { ...database, isReady: true, pool: immediate(database.pool), requests: null }
const service = await startService(config, clock, log, onlyDatabase(server))
console.log(JSON.stringify({ event: 'service.started', url: service.url }))
process.once('SIGTERM', () => {
  void service
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
