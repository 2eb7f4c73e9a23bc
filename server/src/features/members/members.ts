/**
 * The members of an account. An email is unique within its account, and proves nothing elsewhere. The person who
 * accepts the invitation signs in as the member.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Write } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import {
  anyOtherOwner,
  countMembers,
  deleteMember,
  findMember,
  findMemberByEmail,
  insertMember,
  lockAccount,
  nextMemberId,
  updateMember,
} from './queries.ts'
import type { MemberRow } from './queries.ts'
import type { MemberRole } from '../../core/accounts/role-names.ts'
import { choosePerson, makePerson, removeAccount, activate } from '../sign-in/people.ts'
import { lockEmail, lockPerson } from '../sign-in/people-queries.ts'
import { isBelowMax } from '../../core/accounts/quotas.ts'
import { replaceInvitation } from '../sign-in/sessions/queries.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'

// The one open invitation of a member.

/** An invitation's link works once within this time, ms: 7 days. */
const INVITATION_MS = 7 * 86_400_000

export interface Invitation {
  /** In plain text. Only its hash is stored. */
  token: string
  /** ms since the epoch. */
  expiresAt: number
}

/** The id of a member in the audit log. Null for the command line. */
function memberIdOf(actor: string): number | null {
  const [, id] = /^member:(\d+)$/.exec(actor) ?? []
  return id === undefined ? null : Number(id)
}

/** Creates a new invitation, which replaces the one before. Returns null if the member has already accepted. */
async function invite(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, actor }: { bucket: number; accountId: number; actor: string },
  memberId: number,
): Promise<Invitation | null> {
  const now = clock.now()
  const token = newToken('inv', accountId)
  const expiresAt = now + INVITATION_MS
  const times = [isoTime(now), isoTime(expiresAt)] as const
  const made = await replaceInvitation(
    connection,
    bucket,
    accountId,
    memberId,
    hashToken(token),
    ...times,
    memberIdOf(actor),
  )
  return made.length === 0 ? null : { token, expiresAt }
}

/** The path of the page that accepts an invitation. The token is in the fragment, which servers do not log. */
export const invitationPath = ({ token }: Invitation): string => `/#/invitation/${token}`

interface NewMember {
  bucket: number
  accountId: number
  email: string
  name?: string | null
  role: MemberRole
  /** Made by `hashPassword`. Null: accepting the invitation finds or creates the person. */
  passwordHash: string | null
}

type CreatedMember = { ok: true; id: number } | { ok: false; reason: 'email_taken' }

/** Creates a member. Emails are unique in the account, ignoring case. Call it in a transaction. */
export async function createMember(transaction: Connection, clock: Clock, input: NewMember): Promise<CreatedMember> {
  const { bucket, accountId, name = null, role, passwordHash } = input
  const email = input.email.toLowerCase()
  const [next] = await nextMemberId(transaction)
  const memberId = next!.id
  const now = isoTime(clock.now())
  const made = await insertMember(transaction, bucket, accountId, memberId, email, name, role, now)
  if (made.length === 0) return { ok: false, reason: 'email_taken' }
  if (passwordHash !== null) {
    const chosen = await choosePerson(transaction, email, passwordHash)
    if (!chosen.ok) throw new Error(`The person of a member could not be created: ${chosen.reason}`)
    const personId = chosen.personId ?? (await makePerson(transaction, clock, email, passwordHash))
    await activate(transaction, clock, { bucket, accountId, memberId }, { personId, name: null })
  }
  return { ok: true, id: memberId }
}

