/** Finds the command in the arguments, and reads its options. `node:util` splits the arguments. */
import { parseArgs } from 'node:util'
import type { CommandShape } from './command.ts'
import { nearest } from './nearest.ts'

export type ParsedCommand<Shape> =
  | { kind: 'run'; command: Shape; positional: string[]; options: Record<string, string>; json: boolean }
  /** `command`: the help is about it. `group`: about all commands that begin with this word. */
  | { kind: 'help'; command: Shape | null; group: string | null }
  | { kind: 'version' }
  | { kind: 'mistake'; sentence: string; json: boolean }

/**
 * Secrets have no options, because `ps` shows arguments to all users of the machine. The error names the variable
 * instead.
 */
const SECRET_OPTIONS: Readonly<Record<string, string>> = {
  key: 'TIDINGS_API_KEY',
  'api-key': 'TIDINGS_API_KEY',
  secret: 'TIDINGS_WEBHOOK_SECRET',
}

/** A misspelled word may differ by this many characters. */
const CHANGES_MAX = 3

/** Parses the arguments after the program's name. */
export function parseArguments<Shape extends CommandShape>(
  commands: readonly Shape[],
  argv: readonly string[],
): ParsedCommand<Shape> {
  const words = argv[0] === 'help' ? argv.slice(1) : argv
  const command = commands.find((one) => one.words.every((word, index) => words[index] === word))
  const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv.includes('--help') || argv.includes('-h')
  const json = argv.includes('--json')
  if (command === undefined) {
    if (argv[0] === '--version' || argv[0] === 'version') return { kind: 'version' }
    const [first] = words
    const isGroup = commands.some((one) => one.words.length > 1 && one.words[0] === first)
    if (wantsHelp && (first === undefined || first.startsWith('-'))) return { kind: 'help', command: null, group: null }
    if (wantsHelp && isGroup) return { kind: 'help', command: null, group: first! }
    return { kind: 'mistake', sentence: unknownCommand(commands, words), json }
  }
  if (wantsHelp) return { kind: 'help', command, group: null }
  const read = readRest(command, words.slice(command.words.length))
  return 'mistake' in read ? { kind: 'mistake', sentence: read.mistake, json } : { kind: 'run', command, ...read }
}

function unknownCommand(commands: readonly CommandShape[], argv: readonly string[]): string {
  const names = commands.map(({ words }) => words.join(' '))
  const inGroup = names.filter((name) => name.startsWith(`${argv[0]} `))
  if (inGroup.length > 0 && (argv[1] === undefined || argv[1].startsWith('-')))
    return `${argv[0]} needs one of: ${inGroup.join(', ')}`
  const given = argv
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
  const near = nearest(given, names, CHANGES_MAX) ?? nearest(argv[0]!, names, CHANGES_MAX)
  return `${given || argv[0]} is not a command${near === null ? '' : `: did you mean ${near}?`}`
}

type Rest = { positional: string[]; options: Record<string, string>; json: boolean } | { mistake: string }

function readRest(command: CommandShape, rest: readonly string[]): Rest {
  const named = Object.entries(command.options).map(([name, { value }]) => [
    name,
    { type: value === null ? ('boolean' as const) : ('string' as const) },
  ])
  const { tokens } = parseArgs({
    args: [...rest],
    options: { ...Object.fromEntries(named), json: { type: 'boolean' } },
    allowPositionals: true,
    // The errors of the strict mode name neither the value nor the nearest option.
    strict: false,
    tokens: true,
  })
  const positional: string[] = []
  const options: Record<string, string> = {}
  let json = false
  for (const token of tokens) {
    if (token.kind === 'positional') positional.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (rawName === '--json' && value === undefined) {
      json = true
      continue
    }
    const option = rawName.startsWith('--') && Object.hasOwn(command.options, name) ? command.options[name]! : null
    if (option === null) return { mistake: unknownOption(command, rawName) }
    if (option.value === null && value !== undefined) return { mistake: `${rawName} takes no value` }
    const isMissing = value === undefined || value === '' || (!token.inlineValue && /^-./.test(value))
    if (option.value !== null && isMissing) return { mistake: `${rawName} needs a value (${option.value})` }
    const given = options[name]
    if (given !== undefined && option.isList !== true) return { mistake: `${rawName} is given twice` }
    options[name] = given === undefined ? (value ?? '') : `${given},${value}`
  }
  const mistake = positionalMistake(command, positional)
  return mistake === null ? { positional, options, json } : { mistake }
}

function positionalMistake({ words, positional: names }: CommandShape, given: readonly string[]): string | null {
  const command = words.join(' ')
  const missing = names.filter((name) => !name.startsWith('['))[given.length]
  if (missing !== undefined) return `${command} needs ${missing}`
  const extra = names.at(-1)?.endsWith('...]') === true ? undefined : given[names.length]
  return extra === undefined
    ? null
    : `${command} has an unexpected argument ${JSON.stringify(extra)}: put values with spaces in quotes`
}

function unknownOption(command: CommandShape, rawName: string): string {
  const option = rawName.replace(/^--?/, '')
  if (Object.hasOwn(SECRET_OPTIONS, option))
    return `There is no option --${option}, because other users of this machine can see arguments: set ${SECRET_OPTIONS[option]} instead`
  const near = nearest(option, [...Object.keys(command.options), 'json', 'help'], CHANGES_MAX)
  return `${rawName} is not an option of ${command.words.join(' ')}${near === null ? '' : `: did you mean --${near}?`}`
}
