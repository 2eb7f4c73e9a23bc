#!/usr/bin/env node
/** The command-line tool, `npx tidings`: runs one command and prints its result. */
import { parseArguments, usage } from './cli/arguments.ts'
import type { Command, CommandInput, CommandResult, DatabaseCommand } from './cli/command.ts'
import { COMMANDS } from './cli/commands.ts'
import { createSystemClock } from './clock.ts'
import { loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { openDatabases } from './db/databases.ts'
import { isOutage } from './db/database-error.ts'
import { StartError } from './db/start-error.ts'
import { createLogger } from './log.ts'

const EXIT_FAILURE = 1
const EXIT_USAGE = 2

type Call = Extract<ReturnType<typeof parseArguments<Command>>, { kind: 'run' }>

async function run(call: Call, config: Config): Promise<number> {
  const { command, positional, options, json } = call
  // Standard output is for the result only.
  const onProgress = (text: string): void => console.error(text)
  const input = { config, clock: createSystemClock(), positional, options, onProgress }
  try {
    const result = 'runAlone' in command ? await command.runAlone(input) : await runOnDatabase(command, input)
    if (result.ok) console.log(json ? JSON.stringify(result.json) : result.text)
    else console.error(result.sentence)
    return result.ok ? 0 : EXIT_FAILURE
  } catch (error) {
    console.error(sentenceOf(error))
    return EXIT_FAILURE
  }
}

async function runOnDatabase(command: DatabaseCommand, input: CommandInput): Promise<CommandResult> {
  const { clock, onProgress } = input
  const databases = await openDatabases(input.config, {
    clock,
    log: createLogger('fatal'),
    onProgress,
    whenInUse: 'join',
  })
  try {
    return await command.run({ ...input, databases })
  } finally {
    await databases.close()
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message
  if (isOutage(error)) return `The database became unavailable: ${(error as Error).message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function main(argv: readonly string[]): Promise<number> | number {
  const call = parseArguments(COMMANDS, argv)
  if (call.kind === 'help') {
    console.log(usage(COMMANDS))
    return 0
  }
  if (call.kind === 'mistake') {
    console.error(`${call.sentence} (see tidings --help)`)
    return EXIT_USAGE
  }
  const loaded = loadConfig()
  if (loaded.ok) return run(call, loaded.config)
  for (const sentence of loaded.mistakes) console.error(sentence)
  return EXIT_FAILURE
}

process.exitCode = await main(process.argv.slice(2))
