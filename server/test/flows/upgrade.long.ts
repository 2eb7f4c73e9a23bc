// Invariants 3, 5 and 6 over an upgrade from a commit: both versions run on one database, and the former one comes back.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endAfterTests } from '../end-after-tests.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { judged, readiness, Traffic } from '../faults/traffic.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** A commit, a tag or a branch. */
const FORMER = process.env.UPGRADE_FROM ?? 'HEAD~1'
const ROLES = ['api,dispatch,tasks', 'dispatch']
const CREATES = 500

/** The program of the service at a commit. It uses the packages of this checkout. */
function programAt(commit: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'tidings-upgrade-'))
  after(() => rmSync(copy, { recursive: true, force: true }))
  const script = 'git archive "$1" server package.json | tar -x -C "$2"'
  const made = spawnSync('bash', ['-euo', 'pipefail', '-c', script, 'bash', commit, copy], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  assert.equal(made.status, 0, made.stderr)
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const source = join(copy, 'server', 'src')
  // Older commits have their programs at the top.
  return ['programs/main.ts', 'main.ts'].map((name) => join(source, name)).find((path) => existsSync(path))!
}

const cluster = await endAfterTests(createCluster())
const startAll = (program?: string) => Promise.all(ROLES.map((roles) => cluster.start(roles, {}, program)))

test(`an upgrade from ${FORMER} and back, with both versions running under load`, async () => {
  const formerProgram = programAt(FORMER)
  const former = await startAll(formerProgram)
  await addAccounts(cluster, former[0]!, 1)
  const onFormer = new Traffic(cluster.accounts.slice(0, 1), former[0]!)
  await onFormer.further(201, CREATES)

  const upgraded = await startAll()
  const onUpgraded = new Traffic(cluster.accounts.slice(0, 1), upgraded[0]!)
  await Promise.all([onFormer.further(201, CREATES), onUpgraded.further(201, CREATES)])
  for (const [api] of [former, upgraded]) assert.deepEqual(await readiness(api!), { status: 200, reasons: [] })
  await onFormer.stop()
  for (const one of former) assert.equal(await one.stop(), 0)
  await onUpgraded.further(201, CREATES)

  const again = await startAll(formerProgram)
  const onAgain = new Traffic(cluster.accounts.slice(0, 1), again[0]!)
  await onUpgraded.stop()
  for (const one of upgraded) assert.equal(await one.stop(), 0)
  await onAgain.further(201, CREATES)
  await onAgain.stop()
  const all = [onFormer, onUpgraded, onAgain]
  console.log('Responses by status:', ...all.map(({ statuses }) => Object.fromEntries(statuses)))
  for (const { statuses } of all) assert.deepEqual([...statuses.keys()], [201])
  await judged(cluster, ...all)
})
