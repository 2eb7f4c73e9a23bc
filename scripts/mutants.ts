import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureTemplate } from '../server/test/database.ts'
import { startTestServer } from '../server/test/database-server.ts'
import { MUTANTS } from './mutants/list.ts'
import type { Mutant } from './mutants/mutant.ts'

/**
 * `npm run test:mutants [-- NAME...]` breaks the service in one deliberate way at a time, in a copy of the tree, and runs
 * the tests for it. Exit code 0 only if a test fails for every breakage, and the tests pass without it.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** For each test file of a run. On a busy machine some take minutes, and a late end must not count as a failed test. */
const FILE_TIMEOUT_MS = 300_000

/** Every file of the repository in its current state, except packages installed by npm. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tidings-mutants-'))
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const path of listed.stdout.split('\0').filter((one) => one !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    // Git also lists a deleted file if the deletion is not committed.
    cpSync(join(ROOT, path), join(copy, path), { errorOnExist: false, force: true, recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Returns a function that restores the source. @throws if the source differs from the mutant's text. */
function breakTree(copy: string, { name, edits }: Mutant): () => void {
  const originals = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    if (!originals.has(path)) originals.set(path, text)
    if (text.split(find).length !== 2) throw new Error(`The mutant "${name}" finds its place in ${file} not just once`)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
  return () => {
    for (const [path, text] of originals) writeFileSync(path, text)
  }
}

interface Outcome {
  passed: boolean
  /** The first failed test. Null: none has failed, but the run may have met its time limit. */
  failed: string | null
}

function runTests(copy: string, tests: readonly string[], databaseUrl: string): Outcome {
  const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...tests], {
    cwd: copy,
    encoding: 'utf8',
    timeout: FILE_TIMEOUT_MS * tests.length,
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
  })
  const failures = [...run.stdout.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map((match) => match[1]!)
  return { passed: run.status === 0, failed: failures[0] ?? null }
}

const wanted = process.argv.slice(2)
const mutants = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const copy = copyTree()
const server = await startTestServer()
let caught = 0
try {
  await ensureTemplate(server.url)
  const sound = runTests(copy, [...new Set(mutants.flatMap((mutant) => mutant.tests))], server.url)
  if (!sound.passed) {
    console.log(`Without any breakage a test fails already: ${sound.failed ?? 'the tests take too long'}`)
    process.exitCode = 1
  }
  for (const mutant of sound.passed ? mutants : []) {
    const mend = breakTree(copy, mutant)
    const { failed } = runTests(copy, mutant.tests, server.url)
    mend()
    if (failed !== null) caught += 1
    const verdict = failed === null ? 'MISSED' : 'caught'
    console.log(`${verdict}  ${mutant.name.padEnd(28)} ${failed ?? mutant.tests.join(' ')}`)
  }
  console.log(`${caught} of ${mutants.length} breakages turned a test red`)
  if (caught < mutants.length || mutants.length === 0) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(copy, { recursive: true, force: true })
}
