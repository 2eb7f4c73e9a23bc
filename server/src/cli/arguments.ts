import { nearest } from '../nearest.ts'

/** The shape of one command. */
export interface CommandShape {
  /** `['api-keys', 'create']` */
  words: readonly string[]
  /** Names of the positional arguments, in order. In brackets: optional. With `...` at the end: repeatable. */
  positional: readonly string[]
  /** Options by name, with a description of the value. Null: the option takes no value, and its value is ''. */
  options: Readonly<Record<string, string | null>>
  summary: string
}

export type ParsedCommand<Shape> =
  | { kind: 'run'; command: Shape; positional: string[]; options: Record<string, string>; json: boolean }
  | { kind: 'help' }
  | { kind: 'mistake'; sentence: string }

/**
 * Secrets have no options, because `ps` shows arguments to all users of the machine. The error names the variable
 * instead.
 */
const SECRET_OPTIONS: Readonly<Record<string, string>> = { key: 'TIDINGS_API_KEY', secret: 'TIDINGS_WEBHOOK_SECRET' }

/** A misspelled word may differ by this many characters. */
const CHANGES_MAX = 3

function mistake(sentence: string): { kind: 'mistake'; sentence: string } {
  return { kind: 'mistake', sentence }
}

/** Parses the arguments after the program's name. */
export function parseArguments<Shape extends CommandShape>(
  commands: readonly Shape[],
  argv: readonly string[],
): ParsedCommand<Shape> {
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help') return { kind: 'help' }
  const command = commands.find(({ words }) => words.every((word, index) => argv[index] === word))
  return command === undefined ? unknownCommand(commands, argv) : readRest(command, argv.slice(command.words.length))
}

function unknownCommand(commands: readonly CommandShape[], argv: readonly string[]): ParsedCommand<never> {
  const names = commands.map(({ words }) => words.join(' '))
  const inGroup = names.filter((name) => name.startsWith(`${argv[0]} `))
  if (inGroup.length > 0 && (argv[1] === undefined || argv[1].startsWith('-')))
    return mistake(`${argv[0]} needs one of: ${inGroup.join(', ')}`)
  const given = argv
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
  const near = nearest(given, names, CHANGES_MAX) ?? nearest(argv[0]!, names, CHANGES_MAX)
  return mistake(`${given || argv[0]} is not a command${near === null ? '' : `: did you mean ${near}?`}`)
}

function readRest<Shape extends CommandShape>(command: Shape, rest: readonly string[]): ParsedCommand<Shape> {
  const name = command.words.join(' ')
  const positional: string[] = []
  const options: Record<string, string> = {}
  let json = false
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index]!
    if (word === '--json') json = true
    else if (!word.startsWith('--')) positional.push(word)
    else {
      const [option = '', inline] = word.slice(2).split(/=(.*)/s, 2)
      if (!Object.hasOwn(command.options, option)) return mistake(unknownOption(command, option))
      if (command.options[option] === null) {
        if (inline !== undefined) return mistake(`--${option} takes no value`)
        options[option] = ''
        continue
      }
      const value = inline ?? rest[++index]
      if (value === undefined || value === '') return mistake(`--${option} needs a value (${command.options[option]})`)
      options[option] = value
    }
  }
  const required = command.positional.filter((argument) => !argument.startsWith('['))
  const missing = required[positional.length]
  if (missing !== undefined) return mistake(`${name} needs ${missing}`)
  const repeats = command.positional.at(-1)?.endsWith('...]') === true
  const extra = repeats ? undefined : positional[command.positional.length]
  if (extra !== undefined)
    return mistake(`${name} has an unexpected argument ${JSON.stringify(extra)}: put values with spaces in quotes`)
  return { kind: 'run', command, positional, options, json }
}

function unknownOption(command: CommandShape, option: string): string {
  if (Object.hasOwn(SECRET_OPTIONS, option))
    return `There is no option --${option}, because other users of this machine can see arguments: set ${SECRET_OPTIONS[option]} instead`
  const near = nearest(option, [...Object.keys(command.options), 'json', 'help'], CHANGES_MAX)
  return `--${option} is not an option of ${command.words.join(' ')}${near === null ? '' : `: did you mean --${near}?`}`
}

/** The text of `--help`. */
export function usage(commands: readonly CommandShape[]): string {
  const lines = commands.map(({ words, positional, options, summary }) => {
    const parts = Object.entries(options).map(([name, value]) => `[--${name}${value === null ? '' : ` ${value}`}]`)
    return { call: [...words, ...positional, ...parts].join(' '), summary }
  })
  const width = Math.max(...lines.map(({ call }) => call.length))
  return [
    'Usage: npx tidings COMMAND [--json]',
    '',
    ...lines.map(({ call, summary }) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    'The commands work on the database in DATABASE_URL, or on the embedded database in DATA_DIR, also while the service is',
    'running. The commands send and listen call the service at TIDINGS_URL with the key in TIDINGS_API_KEY. With --json,',
    'the output is one JSON value.',
  ].join('\n')
}
