// Half an hour of load on every role: memory and descriptors stay level, and nothing is lost.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { SteadyTraffic } from '../faults/steady-traffic.ts'
import { judged } from '../faults/traffic.ts'
import type { ServiceProcess } from '../process.ts'
import { until } from '../service.ts'

const PER_SECOND = Number(process.env.SOAK_PER_SECOND ?? 100)
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const ACCOUNTS = 20
/** A process compiles its code and fills its caches in the first part. */
const PARTS = 6
/** Readings of each part. */
const READINGS = 30
const GROWTH_MAX = 1.15
/** The pool keeps some connections to the database, and the load opens more of them than the start. */
const DESCRIPTORS_MORE_AT_REST = 10
const ROLES = ['api', 'api', 'dispatch', 'dispatch', 'tasks']

interface Use {
  heapMib: number
  /** Buffers, beside the heap. */
  externalMib: number
  residentMib: number
  descriptors: number
}

const MIB = 1024 * 1024

interface Watched {
  process: ServiceProcess
  healthPort: number
}

async function useOf({ process: { processId }, healthPort }: Watched): Promise<Use> {
  // A kept connection may be closed by the service at the moment of the next reading.
  const response = await fetch(`http://127.0.0.1:${healthPort}/metrics`, { headers: { connection: 'close' } })
  const text = await response.text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1])
  return {
    heapMib: value('nodejs_heap_size_used_bytes') / MIB,
    externalMib: value('nodejs_external_memory_bytes') / MIB,
    residentMib: value('process_resident_memory_bytes') / MIB,
    descriptors: readdirSync(`/proc/${processId}/fd`).length,
  }
}

/**
 * The least of heap, buffers and descriptors: a leak raises it, a late collection does not. Resident memory is the most,
 * as V8 gives little of it back.
 */
const levelOf = (uses: readonly Use[]): Use => ({
  heapMib: Math.min(...uses.map(({ heapMib }) => heapMib)),
  externalMib: Math.min(...uses.map(({ externalMib }) => externalMib)),
  residentMib: Math.max(...uses.map(({ residentMib }) => residentMib)),
  descriptors: Math.min(...uses.map(({ descriptors }) => descriptors)),
})

/** The resident memory of all processes together, at the most. */
const residentMib = (parts: readonly Use[][]): number =>
  Math.max(...parts.map((uses) => uses.reduce((sum, use) => sum + use.residentMib, 0)))

/** The bytes of a row with its part of all indexes, in a database of young rows. */
async function bytesPerRow(): Promise<Record<string, number>> {
  const { rows } = await cluster.database.pool.query<{ name: string; bytes: number }>(`
    select coalesce(pg_partition_root(oid), oid)::regclass::text as name,
      round(sum(pg_total_relation_size(oid)) / sum(reltuples))::int as bytes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000
    group by 1
    order by 1`)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

const cluster = await endAfterTests(createCluster())

test(`memory and descriptors stay level over ${MINUTES} minutes`, async () => {
  const watched: Watched[] = []
  for (const roles of ROLES) {
    const healthPort = await freePort()
    const variables = { LOG_LEVEL: 'warn', HEALTH_PORT: String(healthPort) }
    watched.push({ process: await cluster.start(roles, variables), healthPort })
  }
  await addAccounts(cluster, watched[0]!.process, ACCOUNTS)
  const atRest = await Promise.all(watched.map(useOf))
  const apis = watched.map(({ process }) => process.url).filter((url) => url !== '')
  const keys = cluster.accounts.map(({ apiKey }) => apiKey)
  const traffic = new SteadyTraffic(apis, keys, PER_SECOND)
  const parts: Use[][] = []
  for (let part = 0; part < PARTS; part++) {
    const readings: Use[][] = []
    for (let reading = 0; reading < READINGS; reading++) {
      await traffic.further(Math.ceil((MINUTES * 60 * PER_SECOND) / PARTS / READINGS))
      readings.push(await Promise.all(watched.map(useOf)))
    }
    parts.push(watched.map((_, index) => levelOf(readings.map((uses) => uses[index]!))))
    console.log(`part ${part + 1} of ${PARTS}, ${[...traffic.statuses].join(' ')}`)
    console.table(parts.at(-1)!.map((use, index) => ({ roles: ROLES[index], ...use })))
  }
  await traffic.stop()
  await judged(cluster, traffic)
  assert.deepEqual(new Set(traffic.statuses.keys()), new Set([200, 201]))
  // Connections without work are closed.
  for (const [index, { descriptors }] of atRest.entries())
    await until(
      async () => (await useOf(watched[index]!)).descriptors,
      (now) => now <= descriptors + DESCRIPTORS_MORE_AT_REST,
    )
  await cluster.database.pool.query('analyze')
  console.log('Bytes per row:', await bytesPerRow())
  const [firstHalf, secondHalf] = [parts.slice(0, PARTS / 2), parts.slice(PARTS / 2)]
  for (const [index, roles] of ROLES.entries())
    for (const figure of ['heapMib', 'externalMib', 'descriptors'] as const) {
      const [before, then] = [firstHalf, secondHalf].map((half) =>
        Math.max(...half.map((uses) => uses[index]![figure])),
      )
      assert.ok(then! <= before! * GROWTH_MAX + 5, `${roles}: ${figure} ${before}, then ${then}`)
    }
  const [before, then] = [firstHalf, secondHalf].map(residentMib)
  assert.ok(then! <= before! * GROWTH_MAX, `resident MiB of all: ${before}, then ${then}`)
})
