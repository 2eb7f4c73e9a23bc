/** Runs a command of the operator with the configuration, and with the databases if the command works on them. */
import type { CommandInput } from '@tidings/cli'
import { failure } from './command.ts'
import type { CommandInput as OperatorInput, CommandResult, DatabaseCommand, OperatorCommand } from './command.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { openDatabases } from '../../platform/db/servers/databases.ts'
import { createLogger } from '../../platform/log.ts'

export async function runWithConfig(
  command: OperatorCommand,
  { environment, ...given }: CommandInput,
): Promise<CommandResult> {
  const loaded = loadConfig(environment)
  if (!loaded.ok) return failure(loaded.mistakes.join('\n'))
  const input = { ...given, config: loaded.config, clock: createSystemClock() }
  return 'runAlone' in command ? command.runAlone(input) : runOnDatabases(command, input)
}

async function runOnDatabases(command: DatabaseCommand, input: OperatorInput): Promise<CommandResult> {
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
