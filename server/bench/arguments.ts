import { parseArgs } from 'node:util'
import type { Size } from './scenario.ts'

export interface BenchArguments {
  rounds: number
  /** Approximate length of one run of the product. */
  seconds: number
  size: Size
  /** Only the ratios that are measured quickly, and exit code 1 if one misses its gate. */
  check: boolean
  record: boolean
  profileDirectory: string | null
  /** Names of scenarios; empty: all. */
  names: string[]
  help: boolean
}

export const USAGE = `Usage: npm run bench -- [--quick | --full | --check] [--seconds N] [--rounds N] [--record]
         [--profile DIRECTORY] [SCENARIO...]
What each does and measures: server/bench/README.md`

const PRESETS = {
  quick: { rounds: 1, seconds: 2, size: 'quick' },
  standard: { rounds: 3, seconds: 8, size: 'standard' },
  full: { rounds: 5, seconds: 20, size: 'full' },
  check: { rounds: 3, seconds: 8, size: 'standard' },
} as const

function positive(option: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option} is a whole number of at least 1, not ${text}`)
  return value
}

/** @throws with an error message for people. */
export function readArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const chosen = (['quick', 'full', 'check'] as const).filter((name) => values[name])
  if (chosen.length > 1) throw new Error('--quick, --full and --check exclude each other')
  if (values.record && (values.check || positionals.length > 0))
    throw new Error('--record keeps a run of all scenarios: leave out their names and --check')
  const preset = PRESETS[chosen[0] ?? 'standard']
  return {
    rounds: positive('rounds', values.rounds, preset.rounds),
    seconds: positive('seconds', values.seconds, preset.seconds),
    size: preset.size,
    check: values.check,
    record: values.record,
    profileDirectory: values.profile ?? null,
    names: positionals,
    help: values.help,
  }
}
