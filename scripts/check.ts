import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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
  ['reference pages', 'node', '--test', 'scripts/docs.test.ts'],
  ['OpenAPI document', 'node', '--test', 'scripts/document.test.ts'],
  ['other languages', 'node', '--test', '--test-reporter=tap', 'scripts/sdks/in-step.test.ts'],
  ['spelling', 'cspell', 'lint', '--no-progress', '--no-color', '--no-must-find-files', '**/*.{md,ts,tsx,js,sql,css}'],
  ['own rules', 'node', '--test', 'server/test/tidy.test.ts'],
]

const root = fileURLToPath(new URL('..', import.meta.url))
const colours = process.stdout.isTTY
  ? { red: '\x1b[31m', green: '\x1b[32m', plain: '\x1b[0m' }
  : { red: '', green: '', plain: '' }
const failed: string[] = []

for (const [name, command, ...args] of CHECKS) {
  process.stdout.write(`${name.padEnd(17)} `)
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  if (run.status === 0) {
    console.log(`${colours.green}ok${colours.plain}`)
    // A check may need a program that this machine lacks.
    for (const [line] of run.stdout.matchAll(/NOT CHECKED HERE: .*/g)) console.log(line)
    continue
  }
  failed.push(name)
  console.log(`${colours.red}failed${colours.plain}: ${[command, ...args].join(' ')}`)
  console.log(run.error === undefined ? `${run.stdout}${run.stderr}` : String(run.error))
}

if (failed.length > 0) {
  console.log(`${colours.red}${failed.length} of ${CHECKS.length} checks failed: ${failed.join(', ')}${colours.plain}`)
  process.exitCode = 1
} else console.log(`${colours.green}all ${CHECKS.length} checks passed${colours.plain}`)
