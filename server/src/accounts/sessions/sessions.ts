/** Sessions of members who signed in: how they begin, what a request with one may do, how they change account and end. */
import { isoTime } from '../../clock.ts'
import type { Clock } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import type { Connection } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { recordAudit } from '../audit.ts'
import type { MemberPlace } from '../people.ts'
import { enterAccount, findPersonAccount, holdPassword } from '../people-queries.ts'
import { deleteSession, findSession, insertSession, touchSession, trimSessions } from './queries.ts'
import type { SignedInRow } from './queries.ts'
import { hashToken, newToken } from '../tokens.ts'
import type { TokenPlace } from '../tokens.ts'

/** A session that is not used for so long ends, ms: 7 days. */
const IDLE_MS_MAX = 7 * 86_400_000

/** However much it is used, a session ends after this long, ms: 30 days. */
export const SESSION_MS_MAX = 30 * 86_400_000

/** A use is written down when the last one written is older, ms: a page that asks every few seconds writes nothing. */
const TOUCH_INTERVAL_MS = 60_000

/** Sessions of one member at the most; the one used longest ago gives way. */
export const SESSIONS_MAX = 50

const USER_AGENT_CHARACTERS_MAX = 255

/** From where a session is begun: it is shown to the member. */
export interface SessionOrigin {
  address: string
  userAgent: string | null
}

export interface NewSession {
  /** In clear: it goes into the cookie and nowhere else. */
  token: string
}

/** The session of a token at its place, or null if there is none or it has ended. Its use keeps it from ending. */
export async function useSession(
  pool: Pool,
  clock: Clock,
  { bucket, accountId, tokenHash }: TokenPlace,
): Promise<(SignedInRow & Place) | null> {
  const now = clock.now()
  const [row] = await findSession(pool, bucket, accountId, tokenHash, isoTime(now), isoTime(now - IDLE_MS_MAX))
  if (row === undefined) return null
  if (row.last_used_at < now - TOUCH_INTERVAL_MS) await touchSession(pool, bucket, accountId, row.id, isoTime(now))
  return { ...row, bucket, accountId }
}

interface Place {
  bucket: number
  accountId: number
}

/** Who signs in, as what. */
export interface SignedIn extends MemberPlace {
  personId: number
}

/** The session from which a person goes to another account: the new one neither lasts longer nor gives further tries. */
interface FormerSession {
  firstId: number
  /** ms since the epoch */
  expiresAt: number
}

/**
 * Always a new token: one that was in the browser before, whoever put it there, never becomes valid. null if the member
 * is gone. Wants a transaction in which the password of the person is held.
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

/** Tells the audit log of the account what its member did. */
export async function auditMember(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, memberId }: MemberPlace,
  address: string,
  action: string,
): Promise<void> {
  const target = `member:${memberId}`
  const about = { action, actor: target, target, origin: address, details: {} }
  await recordAudit(connection, [{ bucket, accountId, at: clock.now(), ...about }])
}

/** Ends one session of the member; false if the member has no such session. */
export async function endSession(
  pool: Pool,
  clock: Clock,
  member: MemberPlace,
  sessionId: number,
  address: string,
): Promise<boolean> {
  return transaction(pool, async (connection) => {
    const { bucket, accountId, memberId } = member
    const ended = await deleteSession(connection, bucket, accountId, memberId, sessionId)
    if (ended.length > 0) await auditMember(connection, clock, member, address, 'member.signed_out')
    return ended.length > 0
  })
}

export type AccountSwitch = { ok: true; token: string } | { ok: false; reason: 'not_found' | 'session_ended' }

/**
 * Ends the session and begins one in another account of the same person, under another token. Neither account learns
 * which other one it was.
 */
export async function switchAccount(
  pool: Pool,
  clock: Clock,
  from: SignedIn & { sessionId: number } & FormerSession,
  toAccountId: number,
  origin: SessionOrigin,
): Promise<AccountSwitch> {
  return transaction(pool, async (connection) => {
    const { personId } = from
    await holdPassword(connection, personId)
    const [found] = await findPersonAccount(connection, personId, toAccountId)
    if (found === undefined) return { ok: false, reason: 'not_found' }
    const ended = await deleteSession(connection, from.bucket, from.accountId, from.memberId, from.sessionId)
    if (ended.length === 0) return { ok: false, reason: 'session_ended' }
    await auditMember(connection, clock, from, origin.address, 'member.signed_out')
    const to = { bucket: found.bucket, accountId: toAccountId, memberId: found.member_id, personId }
    const begun = await beginSession(connection, clock, to, origin, from)
    // Removed from that account at this moment: the session that was is over all the same.
    if (begun === null) return { ok: false, reason: 'session_ended' }
    await auditMember(connection, clock, to, origin.address, 'member.signed_in')
    return { ok: true, token: begun.token }
  })
}

/** When sessions must have been used last so as not to have ended, ms since the epoch. */
export function idleSince(clock: Clock): number {
  return clock.now() - IDLE_MS_MAX
}
