/** Statements of the search. All are bounded: by ranges of indexes, or by a number of newest rows. */
import { ofAccount } from '../../platform/db/id-conditions.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { EVENT_STATE, EVENT_STATE_JOINS } from '../../core/events/state.ts'
import { beforePage } from '../../platform/http/pages.ts'

/** SQL: a name in lower case, without accents. The indexes have the same expression. */
const folded = (name: string) => `lower(regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]', '', 'g'))`

const FULL_NAME = folded(`coalesce(first_name || ' ', '') || coalesce(last_name, '')`)

/**
 * SQL: the first recipients whose column starts with the text, in the order of the bytes, so an equal text is first. It
 * names the range of an index instead of a pattern, because a generic plan finds no range in a parameter with a pattern.
 * The last code point of Unicode ends the range. $5: rows.
 */
const startingWith = (column: string, sought: string) => `(
     select id, external_user_id, email, phone, first_name, last_name, created_at from recipients r
     where ${ofAccount('r', '$1', '$2')} and deleted_at is null
       and ${column} ~>=~ ${sought} and ${column} ~<~ (${sought} || chr(1114111))
     order by ${column} using ~<~ limit $5)`

/**
 * Recipients by the start of a name, an address or an external id. Equal texts first, then the newest. `turned`: the text with
 * its first word last, because some write the last name first.
 */
export const searchRecipients = sql(
  'search.recipients',
  `with found as materialized (
     ${startingWith(FULL_NAME, folded('$3::text'))}
     union all ${startingWith(FULL_NAME, folded('$7::text'))}
     union all ${startingWith(folded('last_name'), folded('$3::text'))}
     union all ${startingWith('lower(email)', 'lower($3::text)')}
     union all ${startingWith('lower(external_user_id)', 'lower($3::text)')}
     union all ${startingWith('phone', 'lower($4::text)')}
   ), once as (
     select distinct on (id) * from found order by id
   )
   select id as "id!", external_user_id, email, phone, first_name, last_name from once
   order by lower($3::text) in (lower(coalesce(email, '')), lower(coalesce(external_user_id, '')))
       or ${folded('$3::text')} in (${folded(`coalesce(first_name, '')`)}, ${folded(`coalesce(last_name, '')`)}, ${FULL_NAME}) or coalesce($4::text = phone, false) desc,
     created_at desc, id desc
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
