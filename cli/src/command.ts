/** The shape of a command, and of its result. */
import type { ExitCode } from './exit-codes.ts'

export interface Option {
  /** The name of its value in the help: `URL`. Null: the option takes no value, and its value is ''. */
  value: string | null
  about: string
  /** The option may be repeated. Its values are joined by commas. */
  isList?: true
}

export interface CommandShape {
  /** `['templates', 'pull']` */
  words: readonly string[]
  /** Names of the positional arguments, in order. In brackets: optional. With `...` at the end: repeatable. */
  positional: readonly string[]
  options: Readonly<Record<string, Option>>
  /** One sentence, without a full stop. */
  summary: string
  /** More paragraphs for the help of this command. */
  details?: readonly string[]
}

export interface Failure {
  ok: false
  sentence: string
  /** Tells the user what to do. */
  remedy?: string
  /** Default 1. */
  exitCode?: ExitCode
  /** More fields of the error for `--json`: `code`, `errors`, `request_id`. */
  details?: Readonly<Record<string, unknown>>
}

/** The output: lines for a person, or one JSON value with `--json`. `exitCode`: default 0. */
export type CommandResult = { ok: true; text: string; json: unknown; exitCode?: ExitCode } | Failure

export type Environment = Readonly<Record<string, string | undefined>>

export interface CommandInput {
  positional: readonly string[]
  options: Readonly<Record<string, string>>
  environment: Environment
  /** All commands of the program. */
  commands: readonly CommandShape[]
  /** Prints progress of long work to standard error. */
  onProgress(text: string): void
}

export interface Command extends CommandShape {
  run(input: CommandInput): Promise<CommandResult>
}

export function failure(sentence: string, more: Omit<Failure, 'ok' | 'sentence'> = {}): Failure {
  return { ok: false, sentence, ...more }
}
