import { createSystemClock } from '../server/src/platform/clock.ts'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { DatabaseAddress } from '../server/src/platform/db/servers/address.ts'
import type { Database } from '../server/src/platform/db/servers/database.ts'
import { onlyDatabase } from '../server/src/platform/db/servers/databases.ts'
import { createPool } from '../server/src/platform/db/pool.ts'
import { withSession } from '../server/src/platform/db/session.ts'
import { createLogger } from '../server/src/platform/log.ts'
import { buildService } from '../server/src/programs/wiring/service.ts'

/** JSON Schema, as far as the routes use it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: (string | null)[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  if?: Schema
  else?: Schema
  minimum?: number
  description?: string
  examples?: unknown[]
  /** An empty text is taken as null. */
  'x-blank-is-null'?: boolean
  /** The field is another name of this one. */
  'x-other-name-of'?: string
}

interface Content {
  content?: Record<string, { schema: Schema; example?: unknown; encoding?: object }>
}

export interface Parameter {
  /** Of a parameter shared by many operations. Then the other fields are absent. */
  $ref?: string
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: Schema
  example?: unknown
  description?: string
}

export interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean; description?: string }
  responses: Record<string, Content & { $ref?: string; description?: string }>
}

export interface ApiDocument {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Content & { description: string }>
  }
}

/** The service asks no database: it makes the document from the routes alone. */
const NO_DATABASE = 'postgresql://127.0.0.1:1/none'

type Built = Awaited<ReturnType<typeof buildService>>

/** Runs `work` with the service's parts. Nothing of it has begun. */
async function withService<Result>(work: (service: Built) => Promise<Result>): Promise<Result> {
  const loaded = loadConfig({
    DATABASE_URL: NO_DATABASE,
    SECRETS_KEYS: `none:${Buffer.alloc(32).toString('base64')}`,
    HEALTH_PORT: 'off',
    PORT: '0',
    SMTP_LISTEN: '127.0.0.1:0',
  })
  if (!loaded.ok) throw new Error(loaded.mistakes.join('; '))
  const { config } = loaded
  const pool = createPool({
    url: NO_DATABASE,
    connectionsMax: 1,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    statementTimeoutMs: config.statementTimeoutMs,
    applicationName: 'tidings',
    onError: () => {},
  })
  const database: Database = {
    name: 'main',
    buckets: () => [],
    prepare: () => Promise.resolve(),
    isReady: true,
    pool,
    requests: null,
    maintenanceAddress: new DatabaseAddress(NO_DATABASE),
    embedded: false,
    withMaintenanceSession: (work) => withSession(NO_DATABASE, work),
    failures: new Map(),
    makePartitions: () => Promise.resolve(),
    rereadUrls: () => {},
    close: () => pool.end(),
  }
  const service = await buildService(config, createSystemClock(), createLogger('silent'), onlyDatabase(database))
  try {
    return await work(service)
  } finally {
    await service.stop()
    await pool.end()
  }
}

/** The OpenAPI document as the service serves it, for any service. */
export function readApiDocument(): Promise<ApiDocument> {
  return withService(async (service) => {
    const response = await fetch(`${await service.listen()}/openapi.json`)
    return { ...((await response.json()) as ApiDocument), servers: [{ url: '/' }] }
  })
}

/** A metric of the service, as Prometheus sees it. */
export interface MetricDescription {
  name: string
  help: string
  type: string
  labels: string[]
}

/** The service's own metrics in the order of their names. */
export function readMetrics(): Promise<MetricDescription[]> {
  return withService(({ context }) => {
    const found = context.metrics.getMetricsAsArray() as unknown as (Omit<MetricDescription, 'labels'> & {
      labelNames: string[]
    })[]
    const own = found.filter(({ name }) => name.startsWith('tidings_'))
    return Promise.resolve(
      own
        .map(({ name, help, type, labelNames }) => ({ name, help, type, labels: labelNames }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    )
  })
}
