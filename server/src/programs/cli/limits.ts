/** The command for showing and setting an account's monthly limits. */
import { recordAudit } from '../../core/accounts/audit.ts'
import { LIMIT_KEYS } from '../../core/accounts/account-limits.ts'
import type { LimitKey } from '../../core/accounts/account-limits.ts'
import { LIMIT_MAX, readLimits, setLimits } from '../../core/accounts/account-limits.ts'
import { ACTOR, failure, withAccount } from './command.ts'
import type { AccountKey, CommandResult, DatabaseInput } from './command.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { nearest } from '@tidings/cli/nearest'

/** This value removes a limit. */
const NONE = 'none'

/** A misspelled name may differ by this many characters. */
const CHANGES_MAX = 8

const KEYS: readonly LimitKey[] = Object.values(LIMIT_KEYS)

type GivenLimits = Partial<Record<LimitKey, number | null>>

function readGiven(words: readonly string[]): { ok: true; limits: GivenLimits } | { ok: false; sentence: string } {
  const limits: GivenLimits = {}
  for (const word of words) {
    const [name = '', text = ''] = word.split(/=(.*)/s, 2)
    const key = KEYS.find((known) => known === name)
    if (key === undefined) {
      const near = nearest(name, KEYS, CHANGES_MAX)
      return failure(
        `${name} is not a limit${near === null ? `: use one of ${KEYS.join(', ')}` : `: did you mean ${near}?`}`,
      )
    }
    if (text !== NONE && (!/^\d{1,16}$/.test(text) || Number(text) > LIMIT_MAX))
      return failure(`${key} must be a whole number, or ${NONE} for no limit`)
    limits[key] = text === NONE ? null : Number(text)
  }
  return { ok: true, limits }
}

export function runAccountsLimits(input: DatabaseInput): Promise<CommandResult> {
  const given = { databases: input.databases, options: { account: input.positional[0]! } }
  return withAccount(given, (account) => showOrSet(input, account))
}

async function showOrSet({ databases, clock, positional }: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const given = readGiven(positional.slice(1))
  if (!given.ok) return given
  const now = clock.now()
  const limits = await transaction(databases.of(account.bucket).pool, async (tx) => {
    if (Object.keys(given.limits).length > 0) {
      await setLimits(tx, account, given.limits)
      const about = { action: 'account.limits_changed', target: `account:${account.accountId}`, details: given.limits }
      await recordAudit(tx, [{ ...account, actor: ACTOR, at: now, origin: null, ...about }])
    }
    return readLimits(tx, account, now)
  })
  const lines = KEYS.map((key) => `${key}: ${limits.usage[key]} of ${limits.limits[key] ?? 'unlimited'}`)
  return { ok: true, text: [`In ${limits.usage.month} (UTC)`, ...lines].join('\n'), json: limits }
}
