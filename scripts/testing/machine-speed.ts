/**
 * How slow this machine is, so that one budget holds on all machines. A machine whose processors are shared may need twice the
 * processor time for the same work a day later.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The processor time of the fixed work on the machine that the budget was chosen on, ms. */
const REFERENCE_MS = 400

const ROUNDS = 6
const ROWS = 40_000

/** Objects, texts, a map, a sort and a hash: what the tests and the service mostly do. */
function doFixedWork(): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = Array.from({ length: ROWS }, (_, id) => ({
      id,
      name: `row ${(id * 7919) % ROWS}`,
      parts: [id, round],
    }))
    const text = JSON.stringify(rows)
    const read = JSON.parse(text) as typeof rows
    const byName = new Map(read.map((row) => [row.name, row]))
    const sorted = [...byName.keys()].toSorted()
    createHash('sha256').update(text).update(sorted.join()).digest('hex')
  }
}

/** The processor time of the fixed work in this process, ms. */
function fixedWorkMs(): number {
  const before = process.cpuUsage()
  doFixedWork()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * The processor time that a work needs here, divided by the time on the machine of the budget. All processors work at once,
 * as in a run of the tests.
 */
export async function slowness(): Promise<number> {
  const path = fileURLToPath(import.meta.url)
  const works = Array.from({ length: availableParallelism() }, () => promisify(execFile)(process.execPath, [path]))
  const times = (await Promise.all(works)).map(({ stdout }) => Number(stdout))
  return times.reduce((sum, ms) => sum + ms, 0) / times.length / REFERENCE_MS
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(fixedWorkMs())
