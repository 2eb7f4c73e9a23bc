/**
 * Mails of programs that send by SMTP only: each recipient of the envelope gets a message. The code of
 * `POST /api/v1/messages` creates it, so every rule of messages applies.
 */
import { writeOn } from '../../platform/db/transaction.ts'
import { hash } from 'node:crypto'
import { ofAccount } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { asGiven, readBody } from '../../platform/http/body.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { IdempotencyKey } from '../../platform/http/request-head.ts'
import type { Caller } from '../../platform/http/route.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import type { Shares } from '../../platform/admission/shares.ts'
import { findSmtpTemplate } from '../../core/accounts/queries.ts'
import { requesterOf } from '../../core/deliveries/advance.ts'
import type { Keyed, MessageCreator } from '../../core/messages/create.ts'
import type { Message } from '../../core/messages/message.ts'
import { messageBody } from '../../core/messages/schemas.ts'
import type { MessageInput } from '../../core/messages/schemas.ts'
import { headerValue, parseMail } from '../../core/providers/mail.ts'
import { fieldsOfMail, mistakeInMail } from './mail-fields.ts'
import type { MailFields } from './mail-fields.ts'
import { later, Refused } from './protocol.ts'

export interface IngressTools {
  /** The server with the bucket's rows. */
  serverOf(bucket: number): { messages: Pick<MessageCreator, 'create'>; idempotency: Idempotency; shares: Shares }
}

export interface GivenMail {
  caller: Caller
  /** The address of the client. */
  origin: string
  /** Email addresses. */
  recipients: readonly string[]
  source: Buffer
}

/** The oldest recipient with the address, by the index of emails. */
const findByEmail = sql(
  'recipients.find_by_email',
  `select id from recipients where ${ofAccount('recipients', '$1', '$2')} and deleted_at is null
     and lower(email) = lower($3) order by id limit 1`,
)

/** Names the recipient with the address, or makes one whose own id is the address. */
async function recipientFields(
  pool: AccountPool,
  { bucket, accountId }: Caller,
  email: string,
): Promise<Partial<MessageInput>> {
  const [found] = await findByEmail(pool, bucket, accountId, email)
  if (found !== undefined) return { notification_user_id: found.id }
  return { external_user_id: email, notification_user: { external_user_id: email, email } }
}

/**
 * The key of the mail for one recipient. A client whose connection broke before the reply sends the same mail again. No
 * request has such a key, because it has a space.
 */
function keyOf({ bucket, accountId }: Caller, messageId: string, email: string): IdempotencyKey {
  const digest = hash('sha256', `${messageId}\n${email}`, 'buffer')
  return { bucket, accountId, key: `smtp ${digest.toString('base64url')}`, fingerprints: [digest] }
}

const storedOf = ({ id, recipientId }: Message) => ({
  status: 201,
  recipientIds: [recipientId],
  body: JSON.stringify({ id }),
})

/** The refusal of a message, for good or for now. */
function refusalOf(error: ApiError, fields: MailFields): Refused {
  if (error.status >= 500 || error.status === 409 || error.status === 429) return later()
  return new Refused(
    554,
    `5.6.0 ${mistakeInMail(error, fields)
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, 300)}`,
  )
}

/**
 * Creates the messages of a mail. Resolves with their ids when all are durable. Throws `Refused` if one of them cannot be
 * created: a client that repeats the mail gets the ids of the others again.
 */
export async function takeMail({ serverOf }: IngressTools, given: GivenMail): Promise<number[]> {
  const { caller, origin, recipients, source } = given
  const { bucket, accountId, actor } = caller
  const { messages, idempotency, shares } = serverOf(bucket)
  const pool = shares.ofAccount(accountId)
  const mail = await parseMail(source)
  if (mail === null) throw new Refused(554, '5.6.0 The mail has too many parts or headers')
  const [account] = await findSmtpTemplate(pool, bucket, accountId)
  const read = fieldsOfMail(mail, account?.smtpTemplateId ?? null)
  if (!read.ok) throw new Refused(554, `5.6.0 ${read.reason}`)
  const sender = { bucket, accountId, requester: requesterOf(caller), changer: { actor, origin }, traceparent: null }
  const messageId = headerValue(mail, 'message-id').trim()

  async function create(fields: MailFields, email: string, keyed: Keyed | null): Promise<Message | 'key_taken'> {
    const message = { ...fields, ...(await recipientFields(pool, caller, email)) }
    const request = {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ message })),
    }
    const input = readBody(request, messageBody)
    const result = await messages.create({ write: writeOn(pool) }, sender, input, keyed)
    if (result === 'key_taken') return result
    if (!result.ok) throw asGiven(request, invalid(result.errors, result.code))
    return result.message
  }

  async function once(fields: MailFields, email: string): Promise<number> {
    // Without a Message-ID, two mails with one text may be two messages.
    if (messageId === '') return ((await create(fields, email, null)) as Message).id
    const key = keyOf(caller, messageId, email)
    const response = await idempotency.once(pool, key, async () => {
      const made = await create(fields, email, { key, responseOf: storedOf })
      return made === 'key_taken' ? made : storedOf(made)
    })
    return (JSON.parse(response.body) as { id: number }).id
  }

  try {
    const ids: number[] = []
    for (const email of recipients) ids.push(await once(read.fields, email))
    return ids
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error, read.fields) : error
  }
}
