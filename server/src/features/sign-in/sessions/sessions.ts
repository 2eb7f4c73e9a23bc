/** Members' sessions: how they begin, are used, switch accounts and end. */
import type { Write } from '../../../platform/db/transaction.ts'
import { isoTime } from '../../../platform/clock.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import { recordAudit } from '../../../core/accounts/audit.ts'
import type { MemberKey } from '../people.ts'
import { enterAccount, findPersonAccount, holdPassword } from '../people-queries.ts'
import { deleteSession, findSession, insertSession, touchSession, trimSessions } from './queries.ts'
import type { SignedInRow } from './queries.ts'
import { hashToken, newToken } from '../tokens.ts'
import type { TokenOwner } from '../tokens.ts'

/** A session ends after this time without use, ms: 7 days. */
const IDLE_MS_MAX = 7 * 86_400_000

/** A session ends after this time even if it is used, ms: 30 days. */
export const SESSION_MS_MAX = 30 * 86_400_000

/**
 * `last_used_at` is written only if it is older than this, ms. A page that polls every few seconds causes few writes.
 */
const TOUCH_INTERVAL_MS = 60_000

/** Sessions per member. Above this number, the least recently used one ends. */
export const SESSIONS_MAX = 50

const USER_AGENT_CHARACTERS_MAX = 255

/** Where a session begins. The member can see it. */
export interface SessionOrigin {
  address: string
  userAgent: string | null
}

export interface NewSession {
  /** In plain text, for the cookie. Only its hash is stored. */
  token: string
}

/** Finds the session of a token, and records its use. Null if there is none or it has ended. */
export async function useSession(
  pool: Connection,
  clock: Clock,
  { bucket, accountId, tokenHash }: TokenOwner,
): Promise<FoundSession | null> {
  const now = clock.now()
  const [row] = await findSession(pool, bucket, accountId, tokenHash, isoTime(now), isoTime(now - IDLE_MS_MAX))
  if (row === undefined) return null
  if (row.lastUsedAt < now - TOUCH_INTERVAL_MS) await touchSession(pool, bucket, accountId, row.id, isoTime(now))
  return { ...row, bucket, accountId }
}

export type FoundSession = SignedInRow & { bucket: number; accountId: number }

/** The person and the member for signing in. */
export interface SignedIn extends MemberKey {
  personId: number
}

/** The session before switching accounts. The new one ends at the same time and shares its password attempts. */
interface FormerSession {
  firstId: number
  /** ms since the epoch. */
  expiresAt: number
}

/**
 * Begins a session, always with a new token, so a token planted by an attacker in the browser never becomes valid.
 * Returns null if the member was removed. Call it in a transaction after `holdPassword`.
 */
export async function beginSession(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, memberId, personId }: SignedIn,
  { address, userAgent }: SessionOrigin,
  former: FormerSession | null = null,
): Promise<NewSession | null> {
  const now = clock.now()
  const token = newToken('ses', accountId)
  const [made] = await insertSession(
    connection,
    bucket,
    accountId,
    memberId,
    personId,
    hashToken(token),
    isoTime(now),
    isoTime(former?.expiresAt ?? now + SESSION_MS_MAX),
    address,
    userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX).toWellFormed() ?? null,
    former?.firstId ?? null,
  )
  if (made === undefined) return null
  await trimSessions(connection, bucket, accountId, memberId, isoTime(now), isoTime(now - IDLE_MS_MAX), SESSIONS_MAX)
  await enterAccount(connection, personId, accountId, isoTime(now))
  return { token }
}

/** Writes an action of the member to the account's audit log. */
export async function auditMember(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, memberId }: MemberKey,
  address: string,
  action: string,
): Promise<void> {
  const target = `member:${memberId}`
  const about = { action, actor: target, target, origin: address, details: {} }
  await recordAudit(connection, [{ bucket, accountId, at: clock.now(), ...about }])
}

/** Ends one session of the member. Returns false if it is not the member's. */
export async function endSession(
  write: Write,
  clock: Clock,
  member: MemberKey,
  sessionId: number,
  address: string,
): Promise<boolean> {
  return write(async (connection) => {
    const { bucket, accountId, memberId } = member
    const ended = await deleteSession(connection, bucket, accountId, memberId, sessionId)
    if (ended.length > 0) await auditMember(connection, clock, member, address, 'member.signed_out')
    return ended.length > 0
  })
}

export type AccountSwitch = { ok: true; token: string } | { ok: false; reason: 'not_found' | 'session_ended' }

/**
 * Ends the session and begins another one in the person's other account, with a new token. Neither account's log names
 * the other account.
 */
export async function switchAccount(
  write: Write,
  clock: Clock,
  from: SignedIn & { sessionId: number } & FormerSession,
  toAccountId: number,
  origin: SessionOrigin,
): Promise<AccountSwitch> {
  return write(async (connection) => {
    const { personId } = from
    await holdPassword(connection, personId)
    const [found] = await findPersonAccount(connection, personId, toAccountId)
    if (found === undefined) return { ok: false, reason: 'not_found' }
    const ended = await deleteSession(connection, from.bucket, from.accountId, from.memberId, from.sessionId)
    if (ended.length === 0) return { ok: false, reason: 'session_ended' }
    await auditMember(connection, clock, from, origin.address, 'member.signed_out')
    const to = { bucket: found.bucket, accountId: toAccountId, memberId: found.memberId, personId }
    const begun = await beginSession(connection, clock, to, origin, from)
    // The member was removed from that account meanwhile. The old session has ended anyway.
    if (begun === null) return { ok: false, reason: 'session_ended' }
    await auditMember(connection, clock, to, origin.address, 'member.signed_in')
    return { ok: true, token: begun.token }
  })
}

/** Sessions last used before this time have ended, ms since the epoch. */
export function idleSince(clock: Clock): number {
  return clock.now() - IDLE_MS_MAX
}
