/** Commands about the members of an account. */
import { listMembers, MEMBER_ROLES } from './accounts/member-queries.ts'
import type { MemberRow } from './accounts/member-queries.ts'
import { addMember, invitationUrl, inviteMember, memberView } from './accounts/members.ts'
import type { Invitation } from './accounts/members.ts'
import { ACCOUNT_OPTION, ACTOR, failure, withAccount } from './cli-command.ts'
import type { AccountKey, CommandResult, DatabaseCommand } from './cli-command.ts'
import { isoTime } from './clock.ts'
import type { Config } from './config.ts'
import { isEmailAddress } from './http/email-address.ts'

type DatabaseInput = Parameters<DatabaseCommand['run']>[0]

/** Members that are looked at: the newest. */
const LISTED_MEMBERS_MAX = 1000

export const MEMBER_COMMANDS: readonly DatabaseCommand[] = [
  {
    words: ['members', 'add'],
    positional: ['EMAIL'],
    options: { ...ACCOUNT_OPTION, role: MEMBER_ROLES.join('|') },
    summary: 'Add a member; prints the link, shown this once, where the password is set',
    run: (input) => withAccount(input, (account) => runMembersAdd(input, account)),
  },
  {
    words: ['members', 'invite'],
    positional: ['EMAIL'],
    options: ACCOUNT_OPTION,
    summary: 'Make another link for a member, who has lost the link or the password',
    run: (input) => withAccount(input, (account) => runMembersInvite(input, account)),
  },
  {
    words: ['members', 'list'],
    positional: [],
    options: ACCOUNT_OPTION,
    summary: 'List the members, newest first',
    run: (input) => withAccount(input, (account) => runMembersList(input, account)),
  },
]

/** Where a browser on this machine finds the service, if nothing better is configured. */
function baseUrl({ publicUrl, host, port }: Config): string {
  if (publicUrl !== null) return publicUrl
  const isAny = host === '0.0.0.0' || host === '::'
  return `http://${isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

function invited(config: Config, member: MemberRow, invitation: Invitation): CommandResult {
  const url = invitationUrl(baseUrl(config), invitation)
  const expiresAt = isoTime(invitation.expiresAt)
  const json = { member: memberView(member), invitation: { url, token: invitation.token, expires_at: expiresAt } }
  const text = `Member ${member.id} (${member.email}, ${member.role}). The link to set the password, shown this once, works until ${expiresAt}:\n${url}`
  return { ok: true, text, json }
}

async function runMembersAdd(input: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { pool, clock, config, positional, options } = input
  const [email = ''] = positional
  const role = MEMBER_ROLES.find((known) => known === (options['role'] ?? 'developer'))
  if (!isEmailAddress(email)) return failure(`${JSON.stringify(email)} is not an email address`)
  if (role === undefined) return failure(`--role must be one of ${MEMBER_ROLES.join(', ')}`)
  const changer = { ...account, actor: ACTOR, origin: null }
  const added = await addMember(pool, clock, changer, { email, name: null, role }, config.accountMembersMax)
  if (!added.ok && added.reason === 'limit_reached')
    return failure(`The account has ${config.accountMembersMax} members or more: ACCOUNT_MEMBERS_MAX allows another`)
  if (!added.ok) return failure(`${email} is a member already: tidings members invite EMAIL makes another link`)
  return invited(config, added.member, added.invitation)
}

async function runMembersInvite(input: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const { pool, clock, config, positional } = input
  const email = (positional[0] ?? '').toLowerCase()
  const rows = await listMembers(pool, account.bucket, account.accountId, null, null, LISTED_MEMBERS_MAX)
  const found = rows.find((row) => row.email === email)
  const changer = { ...account, actor: ACTOR, origin: null }
  const made = found === undefined ? null : await inviteMember(pool, clock, changer, found.id)
  if (made === null) return failure(`Account ${account.accountId} has no member ${email}`)
  return invited(config, made.member, made.invitation)
}

async function runMembersList({ pool }: DatabaseInput, account: AccountKey): Promise<CommandResult> {
  const rows = await listMembers(pool, account.bucket, account.accountId, null, null, LISTED_MEMBERS_MAX)
  const members = rows.map(memberView)
  const lines = members.map(({ id, email, role, active, name }) =>
    [id, email, role, active ? 'active' : 'invited', name ?? ''].join('  ').trimEnd(),
  )
  return { ok: true, text: lines.join('\n') || 'There is no member', json: { members } }
}
