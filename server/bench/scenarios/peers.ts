import { makeEndpoints } from '../backlog.ts'
import type { BenchEndpoint } from '../backlog.ts'
import { drainWithPeer } from '../peers/drain.ts'
import { installPeers } from '../peers/install.ts'
import { openRedis } from '../peers/redis.ts'
import type { BenchRedis } from '../peers/redis.ts'
import { BEST, PEERS, VERSIONS } from '../peers/settings.ts'
import type { Peer, PeerSettings } from '../peers/settings.ts'
import { drainBacklog } from '../product.ts'
import type { Bench, Findings, Run, Scenario } from '../scenario.ts'

/** The alternatives of users: queues for Node, each with its best settings, with the same events, receiver and attempts. */

/** The least permitted median of product / peer. */
const GATES: Record<Peer, number> = { 'graphile-worker': 2, bullmq: 3, 'pg-boss': 3 }

interface PeerRun {
  peer: Peer
  settings: PeerSettings
  name: string
  /** Null: reported, not judged. */
  gate: { atLeast: number } | null
}

/** Each peer with its usual client, and the fastest peer with a client that tasks do not normally use. */
const PEER_RUNS: readonly PeerRun[] = [
  ...PEERS.map((peer) => ({
    peer,
    settings: BEST[peer],
    name: `${peer} ${VERSIONS[peer]}`,
    gate: { atLeast: GATES[peer] },
  })),
  {
    peer: 'graphile-worker',
    settings: { ...BEST['graphile-worker'], client: 'dispatch' },
    name: `graphile-worker ${VERSIONS['graphile-worker']} with dispatch`,
    gate: null,
  },
]

/** Of one run. The product then takes the requested seconds, and the peers longer. */
const EVENTS_PER_SECOND = 10_000

const NOTES = [
  "The peers' tasks POST with `fetch`, as their users write them; the row `with dispatch` has undici's `dispatch` with a handler of our own instead, and is told, not judged.",
  'All: an event is stored before anything is answered; one POST, signed by HMAC-SHA256, over kept connections; one row per attempt in the same table, in batches: the peers of up to 200 or 10 ms (at their best 256 to 800 jobs are under way, which all wait for it), the product of up to 1,000, from 200 on at once, else after 100 ms; a failed POST is made again; kill -9 of the worker loses nothing, since a job is completed after its attempt is committed. The product commits both at once.',
  'The peers do less: they read endpoints and their secrets once, and never hear of a change; no check of the address before connecting, no limit for each endpoint, so a slow receiver holds up all; no disabling of endpoints, no first bytes of the answer, no replay, no metrics.',
  'After kill -9 the product does again what was in flight when its lease has expired, after 15 s; BullMQ after about 30 s, pg-boss after 15 minutes, graphile-worker after 4 hours, by their defaults.',
  'pg-boss keeps completed jobs for 7 days, as it is by default; graphile-worker and BullMQ delete them; the product keeps events and attempts.',
]

interface Measuring {
  bench: Bench
  endpoints: readonly BenchEndpoint[]
  events: number
  redis: BenchRedis | null
}

async function measureRounds({ bench, endpoints, events, redis }: Measuring, peerRuns: readonly PeerRun[]) {
  const product: Run[] = []
  const runs = new Map<PeerRun, Run[]>(peerRuns.map((peerRun) => [peerRun, []]))
  for (let round = 1; round <= bench.rounds; round++) {
    const tell = (name: string, run: Run) =>
      bench.progress(`round ${round} of ${bench.rounds}: ${name} ${Math.round(run.perSecond)}/s`)
    product.push(await drainBacklog(bench, { endpoints, events }))
    tell('product', product.at(-1)!)
    for (const peerRun of peerRuns) {
      const { peer, settings, name } = peerRun
      const run = await drainWithPeer(bench, {
        peer,
        settings,
        redis: peer === 'bullmq' ? redis : null,
        endpoints,
        events,
      })
      runs.get(peerRun)!.push(run)
      tell(name, run)
    }
  }
  return { product, runs }
}

async function findings(measuring: Measuring): Promise<Findings> {
  const { redis } = measuring
  const peerRuns = PEER_RUNS.filter(({ peer }) => peer !== 'bullmq' || redis !== null)
  const { product, runs } = await measureRounds(measuring, peerRuns)
  const redisNote =
    redis === null
      ? 'BullMQ: not run, for there is no Redis: install redis-server, or set REDIS_URL.'
      : `BullMQ: ${redis.description}.`
  return {
    sides: [
      { name: 'product', runs: product },
      ...PEER_RUNS.map((peerRun) => ({ name: peerRun.name, runs: runs.get(peerRun) ?? [] })),
    ],
    judgements: peerRuns.map((peerRun) => ({
      what: `product / ${peerRun.name}`,
      values: runs.get(peerRun)!.map((run, index) => product[index]!.perSecond / run.perSecond),
      gate: peerRun.gate,
    })),
    notes: [redisNote, ...NOTES],
  }
}

function peers(endpointCount: number): Scenario {
  return {
    name: `peers-${endpointCount}`,
    title: `Webhooks over TLS, ${endpointCount === 1 ? 'one endpoint' : `${endpointCount} endpoints`}, against job queues`,
    notQuick: true,
    async run(bench) {
      const problem = installPeers(bench.progress)
      if (problem !== null) return { sides: [], judgements: [], notes: [`Not run: ${problem}`] }
      const endpoints = await makeEndpoints(bench.database.pool, bench.receiver.origin, endpointCount)
      const redis = await openRedis()
      try {
        return await findings({ bench, endpoints, events: EVENTS_PER_SECOND * bench.seconds, redis })
      } finally {
        await redis?.close()
      }
    },
  }
}

export const peerScenarios = [peers(1), peers(1000)]
