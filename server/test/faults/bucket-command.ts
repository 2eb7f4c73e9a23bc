/** The command `buckets move` as a process that a test kills at a line of its progress. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environment } from '../process.ts'
import type { Random } from '../random.ts'

/** The largest number of lines of progress before a kill. A move has about twenty. */
const LINES_MAX = 20
/** After so many kills, a move ends undisturbed. */
const KILLS_MAX = 4
/** One of so many kills is followed by an abort, which may be killed too. */
const ABORT_EVERY = 3

const CLI = fileURLToPath(new URL('../../src/programs/cli.ts', import.meta.url))

interface Ended {
  /** Null: it was killed. */
  code: number | null
  output: string
}

/** Runs the command, and kills it at this line of its progress if it comes so far. */
async function run(
  variables: Record<string, string>,
  words: readonly (string | number)[],
  killAtLine: number,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, 'buckets', 'move', ...words.map(String)], { env: environment(variables) })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.split('\n').length > killAtLine) child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Moves a bucket by the command, which is killed at random and continued. Returns the number of kills. */
export async function moveWithKills(
  variables: Record<string, string>,
  { bucket, to, random }: { bucket: number; to: string; random: Random },
): Promise<number> {
  for (let kills = 0; ;) {
    const killAtLine = kills < KILLS_MAX ? 1 + random.below(LINES_MAX) : Infinity
    const { code, output } = await run(variables, [bucket, '--to', to], killAtLine)
    assert.ok(code === 0 || code === null, output)
    if (code === 0) return kills
    kills += 1
    if (random.below(ABORT_EVERY) === 0) await run(variables, [bucket, '--abort'], 1 + random.below(LINES_MAX))
  }
}