/** The account, and the caller for the audit log. */
export interface MemberChanger {
  bucket: number
  accountId: number
  actor: string
  /** The caller's address. Null for the command line. */
  origin: string | null
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

export type AddedMember =
  | { ok: true; member: MemberRow; invitation: Invitation }
  | { ok: false; reason: 'email_taken'; byId: number | undefined }
  | { ok: false; reason: 'limit_reached' }

/**
 * Adds a member with an invitation, if there are fewer than `membersMax`. The response is the same if the email is
 * already known in another account, so it reveals nothing.
 */
export function addMember(
  write: Write,
  clock: Clock,
  changer: MemberChanger,
  { email, name, role }: { email: string; name: string | null; role: MemberRole },
  membersMax: number,
): Promise<AddedMember> {
  const { bucket, accountId } = changer
  return write(async (connection) => {
    if (!(await isBelowMax(connection, changer, countMembers, membersMax)))
      return { ok: false, reason: 'limit_reached' }
    const created = await createMember(connection, clock, { bucket, accountId, email, name, role, passwordHash: null })
    if (!created.ok) {
      const [other] = await findMemberByEmail(connection, bucket, accountId, email.toLowerCase())
      return { ...created, byId: other?.id }
    }
    const invitation = await invite(connection, clock, changer, created.id)
    const details = { email: email.toLowerCase(), role }
    await audit(connection, clock, changer, { action: 'member.added', memberId: created.id, details })
    const [member] = await findMember(connection, bucket, accountId, created.id)
    return { ok: true, member: member!, invitation: invitation! }
  })
}

type InvitedMember =
  | { ok: true; member: MemberRow; invitation: Invitation }
  | { ok: false; reason: 'not_found' | 'member_active' }

/** Replaces a lost or expired invitation of a member who has not accepted. */
export function inviteMember(
  write: Write,
  clock: Clock,
  changer: MemberChanger,
  memberId: number,
): Promise<InvitedMember> {
  const { bucket, accountId } = changer
  return write(async (connection) => {
    const [found] = await findMember(connection, bucket, accountId, memberId)
    if (found === undefined) return { ok: false, reason: 'not_found' }
    const invitation = await invite(connection, clock, changer, memberId)
    if (invitation === null) return { ok: false, reason: 'member_active' }
    await audit(connection, clock, changer, { action: 'member.invited', memberId, details: { email: found.email } })
    return { ok: true, member: { ...found, invitedUntil: invitation.expiresAt }, invitation }
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
  if (stays || member.role !== 'owner' || member.personId === null) return false
  const [other] = await anyOtherOwner(connection, bucket, accountId, member.id)
  return !other!.found
}

/** Changes only the given fields. A new role applies from the member's next request. */
export function changeMember(
  write: Write,
  clock: Clock,
  changer: MemberChanger,
  memberId: number,
  change: { role?: MemberRole | undefined; name?: string | null | undefined },
): Promise<ChangedMember> {
  const { bucket, accountId } = changer
  return write(async (connection) => {
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

/** Removes a member and ends its sessions. A person without accounts is deleted too. */
export function removeMember(
  write: Write,
  clock: Clock,
  changer: MemberChanger,
  memberId: number,
): Promise<ChangedMember> {
  const { bucket, accountId } = changer
  return write(async (connection) => {
    await lockAccount(connection, bucket, accountId)
    const [found] = await findMember(connection, bucket, accountId, memberId)
    if (found === undefined) return { ok: false, reason: 'not_found' }
    if (await endsLastOwner(connection, changer, found, false)) return { ok: false, reason: 'last_owner' }
    await lockEmail(connection, found.email)
    const [{ personId } = found] = await findMember(connection, bucket, accountId, memberId)
    if (personId !== null) await lockPerson(connection, personId)
    await deleteMember(connection, bucket, accountId, memberId)
    if (personId !== null) await removeAccount(connection, personId, { bucket, accountId, memberId })
    await audit(connection, clock, changer, { action: 'member.removed', memberId, details: { email: found.email } })
    return { ok: true, member: found }
  })
}

/** The member as the API returns it. */
export function memberView(row: MemberRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    active: row.personId !== null,
    invited_until: isoTime(row.invitedUntil),
    created_at: isoTime(row.createdAt),
  }
}

/** Shown if there is no link: an address taken from the request could be an attacker's. */
export const NO_LINK = 'Set PUBLIC_URL to the address of the service, so that invitations have a link'
