/** Statements of the search. All are bounded: by ranges of indexes, or by a number of newest rows. */
import { ofAccount, rowOf } from '../../platform/db/id-conditions.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { EVENT_STATE, EVENT_STATE_JOINS } from '../../core/events/state.ts'
import { beforePage } from '../../platform/http/pages.ts'

/**
 * SQL: the first recipients whose column starts with the text, in the order of the bytes, so an equal text is first. It
 * names the range of an index instead of a pattern, because a generic plan finds no range in a parameter with a pattern.
 * The last code point of Unicode ends the range. $5: rows.
 */
const startingWith = (column: string, sought: string) => `(
     select id from recipients r
     where ${ofAccount('r', '$1', '$2')} and deleted_at is null
       and ${column} ~>=~ ${sought} and ${column} ~<~ (${sought} || chr(1114111))
     order by ${column} using ~<~ limit $5)`

/** SQL: the first $5 rows of `recipient_words` that start with the text. */
const wordsFrom = (sought: string, rows: string) => `(
     select words, recipient_id as id from recipient_words w
     where w.bucket = $1::smallint and w.account_id = $2::bigint and ${sought} <> ''
       and w.words >= ${sought} and w.words < (${sought} || chr(1114111))
     order by w.words limit ${rows})`

/** The least number of rows searched for other words of the text. */
const WORDS_SCANNED = 200

/** SQL: the longest word of the text, if there are several. */
const LONGEST_WORD = `(select case when count(*) > 1 then (array_agg(one order by length(one) desc))[1] else '' end
     from unnest(string_to_array(search_words($3::text), ' ')) one)`

/**
 * Recipients by the start of an address, an external id or a word of the name or the email. With several words, the others
 * may be anywhere: among the first rows with the longest word. Equal texts first, then the newest. `is_cut`: there may be more.
 * Two words of a recipient may have the same start.
 */
export const searchRecipients = sql(
  'search.recipients',
  `with sought as materialized (
     select left(search_words($3::text), 100) as words, ${LONGEST_WORD} as longest
   ), found as materialized (
     select 1 as source, id from ${wordsFrom('(select words from sought)', '$5 * 2')} begun
     union all (
       select 2, id from ${wordsFrom('(select longest from sought)', `greatest(${WORDS_SCANNED}, $5 * 2)`)} scanned
       where not exists (
         select from unnest(string_to_array(search_words($3::text), ' ')) one where not has_word(words, one))
       limit $5 * 2)
     union all select 3, id from ${startingWith('lower(email)', 'lower($3::text)')} emails
     union all select 4, id from ${startingWith('lower(external_user_id)', 'lower($3::text)')} ids
     union all select 5, id from ${startingWith('phone', 'lower($4::text)')} phones
   ), once as (
     select distinct $1::smallint as bucket, $2::bigint as account_id, id from found
   )
   select r.id as "id!", r.external_user_id, r.email, r.phone, r.first_name, r.last_name,
     (select count(*) from once) > $6 or exists (select from found group by source
       having count(*) >= case when source <= 2 then $5 * 2 else $5 end) as "is_cut!"
   from once cross join ${rowOf(['recipients', 'r'], 'once', ['id'], 'and one.deleted_at is null')}
   order by lower($3::text) in (lower(coalesce(r.email, '')), lower(coalesce(r.external_user_id, '')))
       or coalesce(search_words($3::text) = any(array[search_words(r.first_name), search_words(r.last_name),
         search_words(concat_ws(' ', r.first_name, r.last_name))]), false)
       or coalesce($4::text = r.phone, false) desc,
     r.created_at desc, r.id desc
   limit $6`,
)

export type RecipientHit = Row<typeof searchRecipients>

/** Templates by a part of the name, among the newest $4. */
export const searchTemplates = sql(
  'search.templates',
  `with newest as materialized (
     select id, name, version, deleted_at from templates
     where bucket = $1 and account_id = $2
     order by id desc limit $4
   )
   select id, name, version from newest
   where deleted_at is null and strpos(lower(name), lower($3::text)) > 0
   order by strpos(lower(name), lower($3::text)), id desc
   limit $5`,
)

export type TemplateHit = Row<typeof searchTemplates>

/** A longer subject is not searched: PostgreSQL may store it apart. No mail has a longer one (RFC 5322 2.1.1). */
const SUBJECT_BYTES_MAX = 998

/**
 * Messages by a part of the subject, among the newest $5. $3 and $4: `pageStart`. $6: the text. $7: rows.
 */
export const searchMessages = listSql(
  'search.messages',
  `with newest as materialized (
     select m.id, m.recipient_id, m.rendered_subject, m.created_at from messages m
     where m.bucket = $1 and m.account_id = $2 and m.template_id > 0 and ${beforePage('m')}
     order by m.created_at desc, m.id desc limit $5
   )
   select id, recipient_id, rendered_subject, created_at from newest
   where octet_length(rendered_subject) <= ${SUBJECT_BYTES_MAX} and strpos(lower(rendered_subject), lower($6::text)) > 0
   order by created_at desc, id desc
   limit $7`,
)

export type MessageHit = Row<typeof searchMessages>

/** Messages with a reference, the newest first. */
export const searchReference = listSql(
  'search.reference',
  `select id, recipient_id, rendered_subject, created_at from messages m
   where ${ofAccount('m', '$1', '$2')} and reference = $3::text
   order by created_at desc, id desc limit $4`,
)

export const searchEvent = sql(
  'search.event',
  `select e.id, e.type, ${EVENT_STATE} as state, e.delivery_id, e.created_at
   from events e ${EVENT_STATE_JOINS}
   where e.bucket = $1 and e.account_id = $2 and e.id = $3`,
)

export type EventHit = Row<typeof searchEvent>
