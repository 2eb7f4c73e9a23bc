/** Commands for the buckets of accounts, with several database servers. */
import { readFileSync } from 'node:fs'
import { listBuckets, planMoves } from '../../features/bucket-moves/rebalance.ts'
import { abortMove, moveBucket } from '../../features/bucket-moves/move.ts'
import { MoveFailure } from '../../features/bucket-moves/mover.ts'
import type { MoverTools } from '../../features/bucket-moves/mover.ts'
import { parsePostgresUrl } from '../../platform/config/postgres-url.ts'
import { BUCKET_COUNT } from '../../platform/ids.ts'
import { failure } from './command.ts'
import type { CommandResult, DatabaseInput } from './command.ts'

/** All processes read the places every second. Slow ones have this time, ms. */
const GRACE_MS = 10_000

export async function runBucketsList({ databases }: DatabaseInput): Promise<CommandResult> {
  const buckets = await listBuckets(databases)
  const lines = buckets.map(
    ({ bucket, server, accounts, rows, events }) =>
      `${String(bucket).padStart(2)}  ${server}  ${accounts} accounts  ${rows} rows  ${events} events a day`,
  )
  return { ok: true, text: lines.join('\n'), json: { buckets } }
}

export function runBucketsRebalance(input: DatabaseInput): Promise<CommandResult> {
  return explained(() => rebalance(input))
}

async function rebalance(input: DatabaseInput): Promise<CommandResult> {
  const { databases, options } = input
  const moves = planMoves(
    await listBuckets(databases),
    databases.all.map(({ name }) => name),
  )
  const runs = options['run'] !== undefined
  if (runs) for (const { bucket, to } of moves) await moveBucket(toolsOf(input, null), bucket, to)
  const lines = moves.map(({ bucket, to }) => `buckets move ${bucket} --to ${to}`)
  const text = moves.length === 0 ? 'The servers have about the same load' : lines.join('\n')
  return { ok: true, text, json: { moves, moved: runs } }
}

/** The URL in the file of `--source-url-file`, or null. An option with the URL itself would show its password in `ps`. */
function readSourceUrl(path: string | undefined): { ok: true; url: string | null } | { ok: false; sentence: string } {
  if (path === undefined) return { ok: true, url: null }
  try {
    const url = readFileSync(path, 'utf8').trim()
    const parsed = parsePostgresUrl(url)
    return 'must' in parsed ? failure(`The content of ${path} ${parsed.must}`) : { ok: true, url }
  } catch (error) {
    return failure((error as Error).message)
  }
}

/** Runs a part of a move. Its expected failures become the command's. */
async function explained(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MoveFailure) return failure(error.message)
    throw error
  }
}

function toolsOf({ databases, clock, onProgress }: DatabaseInput, sourceUrl: string | null): MoverTools {
  return { databases, clock, tell: onProgress, sourceUrl, graceMs: GRACE_MS }
}

export async function runBucketsMove(input: DatabaseInput): Promise<CommandResult> {
  const [given = ''] = input.positional
  const { to, abort } = input.options
  const bucket = /^\d{1,2}$/.test(given) ? Number(given) : BUCKET_COUNT
  if (bucket >= BUCKET_COUNT) return failure(`${given} is not a bucket: use a number from 0 to ${BUCKET_COUNT - 1}`)
  const source = readSourceUrl(input.options['source-url-file'])
  if (!source.ok) return source
  const tools = toolsOf(input, source.url)
  if (abort !== undefined) return explained(() => runAbort(tools, bucket))
  if (to === undefined) return failure('buckets move needs --to SERVER, or --abort')
  return explained(async () => {
    const moved = await moveBucket(tools, bucket, to)
    if (moved === null)
      return { ok: true, text: `Bucket ${bucket} is on ${to} already`, json: { bucket, server: to, moved: false } }
    const { from, pauseMs } = moved
    const pause = pauseMs === null ? '' : `: its writes paused for ${Math.round(pauseMs)} ms`
    const json = { bucket, server: to, moved: true, from, pause_ms: pauseMs === null ? null : Math.round(pauseMs) }
    return { ok: true, text: `Bucket ${bucket} has moved from ${from} to ${to}${pause}`, json }
  })
}

async function runAbort(tools: MoverTools, bucket: number): Promise<CommandResult> {
  const undone = await abortMove(tools, bucket)
  if (undone === null)
    return { ok: true, text: `Bucket ${bucket} has no unfinished move`, json: { bucket, aborted: false } }
  const text = `The move of bucket ${bucket} to ${undone.to} is undone: it stays on ${undone.from}`
  return { ok: true, text, json: { bucket, server: undone.from, aborted: true } }
}
