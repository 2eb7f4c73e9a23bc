/**
 * The service with its database's answers replaced by immediate ones: what reading requests, validation, rendering and
 * serialising cost by themselves. The first answer to each read serves all later ones, and transactions come to nothing.
 */
import type { QueryConfig } from 'pg'
import type { ConnectionPool as Pool } from '../src/db/pool.ts'
import { startService } from '../src/service.ts'
import { openReference } from './open-reference.ts'

/** Sequences are read on: the service takes ids in blocks. */
const SEQUENCE = /\bnextval\(/

type Answer = Promise<{ rows: unknown[]; command: string }>

function immediate(pool: Pool): Pool {
  const answers = new Map<string, Answer>()
  const read = (config: QueryConfig): Answer => {
    if (config.name === undefined || SEQUENCE.test(config.text)) return pool.query(config)
    const key = `${config.name} ${JSON.stringify(config.values)}`
    let answer = answers.get(key)
    if (answer === undefined) {
      answer = pool.query(config)
      answers.set(key, answer)
    }
    // Whoever asks takes the rows out of the answer.
    return answer.then(({ rows, command }) => ({ rows: [...rows], command }))
  }
  const nothing: Answer = Promise.resolve({ rows: [], command: 'COMMIT' })
  const client = { query: () => nothing, release() {} }
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
const service = await startService(config, clock, log, { ...database, pool: immediate(database.pool), requests: null })
console.log(`Tidings is at ${service.url}`)
process.once('SIGTERM', () => {
  void service
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0))
})
