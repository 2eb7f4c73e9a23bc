/** Commands for accounts and their API keys. */
import { ACCOUNT_NAME_CHARACTERS_MAX, accountView, atHome, createAccount } from '../../core/accounts/accounts.ts'
import { API_KEY_NAME_CHARACTERS_MAX, apiKeyView, createApiKey, newApiKey } from '../../core/accounts/api-keys.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import { listApiKeys, revokeApiKey } from '../../core/accounts/queries.ts'
import type { ApiKeyRow } from '../../core/accounts/queries.ts'
import { API_KEY_ROLES } from '../../core/accounts/role-names.ts'
import type { ApiKeyRole } from '../../core/accounts/role-names.ts'
import { makeFirstObjects } from '../bootstrap.ts'
import { ACTOR, failure, idOf, nameMistake, withAccount } from './command.ts'
import type { AccountKey, CommandResult, DatabaseInput } from './command.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { LIMIT_KEYS, LIMIT_MAX, readLimits, setLimits } from '../../core/accounts/account-limits.ts'
import type { LimitKey } from '../../core/accounts/account-limits.ts'
import { nearest } from '@tidings/cli/nearest'

/** Keys in the output of `api-keys list`, newest first. */
const LISTED_KEYS_MAX = 1000

export async function runAccountsCreate({
  databases,
  clock,
  positional,
  options,
}: DatabaseInput): Promise<CommandResult> {
  const [name = ''] = positional
  const mistake = nameMistake(name, ACCOUNT_NAME_CHARACTERS_MAX)
  if (mistake !== null) return failure(mistake)
  const key = newApiKey()
  const { account, contents } = await transaction(databases.directory.pool, async (connection) => {
    const created = await createAccount(connection, clock, name)
    const owner = { bucket: created.bucket, accountId: created.id }
    await makeKey(connection, clock, owner, { name, role: 'full', key })
    const made = await atHome(databases, connection, created, async (own) => {
      if (options['empty'] !== undefined) return ''
      const { channels, template } = await makeFirstObjects(own, clock, owner)
      return ` with the channels ${channels.join(', ')} and the template ${template}`
    })
    return { account: created, contents: made }
  })
  const view = accountView({ id: account.id, name: account.name, createdAt: account.createdAt })
  const text = `Account ${account.id} (${name}) was created${contents}. Its API key, shown only once:\n${key}`
  return { ok: true, text, json: { account: view, api_key: key } }
}

async function makeKey(
  connection: Parameters<typeof createApiKey>[0],
  clock: Clock,
  account: AccountKey,
  { name, role, key }: { name: string; role: ApiKeyRole; key: string },
): Promise<ApiKeyRow> {
  const row = await createApiKey(connection, clock, { ...account, name, role, key })
  const about = { action: 'api_key.created', target: `api_key:${row.id}`, details: { name, role } }
  await recordAudit(connection, [{ ...account, actor: ACTOR, at: clock.now(), origin: null, ...about }])
  return row
}

export function runApiKeysCreate(input: DatabaseInput): Promise<CommandResult> {
  return withAccount(input, (account) => createKey(input, account))
}

async function createKey(input: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { clock, positional, options } = input
  const { pool } = input.databases.directory
  const name = positional[0] ?? 'Command line'
  const role = API_KEY_ROLES.find((known) => known === (options['role'] ?? 'full'))
  const mistake = nameMistake(name, API_KEY_NAME_CHARACTERS_MAX)
  if (mistake !== null) return failure(mistake)
  if (role === undefined) return failure(`--role must be one of ${API_KEY_ROLES.join(', ')}`)
  const key = newApiKey()
  const row = await transaction(pool, (connection) => makeKey(connection, clock, account, { name, role, key }))
  const text = `API key ${row.id} (${name}, ${role}), shown only once:\n${key}`
  return { ok: true, text, json: { api_key: { ...apiKeyView(row), key } } }
}

export function runApiKeysList(input: DatabaseInput): Promise<CommandResult> {
  return withAccount(input, (account) => listKeys(input, account))
}

async function listKeys({ databases }: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { pool } = databases.directory
  const rows = await listApiKeys(pool, account.bucket, account.accountId, null, null, LISTED_KEYS_MAX)
  const keys = rows.map(apiKeyView)
  const lines = keys.map((key) => {
    const state = key.revoked_at === null ? '' : `  revoked ${key.revoked_at}`
    return `${key.id}  sk_...${key.last4}  ${key.role}  ${key.created_at}  ${key.name}${state}`
  })
  return { ok: true, text: lines.join('\n') || 'The account has no API keys', json: { api_keys: keys } }
}

export function runApiKeysRevoke(input: DatabaseInput): Promise<CommandResult> {
  return withAccount(input, (account) => revokeKey(input, account))
}

async function revokeKey({ databases, clock, positional }: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { pool } = databases.directory
  const [given = ''] = positional
  const id = idOf(given)
  const row = await transaction(pool, async (connection) => {
    if (id === null) return undefined
    const [revoked] = await revokeApiKey(connection, account.bucket, account.accountId, id, isoTime(clock.now()))
    const about = { action: 'api_key.revoked', target: `api_key:${id}`, details: { name: revoked?.name } }
    if (revoked?.revokedNow === true)
      await recordAudit(connection, [{ ...account, actor: ACTOR, at: clock.now(), origin: null, ...about }])
    return revoked
  })
  if (row === undefined) return failure(`Account ${account.accountId} has no API key ${given}`)
  return { ok: true, text: `API key ${row.id} (${row.name}) is revoked`, json: { api_key: apiKeyView(row) } }
}

// The command for showing and setting an account's monthly limits.

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
