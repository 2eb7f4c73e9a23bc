import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BODY_CHARACTERS } from './backlog.ts'
import { processCpu } from './cpu.ts'
import { measure } from './measure.ts'
import type { Receiver } from './receiver.ts'
import type { Round, Run } from './scenario.ts'

const PROCESS = fileURLToPath(new URL('reference-process.ts', import.meta.url))

/** Limit of POSTs in flight: the product's limit for one endpoint. */
const IN_FLIGHT_MAX = 64

/** The files of each reference. `creates` and `peers` have their own. */
const REFERENCES = {
  webhooks: ['reference-process.ts'],
  creates: ['creates-reference-process.ts', 'single-inserts-process.ts'],
  peers: [
    ...['peer-process', 'attempts', 'post', 'settings', 'graphile-worker', 'bullmq', 'pg-boss'].map(
      (name) => `peers/${name}.ts`,
    ),
    'peers/package-lock.json',
  ],
}

/** Identifies a reference when results are compared: the beginning of the SHA-256 of its files. */
export function referenceHash(reference: keyof typeof REFERENCES): string {
  const hash = createHash('sha256')
  for (const file of REFERENCES[reference]) hash.update(readFileSync(new URL(file, import.meta.url)))
  return hash.digest('hex').slice(0, 16)
}

/** Approximate number of POSTs to warm up the receiver and measure the rate. */
const CALIBRATING_POSTS = 5000
/** The same with a new connection for each. */
const CALIBRATING_CLOSED_POSTS = 1000

const rates = new WeakMap<Receiver, Map<number, Promise<number>>>()

/**
 * Approximate POSTs a second of the reference if this share of the responses ends its connection. It is measured once,
 * and determines the number of events for the requested seconds. The receiver must already close this share.
 */
export function referenceRate(receiver: Receiver, closeShare = 0): Promise<number> {
  const known = rates.get(receiver) ?? new Map<number, Promise<number>>()
  rates.set(receiver, known)
  const posts = closeShare > 0.5 ? CALIBRATING_CLOSED_POSTS : CALIBRATING_POSTS
  const rate = known.get(closeShare) ?? runReference(receiver, posts).then((run) => run.perSecond)
  known.set(closeShare, rate)
  return rate
}

/** undici's `dispatch` alone, in its own process. Absent origins: the receiver's address. */
export async function runReference(
  receiver: Receiver,
  posts: number,
  origins: readonly string[] = [receiver.origin],
): Promise<Run> {
  let processId = 0
  let ended: Promise<unknown> = Promise.resolve()
  const [run] = await measure({
    receiver,
    posts,
    cpu: () => ({ sender: processCpu(processId) }),
    start() {
      const args = [receiver.caFile, posts, IN_FLIGHT_MAX, BODY_CHARACTERS, ...origins].map(String)
      const child = spawn(process.execPath, [PROCESS, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
      processId = child.pid!
      const failed = once(child, 'exit').then(([code]) => {
        if (code !== 0) throw new Error(`The reference ended with ${code}`)
      })
      failed.catch(() => {})
      ended = failed
      return { failed }
    },
  })
  await ended
  return run!
}

/**
 * The product's run, and the reference's runs before and after it as one. The machine's speed changes within seconds, so
 * both sides include its changes.
 */
export async function runBesideReference(runOne: () => Promise<Run>, runProduct: () => Promise<Run>): Promise<Round> {
  const before = await runOne()
  const product = await runProduct()
  return { reference: meanOf(before, await runOne()), product }
}

const half = (one: number | null | undefined, other: number | null | undefined) =>
  one == null || other == null ? null : (one + other) / 2

function meanOf(one: Run, other: Run): Run {
  const means = (values: Run['cpuShares'], others: Run['cpuShares']) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, half(value, others[name])]))
  return {
    // Both made the same number of POSTs.
    perSecond: 2 / (1 / one.perSecond + 1 / other.perSecond),
    cpuMicroseconds: means(one.cpuMicroseconds, other.cpuMicroseconds),
    cpuShares: means(one.cpuShares, other.cpuShares),
    newConnections: (one.newConnections + other.newConnections) / 2,
  }
}
