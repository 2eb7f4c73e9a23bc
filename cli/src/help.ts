/** The texts of `--help`. */
import type { CommandShape } from './command.ts'

/** The width of a terminal in its default size. */
const COLUMNS = 80

/** Above this width of the left column, the text on the right begins on the next line. */
const LEFT_COLUMNS_MAX = 30

const OPTIONS_OF_ALL: readonly (readonly [string, string])[] = [
  ['--json', 'Print the result, or the error, as one JSON value'],
  ['--help', 'Print this help'],
]

/** Breaks a text at spaces into lines of at most `columns` characters. A longer word has its own line. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Two columns, as `  left  right`. */
function table(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const lengths = rows.map(([left]) => left.length).filter((length) => length <= LEFT_COLUMNS_MAX)
  const width = Math.max(0, ...lengths)
  return rows.flatMap(([left, right]) => {
    const [first = '', ...others] = wrap(right, COLUMNS - width - 4)
    const indented = others.map((line) => `${' '.repeat(width + 4)}${line}`)
    return left.length > width
      ? [`  ${left}`, `${' '.repeat(width + 4)}${first}`, ...indented]
      : [`  ${left.padEnd(width)}  ${first}`, ...indented]
  })
}

/** The help of one command: its call, its options and its details. */
export function commandHelp(program: string, command: CommandShape): string {
  const { words, positional, options, summary, details = [] } = command
  const call = ['Usage:', program, ...words, ...positional, '[OPTIONS]'].join(' ')
  const rows = Object.entries(options).map(
    ([name, { value, about }]) => [`--${name}${value === null ? '' : ` ${value}`}`, about] as const,
  )
  const paragraphs = [`${summary}.`, ...details].flatMap((text) => ['', ...wrap(text, COLUMNS)])
  return [...wrap(call, COLUMNS), ...paragraphs, '', 'Options:', ...table([...rows, ...OPTIONS_OF_ALL])].join('\n')
}

export interface CommandGroup<Shape extends CommandShape = CommandShape> {
  /** `Commands for developers` */
  title: string
  commands: readonly Shape[]
}

/** The list of commands. `group`: only the commands with this first word. */
export function programHelp(program: string, groups: readonly CommandGroup[], group: string | null): string {
  const sections = groups.flatMap(({ title, commands }) => {
    const shown = commands.filter(({ words }) => group === null || words[0] === group)
    const rows = shown.map(({ words, summary }) => [words.join(' '), summary] as const)
    return rows.length === 0 ? [] : ['', `${title}:`, ...table(rows)]
  })
  const call = `Usage: ${program} ${group ?? 'COMMAND'} ...`
  return [call, ...sections, '', ...wrap(`${program} COMMAND --help explains a command.`, COLUMNS)].join('\n')
}
