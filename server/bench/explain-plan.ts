/** Explains the statements of the service, with the plans of the service. */
import pg from 'pg'
import type { QueryConfig } from 'pg'
import type { ConnectionPool as Pool } from '../src/platform/db/pool.ts'
import type { Connection } from '../src/platform/db/sql.ts'

export interface Explained {
  buffers: number
  ms: number
  plan: string
}

/** The plan of PostgreSQL as text. The reads of the topmost node include those of all nodes below. */
function explainedBy(plan: string): Explained {
  const [, read = ''] = /Buffers: shared ([^\n]*)/.exec(plan.split('\nPlanning')[0]!) ?? []
  const buffers = [...read.matchAll(/(?:hit|read)=(\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0)
  return { buffers, ms: Number(/Execution Time: ([\d.]+)/.exec(plan)![1]), plan }
}

/** A parameter as text. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return String.raw`\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(textOf(one))).join()}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A parameter as a literal without a type, so that PostgreSQL takes the parameter's type. */
const literalOf = (value: unknown): string =>
  value === null || value === undefined ? 'null' : pg.escapeLiteral(textOf(value))

/** The types of lists in binary form (`platform/db/binary-list.ts`), by the oid behind the first 8 bytes. */
const LIST_TYPES: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'bytea',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  1184: 'timestamptz',
}
const LIST_HEAD_BYTES = 20
const OID_AT = 8

/** A list in binary form as text, by PostgreSQL. Other values stay. */
async function withoutBinaryList(client: Connection, value: unknown): Promise<unknown> {
  if (!Buffer.isBuffer(value) || value.length < LIST_HEAD_BYTES) return value
  const type = LIST_TYPES[value.readInt32BE(OID_AT)]
  if (type === undefined) return value
  const { rows } = await client.query<{ text: string }>({ text: `select $1::${type}[]::text as text`, values: [value] })
  return rows[0]!.text
}

/**
 * Explains a statement with the plan of the service: a named statement has a generic plan, another one is planned for its
 * values.
 */
async function explain(pool: Pool, { name, text, values = [] }: QueryConfig): Promise<Explained> {
  const client = await pool.connect()
  try {
    const literals: string[] = []
    for (const value of values) literals.push(literalOf(await withoutBinaryList(client, value)))
    const given = values.length === 0 ? '' : `(${literals.join()})`
    if (name !== undefined) await client.query({ text: `prepare explained as ${text}` })
    const explained = name === undefined ? text : `execute explained${given}`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, buffers) ${explained}`,
      values: name === undefined ? values : [],
    })
    if (name !== undefined) await client.query({ text: 'deallocate explained' })
    return explainedBy(rows.map((row) => row['QUERY PLAN']).join('\n'))
  } finally {
    client.release()
  }
}

const isRead = ({ text }: QueryConfig) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)

/** The pool of the service. It explains every statement before it runs it, also those of a transaction. */
export function explainingPool(pool: Pool): { pool: Pool; explained: Explained[] } {
  const explained: Explained[] = []
  function explaining<Target extends Connection>(target: Target): Target {
    async function query(config: QueryConfig): Promise<unknown> {
      if (isRead(config)) explained.push(await explain(pool, config))
      return target.query(config as Parameters<Connection['query']>[0])
    }
    const connect = async () => explaining(await pool.connect())
    return new Proxy(target, {
      get(_, name) {
        if (name === 'query') return query
        if (name === 'connect' && target === (pool as Connection)) return connect
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
  return { pool: explaining(pool), explained }
}
