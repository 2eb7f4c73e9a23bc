/** Prints the completion of a shell, made from the list of commands. */
import { failure } from './command.ts'
import type { CommandInput, CommandResult, CommandShape } from './command.ts'
import { EXIT } from './exit-codes.ts'

const OPTIONS_OF_ALL = ['--json', '--help']

/** How to install the completion of each shell. */
export const INSTALL = {
  bash: 'tidings completion bash > ~/.local/share/bash-completion/completions/tidings',
  zsh: 'tidings completion zsh > a file _tidings in a folder of $fpath',
  fish: 'tidings completion fish > ~/.config/fish/completions/tidings.fish',
}

export function completion({ positional: [shell = ''], commands }: CommandInput): CommandResult {
  const printers: Record<string, (words: Words) => string> = { bash, zsh, fish }
  const print = Object.hasOwn(printers, shell) ? printers[shell] : undefined
  if (print === undefined)
    return failure(`${JSON.stringify(shell)} must be bash, zsh or fish`, { exitCode: EXIT.usage })
  const script = print(wordsOf(commands))
  return { ok: true, text: script, json: { script } }
}

/** The possible next words, by the words before them: '' -> `send listen templates ...`. */
type Words = ReadonlyMap<string, readonly string[]>

function wordsOf(commands: readonly CommandShape[]): Words {
  const next = new Map<string, Set<string>>([['', new Set(['help', '--help', '--version'])]])
  for (const { words, options } of commands) {
    words.forEach((word, index) => {
      const before = words.slice(0, index).join(' ')
      next.set(before, (next.get(before) ?? new Set()).add(word))
    })
    next.set(words.join(' '), new Set([...Object.keys(options).map((name) => `--${name}`), ...OPTIONS_OF_ALL]))
  }
  return new Map([...next].map(([before, words]) => [before, [...words].toSorted()]))
}

/** A case for each beginning, the longest first. Names of commands and options need no quotes in any shell. */
function cases(words: Words): string {
  const places = [...words].filter(([before]) => before !== '').toSorted(([a], [b]) => b.length - a.length)
  const lines = places.map(([before, next]) => `    '${before}'|'${before} '*) echo '${next.join(' ')}' ;;`)
  return [...lines, `    *) echo '${words.get('')!.join(' ')}' ;;`].join('\n')
}

function bash(words: Words): string {
  return `_tidings_words() {
  case "$1" in
${cases(words)}
  esac
}
_tidings() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  COMPREPLY=($(compgen -W "$(_tidings_words "$before")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tidings tidings`
}

function zsh(words: Words): string {
  return `#compdef tidings
_tidings_words() {
  case "$1" in
${cases(words)}
  esac
}
local before="\${words[2,CURRENT-1]}"
compadd -- \${=$(_tidings_words "$before")}
_files`
}

function fish(words: Words): string {
  const lines = [...words].map(([before, next]) => {
    const condition =
      before === ''
        ? '__fish_use_subcommand'
        : before
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ')
    return `complete -c tidings -n '${condition}' -a '${next.join(' ')}'`
  })
  return lines.join('\n')
}
