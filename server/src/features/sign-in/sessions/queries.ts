/** Statements about members' sessions and invitations. */
import { sql } from '../../../platform/db/sql.ts'
import type { MemberRole } from '../../../core/accounts/role-names.ts'

export interface SessionRow {
  id: number
  /** ms since the epoch. */
  created_at: number
  last_used_at: number
  expires_at: number
  origin: string | null
  user_agent: string | null
}

const SESSION_COLUMNS = 's.id, s.created_at, s.last_used_at, s.expires_at, s.origin, s.user_agent'

export interface SignedInRow extends SessionRow {
  member_id: number
  member_role: MemberRole
  person_id: number
  /** The session that began with the password: this one, or the first before switching accounts. */
  first_id: number
  /** When the password was last given again in this session, ms since the epoch. Null: not yet. */
  password_given_at: number | null
  email: string
  name: string | null
  account_name: string
}

/** A session within both time limits, with the current data of its member. */
export const findSession = sql<
  SignedInRow,
  [bucket: number, accountId: number, tokenHash: Buffer, now: string, idleSince: string]
>(
  'sessions.find',
  `select ${SESSION_COLUMNS}, m.id as member_id, m.role as member_role, m.person_id, coalesce(s.first_id, s.id) as first_id, s.password_given_at, m.email, m.name, a.name as account_name
   from member_sessions s
   join members m on m.bucket = $1 and m.account_id = s.account_id and m.id = s.member_id
   join accounts a on a.bucket = $1 and a.id = s.account_id
   where s.bucket = $1 and s.account_id = $2 and s.token_hash = $3 and s.expires_at > $4 and s.last_used_at > $5`,
)

export const touchSession = sql<{ id: number }, [bucket: number, accountId: number, id: number, now: string]>(
  'sessions.touch',
  `with touched as (
     update member_sessions set last_used_at = $4
     where bucket = $1 and account_id = $2 and id = $3 and last_used_at < $4 returning id
   ) select id from touched`,
)

/** Records that the member gave the password again. */
export const notePassword = sql<{ id: number }, [bucket: number, accountId: number, id: number, now: string]>(
  'sessions.note_password',
  `update member_sessions set password_given_at = $4 where bucket = $1 and account_id = $2 and id = $3 returning id`,
)

/** Returns no row if the member was removed. `people.hold_password` must run before. */
export const insertSession = sql<
  { id: number },
  [
    bucket: number,
    accountId: number,
    memberId: number,
    personId: number,
    tokenHash: Buffer,
    now: string,
    expiresAt: string,
    origin: string,
    userAgent: string | null,
    firstId: number | null,
  ]
>(
  'sessions.insert',
  `with member as (
     select id from members where bucket = $1 and account_id = $2 and id = $3 and person_id = $4 for share
   ), inserted as (
     insert into member_sessions
       (bucket, account_id, member_id, token_hash, created_at, last_used_at, expires_at, origin, user_agent, first_id)
     select $1, $2, member.id, $5, $6::timestamptz, $6::timestamptz, $7::timestamptz, $8, $9, $10 from member returning id
   ) select id from inserted`,
)

/** Removes expired sessions, and the least recently used ones above `kept`. */
export const trimSessions = sql<
  { id: number },
  [bucket: number, accountId: number, memberId: number, now: string, idleSince: string, kept: number]
>(
  'sessions.trim',
  `with kept as (
     select id from member_sessions
     where bucket = $1 and account_id = $2 and member_id = $3 and expires_at > $4 and last_used_at > $5
     order by last_used_at desc, id desc limit $6
   ), removed as (
     delete from member_sessions s where s.bucket = $1 and s.account_id = $2 and s.member_id = $3
       and not exists (select from kept where kept.id = s.id)
     returning s.id
   ) select id from removed`,
)

export const listSessions = sql<
  SessionRow,
  [bucket: number, accountId: number, memberId: number, now: string, idleSince: string, rowsMax: number]
>(
  'sessions.list',
  `select ${SESSION_COLUMNS} from member_sessions s
   where s.bucket = $1 and s.account_id = $2 and s.member_id = $3 and s.expires_at > $4 and s.last_used_at > $5
   order by s.last_used_at desc, s.id desc limit $6`,
)

export const deleteSession = sql<{ id: number }, [bucket: number, accountId: number, memberId: number, id: number]>(
  'sessions.delete',
  `with deleted as (
     delete from member_sessions where bucket = $1 and account_id = $2 and member_id = $3 and id = $4 returning id
   ) select id from deleted`,
)

/**
 * Creates or replaces the member's invitation. Returns no row if the member is active: an invitation never changes a
 * password.
 */
export const replaceInvitation = sql<
  { member_id: number },
  [
    bucket: number,
    accountId: number,
    memberId: number,
    tokenHash: Buffer,
    now: string,
    expiresAt: string,
    inviterId: number | null,
  ]
>(
  'invitations.replace',
  `with replaced as (
     insert into member_invitations (bucket, account_id, member_id, token_hash, created_at, expires_at, inviter_id)
     select m.bucket, m.account_id, m.id, $4, $5::timestamptz, $6::timestamptz, $7::bigint from members m
     where m.bucket = $1 and m.account_id = $2 and m.id = $3 and m.person_id is null for update
     on conflict (bucket, account_id, member_id) do update set
       token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
       inviter_id = excluded.inviter_id
     returning member_id
   ) select member_id from replaced`,
)

/** The open invitation of a token, with the member's email. */
export const findInvitation = sql<
  { member_id: number; email: string },
  [bucket: number, accountId: number, tokenHash: Buffer, now: string]
>(
  'invitations.find',
  `select i.member_id, m.email from member_invitations i
   join members m on m.bucket = i.bucket and m.account_id = i.account_id and m.id = i.member_id
   where i.bucket = $1 and i.account_id = $2 and i.token_hash = $3 and i.expires_at > $4`,
)

/** An open invitation for the page that shows it. The inviter is null if it was the command line, or has left. */
export const describeInvitation = sql<
  { account_name: string; email: string; role: MemberRole; inviter: string | null; expires_at: number },
  [bucket: number, accountId: number, tokenHash: Buffer, now: string]
>(
  'invitations.describe',
  `select a.name as account_name, m.email, m.role, coalesce(inviter.name, inviter.email) as inviter, i.expires_at
   from member_invitations i
   join members m on m.bucket = $1 and m.account_id = i.account_id and m.id = i.member_id
   join accounts a on a.bucket = $1 and a.id = i.account_id
   left join members inviter on inviter.bucket = $1 and inviter.account_id = i.account_id and inviter.id = i.inviter_id
   where i.bucket = $1 and i.account_id = $2 and i.token_hash = $3 and i.expires_at > $4`,
)

/** Uses up the invitation. Of two concurrent calls, only one gets the row. */
export const takeInvitation = sql<
  { member_id: number },
  [bucket: number, accountId: number, tokenHash: Buffer, now: string]
>(
  'invitations.take',
  `with taken as (
     delete from member_invitations
     where bucket = $1 and account_id = $2 and token_hash = $3 and expires_at > $4 returning member_id
   ) select member_id from taken`,
)
