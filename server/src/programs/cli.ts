#!/usr/bin/env node
/**
 * The command line of the service: the operator's commands work on its databases, and the commands of `@tidings/cli` call
 * its API.
 */
import { CLIENT_COMMANDS, runProgram } from '@tidings/cli'
import type { Command } from '@tidings/cli'
import type { OperatorCommand } from './cli/command.ts'
import { OPERATOR_COMMANDS } from './cli/commands.ts'
import { isOutage } from '../platform/db/database-error.ts'
import { StartError } from '../platform/db/servers/start-error.ts'
import { removeDistrustedRoots } from '../platform/outbound/distrusted-roots.ts'
import { VERSION } from '../platform/version.ts'

/** The command as one of the program. It loads the configuration and the databases only when it runs. */
function ofProgram(command: OperatorCommand): Command {
  const { words, positional, options, summary } = command
  return {
    words,
    positional,
    options,
    summary,
    async run(input) {
      removeDistrustedRoots()
      return (await import('./cli/run.ts')).runWithConfig(command, input)
    },
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
        commands: OPERATOR_COMMANDS.map(ofProgram),
      },
      { title: 'Commands for developers, through the API', commands: CLIENT_COMMANDS },
    ],
    sentenceOf,
  },
  process.argv.slice(2),
)
