/**
 * Finds the best settings of a peer on this machine.
 * `npx node server/bench/peers/sweep.ts PEER EVENTS CONCURRENCY,BATCH,CONNECTIONS[,dispatch]...` drains the backlog once
 * with each setting, to 1,000 endpoints, and prints a line for each.
 */
import { makeEndpoints } from '../backlog.ts'
import { startDatabase } from '../database.ts'
import { endAtInterrupt } from '../interrupt.ts'
import { startReceiver } from '../receiver.ts'
import { drainWithPeer } from './drain.ts'
import { installPeers } from './install.ts'
import { openRedis } from './redis.ts'
import { PEERS } from './settings.ts'
import type { PeerSettings } from './settings.ts'

const ENDPOINTS = 1000

const [name, count, ...tried] = process.argv.slice(2)
const peer = PEERS.find((peer) => peer === name)
const events = Number(count)
if (peer === undefined || !Number.isInteger(events) || tried.length === 0) {
  console.error(`Usage: sweep.ts ${PEERS.join('|')} EVENTS CONCURRENCY,BATCH,CONNECTIONS[,dispatch]...`)
  process.exit(2)
}
const problem = installPeers(console.log)
if (problem !== null) throw new Error(problem)

endAtInterrupt()
const redis = peer === 'bullmq' ? await openRedis() : null
const database = await startDatabase()
const receiver = await startReceiver()
try {
  const endpoints = await makeEndpoints(database.pool, receiver.origin, ENDPOINTS)
  const extent = { rounds: 1, seconds: 1, size: 'quick' } as const
  const bench = { database, receiver, ...extent, profileDirectory: null, progress: console.log }
  for (const values of tried) {
    const [numbers, client = 'fetch'] = values.split(/,(?=dispatch$)/)
    const [concurrency, batch, connections] = numbers!.split(',').map(Number)
    const settings = { concurrency: concurrency!, batch: batch!, connections: connections!, client } as PeerSettings
    const run = await drainWithPeer(bench, { peer, settings, redis, endpoints, events })
    const cpu = Object.entries(run.cpuMicroseconds).map(([name, us]) => `${name} ${us === null ? '?' : Math.round(us)}`)
    console.log(`${values}: ${Math.round(run.perSecond)}/s; us per event: ${cpu.join(', ')}`)
  }
} finally {
  await receiver.close()
  await database.close()
  await redis?.close()
}
