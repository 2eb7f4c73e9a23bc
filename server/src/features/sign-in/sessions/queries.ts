/** Statements about members' sessions and invitations. */
import { sql } from '../../../platform/db/sql.ts'
import type { Row } from '../../../platform/db/sql.ts'

const SESSION_COLUMNS = 's.id, s.created_at, s.last_used_at, s.expires_at, s.origin, s.user_agent'

/**
 * A session within both time limits, with the current data of its member. `firstId`: the session that began with the
 * password, this one or the first before switching accounts. `passwordGivenAt`: when the password was last given again
 * in this session, null if not yet. A session is of a person, so its member has one.
 */
export const findSession = sql(
  'sessions.find',
  `select ${SESSION_COLUMNS}, m.id as member_id, m.role as member_role, m.person_id as "person_id!",
     coalesce(s.first_id, s.id) as first_id, s.password_given_at, m.email, m.name, a.name as account_name
   from member_sessions s
   join members m on m.bucket = $1 and m.account_id = s.account_id and m.id = s.member_id
   join accounts a on a.bucket = $1 and a.id = s.account_id
   where s.bucket = $1 and s.account_id = $2 and s.token_hash = $3 and s.expires_at > $4 and s.last_used_at > $5`,
)

export type SignedInRow = Row<typeof findSession>

export const touchSession = sql(
  'sessions.touch',
  `with touched as (
     update member_sessions set last_used_at = $4
     where bucket = $1 and account_id = $2 and id = $3 and last_used_at < $4 returning id
   ) select id from touched`,
)

/** Records that the member gave the password again. */
export const notePassword = sql(
  'sessions.note_password',
  `update member_sessions set password_given_at = $4 where bucket = $1 and account_id = $2 and id = $3 returning id`,
)

/** Returns no row if the member was removed. `people.hold_password` must run before. */
export const insertSession = sql(
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
export const trimSessions = sql(
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

export const listSessions = sql(
  'sessions.list',
  `select ${SESSION_COLUMNS} from member_sessions s
   where s.bucket = $1 and s.account_id = $2 and s.member_id = $3 and s.expires_at > $4 and s.last_used_at > $5
   order by s.last_used_at desc, s.id desc limit $6`,
)

export const deleteSession = sql(
  'sessions.delete',
  `with deleted as (
     delete from member_sessions where bucket = $1 and account_id = $2 and member_id = $3 and id = $4 returning id
   ) select id from deleted`,
)

/**
 * Creates or replaces the member's invitation. Returns no row if the member is active: an invitation never changes a
 * password.
 */
export const replaceInvitation = sql(
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
export const findInvitation = sql(
  'invitations.find',
  `select i.member_id, m.email from member_invitations i
   join members m on m.bucket = i.bucket and m.account_id = i.account_id and m.id = i.member_id
   where i.bucket = $1 and i.account_id = $2 and i.token_hash = $3 and i.expires_at > $4`,
)

/** An open invitation for the page that shows it. The inviter is null if it was the command line, or has left. */
export const describeInvitation = sql(
  'invitations.describe',
  `select a.name as account_name, m.email as "email!", m.role as "role!", coalesce(inviter.name, inviter.email) as inviter, i.expires_at
   from member_invitations i
   join members m on m.bucket = $1 and m.account_id = i.account_id and m.id = i.member_id
   join accounts a on a.bucket = $1 and a.id = i.account_id
   left join members inviter on inviter.bucket = $1 and inviter.account_id = i.account_id and inviter.id = i.inviter_id
   where i.bucket = $1 and i.account_id = $2 and i.token_hash = $3 and i.expires_at > $4`,
)

/** Uses up the invitation. Of two concurrent calls, only one gets the row. */
export const takeInvitation = sql(
  'invitations.take',
  `with taken as (
     delete from member_invitations
     where bucket = $1 and account_id = $2 and token_hash = $3 and expires_at > $4 returning member_id
   ) select member_id from taken`,
)
