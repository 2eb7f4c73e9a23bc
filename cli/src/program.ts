/** Runs one command of a program and prints its result. */
import { parseArguments } from './arguments.ts'
import type { Command, CommandInput, CommandResult, Failure } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { commandHelp, programHelp } from './help.ts'
import type { CommandGroup } from './help.ts'

export interface Program {
  /** The command before the arguments in help and errors: `tidings`. */
  name: string
  version: string
  groups: readonly CommandGroup<Command>[]
  /** Turns an unexpected error into a sentence. */
  sentenceOf(error: unknown): string
}

/**
 * Characters that a terminal takes for commands, or that change the order of others. Tenants choose names and texts in
 * the output. The escapes are those of JSON, so `--json` stays valid.
 */
const UNSAFE_PATTERN = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

function printable(text: string): string {
  return text.replace(UNSAFE_PATTERN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function print(text: string): void {
  console.log(printable(text))
}

function printError(text: string): void {
  console.error(printable(text))
}

function withoutEndOfPipe(error: NodeJS.ErrnoException): void {
  // The reader has all it wants: `tidings ... | head`.
  if (error.code !== 'EPIPE') throw error
}

/** The error as JSON: the fields of the API's errors, and the remedy. */
function errorJson({ sentence, remedy, details }: Failure): object {
  return { error: sentence, ...details, ...(remedy === undefined ? {} : { remedy }) }
}

function printFailure(failed: Failure, json: boolean): void {
  if (json) print(JSON.stringify(errorJson(failed)))
  printError(failed.remedy === undefined ? failed.sentence : `${failed.sentence}\n${failed.remedy}`)
}

async function resultOf(program: Program, command: Command, input: CommandInput): Promise<CommandResult> {
  try {
    return await command.run(input)
  } catch (error) {
    return { ok: false, sentence: program.sentenceOf(error) }
  }
}

/**
 * Runs the command that `argv` names. It returns the exit code. Standard output is for the result only: one JSON value
 * with `--json`, also if the command failed. Sentences of errors go to standard error.
 */
export async function runProgram(
  program: Program,
  argv: readonly string[],
  environment: CommandInput['environment'] = process.env,
): Promise<ExitCode> {
  process.stdout.on('error', withoutEndOfPipe)
  const commands = program.groups.flatMap((group) => group.commands)
  const call = parseArguments(commands, argv)
  switch (call.kind) {
    case 'help':
      console.log(
        call.command === null
          ? programHelp(program.name, program.groups, call.group)
          : commandHelp(program.name, call.command),
      )
      return EXIT.done
    case 'version':
      console.log(program.version)
      return EXIT.done
    case 'mistake':
      printFailure({ ok: false, sentence: `${call.sentence} (see ${program.name} --help)` }, call.json)
      return EXIT.usage
    case 'run': {
      const { command, positional, options, json } = call
      const onProgress = printError
      const result = await resultOf(program, command, { positional, options, environment, commands, onProgress })
      if (!result.ok) {
        printFailure(result, json)
        return result.exitCode ?? EXIT.failed
      }
      const text = json ? JSON.stringify(result.json) : result.text
      if (text !== '') print(text)
      return result.exitCode ?? EXIT.done
    }
  }
}
