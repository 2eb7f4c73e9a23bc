/** Sessions of members who signed in: how they begin, what a request with one may do, how they end. */
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import type { Connection } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { recordAudit } from './audit.ts'
import { findByEmail, findPasswordHash, setPassword } from './member-queries.ts'
import { hashPassword, NOBODYS_PASSWORD_HASH, verifyPassword } from './passwords.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findInvitation,
  findSession,
  insertSession,
  takeInvitation,
  touchSession,
  trimSessions,
} from './session-queries.ts'
import type { SignedInRow } from './session-queries.ts'
import { hashToken, newToken, readToken } from './tokens.ts'

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

/** The session of a token, or null if there is none or it has ended. Its use keeps it from ending. */
export async function useSession(pool: Pool, clock: Clock, token: string): Promise<(SignedInRow & Place) | null> {
  const place = readToken('ses', token)
  if (place === null) return null
  const { bucket, accountId, tokenHash } = place
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

interface Verified extends Place {
  memberId: number
  /** The stored hash that was verified: the session is made only while it is still the member's. */
  passwordHash: string
}

/** Always a new token: one that was in the browser before, whoever put it there, never becomes valid. */
async function beginSession(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, memberId, passwordHash }: Verified,
  { address, userAgent }: SessionOrigin,
): Promise<(NewSession & { id: number }) | null> {
  const now = clock.now()
  const token = newToken('ses', accountId)
  const [made] = await insertSession(
    connection,
    bucket,
    accountId,
    memberId,
    passwordHash,
    hashToken(token),
    isoTime(now),
    isoTime(now + SESSION_MS_MAX),
    address,
    userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX).toWellFormed() ?? null,
  )
  if (made === undefined) return null
  await trimSessions(connection, bucket, accountId, memberId, isoTime(now), isoTime(now - IDLE_MS_MAX), SESSIONS_MAX)
  return { token, id: made.id }
}

export type SignIn =
  | { ok: true; token: string }
  /** `known`: the member whose password was not given, for the audit log; nobody is told. */
  | { ok: false; known: (Place & { memberId: number }) | null }

/** Begins a session. Takes as long for an email that nobody has as for a wrong password. */
export async function signIn(
  pool: Pool,
  clock: Clock,
  { email, password }: { email: string; password: string },
  origin: SessionOrigin,
): Promise<SignIn> {
  const [found] = await findByEmail(pool, email)
  const passwordHash = found?.password_hash ?? null
  const matches = await verifyPassword(password, passwordHash ?? NOBODYS_PASSWORD_HASH)
  if (found === undefined) return { ok: false, known: null }
  const member = { bucket: found.bucket, accountId: found.account_id, memberId: found.id }
  if (!matches || passwordHash === null) return { ok: false, known: member }
  const session = await transaction(pool, async (connection) => {
    const begun = await beginSession(connection, clock, { ...member, passwordHash }, origin)
    if (begun !== null) await audit(connection, clock, member, origin.address, 'member.signed_in')
    return begun
  })
  return session === null ? { ok: false, known: member } : { ok: true, token: session.token }
}

async function audit(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, memberId }: Place & { memberId: number },
  address: string,
  action: string,
): Promise<void> {
  const target = `member:${memberId}`
  const about = { action, actor: target, target, origin: address, details: {} }
  await recordAudit(connection, [{ bucket, accountId, at: clock.now(), ...about }])
}

/** Tells the audit log of a sign-in that failed; who it was nobody knows. */
export async function recordFailedSignIn(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, memberId }: Place & { memberId: number },
  address: string,
): Promise<void> {
  const about = { action: 'member.sign_in_failed', actor: 'nobody', target: `member:${memberId}`, details: {} }
  await recordAudit(connection, [{ bucket, accountId, at: clock.now(), origin: address, ...about }])
}

/** Ends one session of the member; false if the member has no such session. */
export async function endSession(
  pool: Pool,
  clock: Clock,
  member: Place & { memberId: number },
  sessionId: number,
  address: string,
): Promise<boolean> {
  return transaction(pool, async (connection) => {
    const { bucket, accountId, memberId } = member
    const ended = await deleteSession(connection, bucket, accountId, memberId, sessionId)
    if (ended.length > 0) await audit(connection, clock, member, address, 'member.signed_out')
    return ended.length > 0
  })
}

export type PasswordChange = { ok: true; token: string } | { ok: false }

/** Sets another password, ends every session of the member, and begins a new one. `ok: false`: the current one is wrong. */
export async function changePassword(
  pool: Pool,
  clock: Clock,
  member: Place & { memberId: number },
  { current, next }: { current: string; next: string },
  origin: SessionOrigin,
): Promise<PasswordChange> {
  const { bucket, accountId, memberId } = member
  const [found] = await findPasswordHash(pool, bucket, accountId, memberId)
  if (!(await verifyPassword(current, found?.password_hash ?? NOBODYS_PASSWORD_HASH))) return { ok: false }
  const passwordHash = await hashPassword(next)
  return transaction(pool, (connection) =>
    setAndBegin(
      connection,
      clock,
      { ...member, passwordHash },
      { name: null, action: 'member.password_changed' },
      origin,
    ),
  )
}

async function setAndBegin(
  connection: Connection,
  clock: Clock,
  member: Verified,
  { name, action }: { name: string | null; action: string },
  origin: SessionOrigin,
): Promise<PasswordChange> {
  const { bucket, accountId, memberId, passwordHash } = member
  // First, since it locks the row: a sign-in with the old password ends before it, or finds another password.
  const changed = await setPassword(connection, bucket, accountId, memberId, passwordHash, name)
  if (changed.length === 0) return { ok: false }
  await deleteSessionsOf(connection, bucket, accountId, memberId)
  const begun = await beginSession(connection, clock, member, origin)
  await audit(connection, clock, member, origin.address, action)
  return { ok: true, token: begun!.token }
}

/**
 * Sets the password by an invitation, which works once, and begins a session; all others of the member end. `ok: false`:
 * there is no such invitation any more.
 */
export async function acceptInvitation(
  pool: Pool,
  clock: Clock,
  { token, password, name }: { token: string; password: string; name: string | null },
  origin: SessionOrigin,
): Promise<PasswordChange> {
  const place = readToken('inv', token)
  if (place === null) return { ok: false }
  const { bucket, accountId, tokenHash } = place
  const [open] = await findInvitation(pool, bucket, accountId, tokenHash, isoTime(clock.now()))
  if (open === undefined) return { ok: false }
  const passwordHash = await hashPassword(password)
  return transaction(pool, async (connection) => {
    const [taken] = await takeInvitation(connection, bucket, accountId, tokenHash, isoTime(clock.now()))
    if (taken === undefined) return { ok: false }
    const member = { bucket, accountId, memberId: taken.member_id, passwordHash }
    return setAndBegin(connection, clock, member, { name, action: 'member.invitation_accepted' }, origin)
  })
}

/** When sessions must have been used last so as not to have ended, ms since the epoch. */
export function idleSince(clock: Clock): number {
  return clock.now() - IDLE_MS_MAX
}
