/** The members of an account: people who sign in. Each has one email, which is unique in the whole service. */
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import type { Connection } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { recordAudit } from './audit.ts'
import {
  anyOtherOwner,
  deleteMember,
  findMember,
  insertMember,
  insertMemberEmail,
  lockAccount,
  nextMemberId,
  updateMember,
} from './member-queries.ts'
import type { MemberRole, MemberRow } from './member-queries.ts'
import { replaceInvitation } from './session-queries.ts'
import { hashToken, newToken } from './tokens.ts'

export const MEMBER_NAME_CHARACTERS_MAX = 255

/** An invitation's link works once, and for so long, ms: 7 days. */
const INVITATION_MS = 7 * 86_400_000

export interface NewMember {
  bucket: number
  accountId: number
  email: string
  name?: string | null
  role: MemberRole
  /** By `hashPassword`; null: cannot sign in yet. */
  passwordHash: string | null
}

export type CreatedMember = { ok: true; id: number } | { ok: false; reason: 'email_taken' }

/** Makes a member. The email is unique in the whole service, whatever its case. Wants a transaction. */
export async function createMember(transaction: Connection, clock: Clock, input: NewMember): Promise<CreatedMember> {
  const { bucket, accountId, name = null, role, passwordHash } = input
  const email = input.email.toLowerCase()
  const [next] = await nextMemberId(transaction)
  const taken = await insertMemberEmail(transaction, email, bucket, accountId, next!.id)
  if (taken.length === 0) return { ok: false, reason: 'email_taken' }
  const now = isoTime(clock.now())
  await insertMember(transaction, bucket, accountId, next!.id, email, name, role, passwordHash, now)
  return { ok: true, id: next!.id }
}

/** Who changes members, for the audit log, and in which account. */
export interface MemberChanger {
  bucket: number
  accountId: number
  actor: string
  /** The caller's address, or null for the command line. */
  origin: string | null
}

export interface Invitation {
  /** In clear: it is known now and never again. */
  token: string
  /** ms since the epoch */
  expiresAt: number
}

/** A new link by which a member sets the password; the one before ends. */
async function invite(
  connection: Connection,
  clock: Clock,
  { bucket, accountId }: MemberChanger,
  memberId: number,
): Promise<Invitation> {
  const now = clock.now()
  const token = newToken('inv', accountId)
  const expiresAt = now + INVITATION_MS
  await replaceInvitation(connection, bucket, accountId, memberId, hashToken(token), isoTime(now), isoTime(expiresAt))
  return { token, expiresAt }
}

async function audit(
  connection: Connection,
  clock: Clock,
  changer: MemberChanger,
  about: { action: string; memberId: number; details: Record<string, unknown> },
): Promise<void> {
  const { action, memberId, details } = about
  await recordAudit(connection, [{ ...changer, action, at: clock.now(), target: `member:${memberId}`, details }])
}

export type InvitedMember =
  | { ok: true; member: MemberRow; invitation: Invitation }
  | { ok: false; reason: 'email_taken' }

/** Makes a member who sets the password by the invitation. */
export function addMember(
  pool: Pool,
  clock: Clock,
  changer: MemberChanger,
  { email, name, role }: { email: string; name: string | null; role: MemberRole },
): Promise<InvitedMember> {
  const { bucket, accountId } = changer
  return transaction(pool, async (connection) => {
    const created = await createMember(connection, clock, { bucket, accountId, email, name, role, passwordHash: null })
    if (!created.ok) return created
    const invitation = await invite(connection, clock, changer, created.id)
    const details = { email: email.toLowerCase(), role }
    await audit(connection, clock, changer, { action: 'member.added', memberId: created.id, details })
    const [member] = await findMember(connection, bucket, accountId, created.id)
    return { ok: true, member: member!, invitation }
  })
}

/** Another invitation: for one that ended, or a password that is forgotten. null if there is no such member. */
export function inviteMember(
  pool: Pool,
  clock: Clock,
  changer: MemberChanger,
  memberId: number,
): Promise<{ member: MemberRow; invitation: Invitation } | null> {
  const { bucket, accountId } = changer
  return transaction(pool, async (connection) => {
    const [found] = await findMember(connection, bucket, accountId, memberId)
    if (found === undefined) return null
    const invitation = await invite(connection, clock, changer, memberId)
    await audit(connection, clock, changer, { action: 'member.invited', memberId, details: { email: found.email } })
    return { member: { ...found, invited_until: invitation.expiresAt }, invitation }
  })
}

export type ChangedMember = { ok: true; member: MemberRow } | { ok: false; reason: 'not_found' | 'last_owner' }

/** Whether the change would leave the account without an owner who can sign in. */
async function endsLastOwner(
  connection: Connection,
  { bucket, accountId }: MemberChanger,
  member: MemberRow,
  stays: boolean,
): Promise<boolean> {
  if (stays || member.role !== 'owner' || !member.active) return false
  const [other] = await anyOtherOwner(connection, bucket, accountId, member.id)
  return !other!.found
}

/** Changes what is given. A role holds from the member's next request on. */
export function changeMember(
  pool: Pool,
  clock: Clock,
  changer: MemberChanger,
  memberId: number,
  change: { role?: MemberRole | undefined; name?: string | null | undefined },
): Promise<ChangedMember> {
  const { bucket, accountId } = changer
  return transaction(pool, async (connection) => {
    await lockAccount(connection, bucket, accountId)
    const [found] = await findMember(connection, bucket, accountId, memberId)
    if (found === undefined) return { ok: false, reason: 'not_found' }
    const { role = found.role, name = found.name } = change
    if (await endsLastOwner(connection, changer, found, role === 'owner')) return { ok: false, reason: 'last_owner' }
    await updateMember(connection, bucket, accountId, memberId, role, name)
    const details = {
      ...(role === found.role ? {} : { role: [found.role, role] }),
      ...(name === found.name ? {} : { name }),
    }
    await audit(connection, clock, changer, { action: 'member.changed', memberId, details })
    return { ok: true, member: { ...found, role, name } }
  })
}

/** Removes a member; its sessions end at once. */
export function removeMember(
  pool: Pool,
  clock: Clock,
  changer: MemberChanger,
  memberId: number,
): Promise<ChangedMember> {
  const { bucket, accountId } = changer
  return transaction(pool, async (connection) => {
    await lockAccount(connection, bucket, accountId)
    const [found] = await findMember(connection, bucket, accountId, memberId)
    if (found === undefined) return { ok: false, reason: 'not_found' }
    if (await endsLastOwner(connection, changer, found, false)) return { ok: false, reason: 'last_owner' }
    await deleteMember(connection, bucket, accountId, memberId)
    await audit(connection, clock, changer, { action: 'member.removed', memberId, details: { email: found.email } })
    return { ok: true, member: found }
  })
}

/** The member as the API shows it. */
export function memberView(row: MemberRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    active: row.active,
    invited_until: row.invited_until === null ? null : isoTime(row.invited_until),
    created_at: isoTime(row.created_at),
  }
}

/** The address of the page that accepts an invitation; in the fragment, which no server logs. */
export function invitationUrl(baseUrl: string, { token }: Invitation): string {
  return `${baseUrl.replace(/\/$/, '')}/#/invitation/${token}`
}
