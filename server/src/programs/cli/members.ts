/** Commands for members of an account. */
import { writeOn } from '../../platform/db/transaction.ts'
import { listMembers } from '../../features/members/queries.ts'
import type { MemberRow } from '../../features/members/queries.ts'
import { addMember, inviteMember, memberView, NO_LINK, invitationPath } from '../../features/members/members.ts'
import type { Invitation } from '../../features/members/members.ts'
import { newPassword } from '../../features/sign-in/passwords.ts'
import { ACCOUNTS_OF_PERSON_MAX, PEOPLE_OF_EMAIL_MAX } from '../../features/sign-in/people.ts'
import { findPeople, listAccountsOfEmail } from '../../features/sign-in/people-queries.ts'
import { MEMBER_ROLES } from '../../core/accounts/role-names.ts'
import { resetPassword } from '../../features/sign-in/sign-in.ts'
import { ACTOR, failure, withAccount } from './command.ts'
import type { AccountKey, CommandResult, DatabaseInput } from './command.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isEmailAddress } from '../../platform/http/email-address.ts'
import { publicBaseOf } from '../../platform/http/own-address.ts'

/** Members that are searched, newest first. */
const LISTED_MEMBERS_MAX = 1000

function invited(config: Config, member: MemberRow, invitation: Invitation): CommandResult {
  const [base, path] = [publicBaseOf(config), invitationPath(invitation)]
  const [url, expiresAt] = [base === null ? null : `${base}${path}`, isoTime(invitation.expiresAt)]
  const json = { member: memberView(member), invitation: { url, path, token: invitation.token, expires_at: expiresAt } }
  const link = url ?? `${path}\n${NO_LINK}. Until then, put the address of the service in front of this path.`
  const text = `Member ${member.id} (${member.email}, ${member.role}). The link of the invitation, shown only once, works until ${expiresAt}:\n${link}`
  return { ok: true, text, json }
}

export function runMembersAdd(input: DatabaseInput): Promise<CommandResult> {
  return withAccount(input, (account) => add(input, account))
}

async function add(input: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { clock, config, positional, options } = input
  const { pool } = input.databases.directory
  const [email = ''] = positional
  const role = MEMBER_ROLES.find((known) => known === (options['role'] ?? 'developer'))
  if (!isEmailAddress(email)) return failure(`${JSON.stringify(email)} is not an email address`)
  if (role === undefined) return failure(`--role must be one of ${MEMBER_ROLES.join(', ')}`)
  const changer = { ...account, actor: ACTOR, origin: null }
  const added = await addMember(writeOn(pool), clock, changer, { email, name: null, role }, config.accountMembersMax)
  if (!added.ok && added.reason === 'limit_reached')
    return failure(`The limit of ${config.accountMembersMax} members is reached: remove one first`)
  if (!added.ok) return failure(`${email} is already a member: make a new link with tidings members invite EMAIL`)
  return invited(config, added.member, added.invitation)
}

export function runMembersInvite(input: DatabaseInput): Promise<CommandResult> {
  return withAccount(input, (account) => invite(input, account))
}

async function invite(input: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { clock, config, positional } = input
  const { pool } = input.databases.directory
  const email = (positional[0] ?? '').toLowerCase()
  const rows = await listMembers(pool, account.bucket, account.accountId, null, null, LISTED_MEMBERS_MAX)
  const found = rows.find((row) => row.email === email)
  const changer = { ...account, actor: ACTOR, origin: null }
  if (found === undefined) return failure(`Account ${account.accountId} has no member ${email}`)
  const made = await inviteMember(writeOn(pool), clock, changer, found.id)
  if (made.ok) return invited(config, made.member, made.invitation)
  if (made.reason === 'not_found') return failure(`Account ${account.accountId} has no member ${email}`)
  return failure(`${email} can already sign in: set a new password with tidings members reset-password EMAIL`)
}

/**
 * By email. If several people share the email, the account is needed too, because each person has their own password.
 */
export async function runMembersResetPassword({
  databases,
  clock,
  positional,
  options,
}: DatabaseInput): Promise<CommandResult> {
  const { pool } = databases.directory
  const email = (positional[0] ?? '').toLowerCase()
  const given = options['account']
  const places = await listAccountsOfEmail(pool, email, ACCOUNTS_OF_PERSON_MAX)
  const chosen = given === undefined ? places : places.filter((place) => String(place.accountId) === given)
  const personIds = [...new Set(chosen.map((place) => place.personId))]
  const [personId, another] = personIds
  const where = given === undefined ? '' : ` in account ${given}`
  if (personId === undefined) return failure(`No member signs in as ${email}${where}`)
  if (another !== undefined) {
    const accounts = chosen.map((place) => place.accountId).toSorted((one, other) => one - other)
    return failure(
      `${personIds.length} people sign in as ${email}: choose one with --account, one of ${accounts.join(', ')}`,
    )
  }
  const person = (await findPeople(pool, email, PEOPLE_OF_EMAIL_MAX)).find(({ id }) => id === personId)
  const password = newPassword()
  if (person === undefined || !(await resetPassword(pool, clock, { ...person, email }, password, ACTOR)))
    return failure(`The password of ${email} was changed at the same time: try again`)
  const text = `The new password of ${email}, shown only once. Change it under Settings, Your profile (after many wrong passwords, wait a minute before you sign in):\n${password}`
  return { ok: true, text, json: { email, password } }
}

export function runMembersList(input: DatabaseInput): Promise<CommandResult> {
  return withAccount(input, (account) => list(input, account))
}

async function list({ databases }: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { pool } = databases.directory
  const rows = await listMembers(pool, account.bucket, account.accountId, null, null, LISTED_MEMBERS_MAX)
  const members = rows.map(memberView)
  const lines = members.map(({ id, email, role, active, name }) =>
    [id, email, role, active ? 'active' : 'invited', name ?? ''].join('  ').trimEnd(),
  )
  return { ok: true, text: lines.join('\n') || 'The account has no members', json: { members } }
}
