#!/usr/bin/env node
/**
 * The command line of the service: the operator's commands work on its databases, and the commands of `@tidings/cli` call
 * its API.
 */
import { CLIENT_COMMANDS, failure, runProgram } from '@tidings/cli'
import type { Command, CommandInput, CommandResult } from '@tidings/cli'
import type { DatabaseCommand, OperatorCommand } from './cli/command.ts'
import type { CommandInput as OperatorInput } from './cli/command.ts'
import { OPERATOR_COMMANDS } from './cli/commands.ts'
import { createSystemClock } from './clock.ts'
import { loadConfig } from './config/config.ts'
import { openDatabases } from './db/databases.ts'
import { isOutage } from './db/database-error.ts'
import { StartError } from './db/start-error.ts'
import { createLogger } from './log.ts'
import { VERSION } from './version.ts'

/** Adds the configuration, and the databases if the command works on them. */
function withConfig(command: OperatorCommand): Command {
  const { words, positional, options, summary } = command
  return {
    words,
    positional,
    options,
    summary,
    async run({ environment, ...given }: CommandInput): Promise<CommandResult> {
      const loaded = loadConfig(environment)
      if (!loaded.ok) return failure(loaded.mistakes.join('\n'))
      const input = { ...given, config: loaded.config, clock: createSystemClock() }
      return 'runAlone' in command ? command.runAlone(input) : runOnDatabase(command, input)
    },
  }
}

async function runOnDatabase(command: DatabaseCommand, input: OperatorInput): Promise<CommandResult> {
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

/** `scripts/tidings.js` is the script `npm run tidings` of a clone. */
const isScript = /[\\/]tidings\.js$/.test(process.argv[1] ?? '')

process.exitCode = await runProgram(
  {
    name: isScript ? 'npm run tidings --' : 'tidings-server',
    version: VERSION,
    groups: [
      {
        title: 'Commands for the operator, on the databases of the service',
        commands: OPERATOR_COMMANDS.map(withConfig),
      },
      { title: 'Commands for developers, through the API', commands: CLIENT_COMMANDS },
    ],
    sentenceOf,
  },
  process.argv.slice(2),
)
