import { parseArgs } from 'node:util'

export interface BenchArguments {
  rounds: number
  /** Of one run of the product, about. */
  seconds: number
  record: boolean
  profileDirectory: string | null
  /** Names of scenarios; empty: all. */
  names: string[]
}

export const USAGE =
  'npm run bench [-- [--quick | --full] [--seconds N] [--rounds N] [--record] [--profile DIRECTORY] [SCENARIO...]]'

const PRESETS = {
  quick: { rounds: 3, seconds: 4 },
  standard: { rounds: 3, seconds: 8 },
  full: { rounds: 7, seconds: 20 },
}

function positive(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${text} is no number of at least 1`)
  return value
}

/** @throws with a sentence for a person. */
export function readArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  if (values.quick && values.full) throw new Error('--quick and --full exclude each other')
  const preset = values.quick ? PRESETS.quick : values.full ? PRESETS.full : PRESETS.standard
  return {
    rounds: positive(values.rounds, preset.rounds),
    seconds: positive(values.seconds, preset.seconds),
    record: values.record,
    profileDirectory: values.profile ?? null,
    names: positionals,
  }
}
