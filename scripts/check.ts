import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { staleSecureReleases } from './release/secure-releases.ts'
import { printTimes } from './testing/processor-time.ts'

/**
 * Every check of the source by machine, in order. Tests with a database run in `npm test`. All checks run even if one
 * fails, so one run shows everything.
 */
const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--report-unused-disable-directives', '--deny-warnings', '--format=unix'],
  ['types', 'tsc', '-p', '.'],
  ['dashboard types', 'tsc', '-p', 'dashboard'],
  ['site types', 'tsc', '-p', 'site'],
  ['inbox types', 'tsc', '-p', 'inbox'],
  ['dead code', 'knip', '--no-progress', '--no-config-hints'],
  ['generated files', 'node', '--test', 'scripts/generated.check.ts'],
  ['OpenAPI document', 'node', '--test', 'scripts/document.check.ts'],
  [
    'spelling',
    'cspell',
    'lint',
    '--no-progress',
    '--no-color',
    '--no-must-find-files',
    '--cache',
    '--cache-location',
    '.cache/spelling',
    '**/*.{md,ts,tsx,js,sql,css}',
  ],
  [
    'own rules',
    'node',
    '--test',
    'server/test/tidy.check.ts',
    'server/test/references.check.ts',
    'server/test/limits.check.ts',
  ],
]

const CHECKS_AT_A_TIME = 2

const root = fileURLToPath(new URL('..', import.meta.url))
const colours = process.stdout.isTTY
  ? { red: '\x1b[31m', green: '\x1b[32m', plain: '\x1b[0m' }
  : { red: '', green: '', plain: '' }

type Check = (typeof CHECKS)[number]

/** Runs a check, prints its result, and returns whether it passed. */
async function run([name, command, ...args]: Check): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32' })
  const [output, errors, result] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close').catch((error: unknown) => [String(error)]),
  ])
  const time = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  if (result[0] !== 0) {
    console.log(`${name.padEnd(17)} ${colours.red}failed${colours.plain}: ${[command, ...args].join(' ')}`)
    console.log(typeof result[0] === 'string' ? result[0] : `${output}${errors}`)
    return false
  }
  console.log(`${name.padEnd(17)} ${colours.green}ok${colours.plain} ${time}`)
  // A check may need a program that this machine lacks.
  for (const [line] of output.matchAll(/NOT CHECKED HERE: .*/g)) console.log(line)
  return true
}

const failed: string[] = []
const waiting = CHECKS.values()
/** Runs the checks that wait, one after another. */
async function runWaiting(): Promise<void> {
  for (const check of waiting) if (!(await run(check))) failed.push(check[0])
}
await Promise.all(Array.from({ length: CHECKS_AT_A_TIME }, runWaiting))

printTimes()
const stale = staleSecureReleases(new Date())
if (stale !== null) console.log(`${stale} (a release fails until then)`)
if (failed.length > 0) {
  console.log(`${colours.red}${failed.length} of ${CHECKS.length} checks failed: ${failed.join(', ')}${colours.plain}`)
  process.exitCode = 1
} else console.log(`${colours.green}all ${CHECKS.length} checks passed${colours.plain}`)
