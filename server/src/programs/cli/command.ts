/** The shape of commands, and functions for all of them. */
import { failure } from '@tidings/cli'
import type { CommandResult, CommandShape } from '@tidings/cli'
import { findAccount, listAccounts } from '../../core/accounts/queries.ts'
import type { SystemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { isStorable } from '../../platform/http/text.ts'
import { bucketOf } from '../../platform/ids.ts'

export { failure } from '@tidings/cli'
export type { CommandResult } from '@tidings/cli'

export interface CommandInput {
  config: Config
  clock: SystemClock
  positional: readonly string[]
  options: Readonly<Record<string, string>>
  /** Prints progress of long work to standard error. */
  onProgress(text: string): void
}

/** The input of a command with open, migrated databases. */
export interface DatabaseInput extends CommandInput {
  databases: Databases
}

/** A command on the databases. Most commands are like this. */
export interface DatabaseCommand extends CommandShape {
  run(input: DatabaseInput): Promise<CommandResult>
}

/** A command without a database, or with its own way of opening it. */
export interface OwnCommand extends CommandShape {
  runAlone(input: CommandInput): Promise<CommandResult>
}

export type OperatorCommand = DatabaseCommand | OwnCommand

/** The actor in the audit log. */
export const ACTOR = 'command_line'

export interface AccountKey {
  bucket: number
  accountId: number
}

/** Checks a name by the same rules as the API. Returns the mistake or null. */
export function nameMistake(name: string, charactersMax: number): string | null {
  if (name.trim() === '') return 'The name must not be blank'
  if (name.length > charactersMax) return `The name is too long (maximum is ${charactersMax} characters)`
  return isStorable(name) ? null : 'The name contains a NUL character or half a surrogate pair'
}

export function idOf(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}

/** Runs `work` with the account of `--account`. Without the option, the only account is used. */
export async function withAccount(
  { databases, options }: Pick<DatabaseInput, 'options' | 'databases'>,
  work: (account: AccountKey) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { pool } = databases.directory
  const given = options['account']
  if (given === undefined) {
    const [account, another] = await listAccounts(pool, 2)
    if (account === undefined)
      return failure('There is no account yet: create one with the command accounts create NAME')
    if (another !== undefined) return failure('There are several accounts: choose one with --account ID')
    return work({ bucket: bucketOf(account.id), accountId: account.id })
  }
  const accountId = idOf(given)
  const [account] = accountId === null ? [] : await findAccount(pool, bucketOf(accountId), accountId)
  if (account === undefined) return failure(`The account ${given} does not exist`)
  return work({ bucket: bucketOf(account.id), accountId: account.id })
}
