/** The list of recipients: the newest first, or in the order of their email. */
import Type from 'typebox'
import { ofAccount } from '../../platform/db/id-conditions.ts'
import { listSql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import { invalid } from '../../platform/errors.ts'
import { EMAIL_CHARACTERS_MAX } from '../../platform/http/email-address.ts'
import {
  bytesOf,
  linkNext,
  NEWEST_FIRST,
  pageOf,
  PAGE_ROWS_DEFAULT,
  pageQuery,
  pageValues,
  readPage,
  withinBytes,
} from '../../platform/http/pages.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { Nullable, RequiredText } from '../../platform/http/schemas.ts'
import { RECIPIENT_COLUMNS } from './queries.ts'
import { RecipientOutput, recipientView } from './recipient.ts'
import type { RecipientRow } from './recipient.ts'

const TEXTS = [
  'external_user_id',
  'email',
  'phone',
  'first_name',
  'last_name',
  'locale',
  'time_zone',
  'attributes::text',
  'preferences::text',
]

const listRecipients = listSql(
  'recipients.list',
  `with listed as materialized (
  select ${RECIPIENT_COLUMNS} from recipients r
  where ${ofAccount('r', '$1', '$2')} and deleted_at is null
    -- The index of the newest is for lists without these filters.
    and ($3::text is not null or $4::text is not null or created_at > '-infinity')
    and ($3::text is null or external_user_id = $3)
    and ($4::text is null or lower(email) = lower($4))
    and ($5::timestamptz is null or (created_at, id) < ($5, $6))
  order by created_at desc, id desc limit $7
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf(...TEXTS))} order by ${NEWEST_FIRST}`,
  JSON_WITH_DIGITS,
)

const BY_EMAIL = 'lower(email) using ~<~, id'

/**
 * $3: the start of the email. $4 and $5: the email and the id of the last row seen, or nulls. It reads a range of the index
 * of emails, like the search.
 */
const listRecipientsByEmail = listSql(
  'recipients.list_by_email',
  `with listed as materialized (
  select ${RECIPIENT_COLUMNS} from recipients r
  where ${ofAccount('r', '$1', '$2')} and deleted_at is null
    and lower(email) ~>=~ lower(coalesce($4::text, $3::text)) and lower(email) ~<~ (lower($3::text) || chr(1114111))
    and ($4::text is null or lower(email) <> lower($4::text) or id > $5::bigint)
  order by ${BY_EMAIL} limit $6
  ) ${withinBytes('listed', BY_EMAIL, bytesOf(...TEXTS))} order by ${BY_EMAIL}`,
  JSON_WITH_DIGITS,
)

/** Characters of a cursor with the longest email. A letter of a domain has up to 3 bytes, and base64url 4 characters for them. */
const CURSOR_CHARACTERS_MAX = 4 * EMAIL_CHARACTERS_MAX + 200

const encodePlace = (email: string, id: number): string => Buffer.from(`${id}.${email}`).toString('base64url')

/** The email and the id of the last row seen, nulls on the first page. Throws 422 if the cursor is of another list. */
function readPlace(cursor: string | undefined): [email: string | null, id: number | null] {
  if (cursor === undefined) return [null, null]
  const [, digits, email = ''] = /^(\d{1,15})\.([^\0]+@[^\0]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (encodePlace(email, Number(digits)) !== cursor) throw invalid({ cursor: ['is not a cursor of this list'] })
  return [email, Number(digits)]
}

/** The page, and the cursor of the next one or null. */
async function readByEmail(
  connection: Connection,
  { bucket, accountId }: Caller,
  start: string,
  { limit = PAGE_ROWS_DEFAULT, cursor }: { limit?: number; cursor?: string },
): Promise<{ rows: RecipientRow[]; nextCursor: string | null }> {
  const found = await listRecipientsByEmail(connection, bucket, accountId, start, ...readPlace(cursor), limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const isLastPage = last === undefined || last.found === rows.length
  return { rows, nextCursor: isLastPage ? null : encodePlace(last.email!, last.id) }
}

/** The route of the list. */
export function listRoute(app: App): void {
  app.get(
    '/api/v1/notification_users',
    {
      schema: {
        tags: ['Notification users'],
        summary: 'List the notification users, newest first',
        description: 'With `email_starts_with` they are in the order of their email.',
        querystring: Type.Object({
          ...pageQuery,
          cursor: Type.Optional(Type.String({ ...pageQuery.cursor, maxLength: CURSOR_CHARACTERS_MAX })),
          external_user_id: Type.Optional(Type.String({ maxLength: 255 })),
          email: Type.Optional(Type.String({ maxLength: 320, description: 'Upper and lower case are the same' })),
          email_starts_with: Type.Optional(
            RequiredText(EMAIL_CHARACTERS_MAX, {
              description: 'The start of the email. Upper and lower case are the same',
              examples: ['ada.'],
            }),
          ),
        }),
        response: {
          200: Type.Object({ notification_users: Type.Array(RecipientOutput), next_cursor: Nullable(Type.String()) }),
        },
      },
    },
    async (request, reply) => {
      const { pool, caller, query } = request
      const { external_user_id: externalUserId = null, email = null, email_starts_with: start } = query
      if (start === undefined) {
        const page = readPage(query)
        const { bucket, accountId } = caller
        const found = await listRecipients(pool, bucket, accountId, externalUserId, email, ...pageValues(page))
        const keyOf = (row: RecipientRow) => ({ createdAt: row.createdAt, id: row.id })
        const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
        return { notification_users: rows.map(recipientView), next_cursor: nextCursor }
      }
      if (externalUserId !== null || email !== null)
        throw invalid({ email_starts_with: ['cannot be combined with email or external_user_id'] })
      const { rows, nextCursor } = await readByEmail(pool, caller, start, query)
      if (nextCursor !== null) linkNext(request, reply, nextCursor)
      return { notification_users: rows.map(recipientView), next_cursor: nextCursor }
    },
  )
}
