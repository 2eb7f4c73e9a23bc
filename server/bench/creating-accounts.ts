import type { ServicePool } from '../src/platform/db/pool.ts'
import { newApiKey } from '../src/core/accounts/api-keys.ts'
import { hashApiKey } from '../src/core/accounts/authentication.ts'
import { makeEndpoints } from './backlog.ts'
import type { BenchEndpoint } from './backlog.ts'

/** Accounts that create messages, each with all objects a message refers to, and a webhook endpoint. */

export interface MessagingAccount extends BenchEndpoint {
  apiKey: string
  /** Events of one message. Each is POSTed. */
  webhooksPerMessage: number
}

/** An email channel and a text message channel: a message has a delivery on each. */
const CHANNEL_TYPES = ['email', 'sms']
/** Queued, sent and, 200 ms later, delivered. */
const EVENTS_PER_DELIVERY = 3

/** Events of one message on both channels, through the sandbox. Each is POSTed. */
export const WEBHOOKS_PER_MESSAGE = CHANNEL_TYPES.length * EVENTS_PER_DELIVERY

/** $1: buckets, $2: accounts. Every statement makes one row per account, or one per channel of every account. */
const rowsOf = (channelTypes: readonly string[]): readonly string[] => [
  `insert into recipients (bucket, account_id, external_user_id, email, phone, created_at, updated_at)
   select bucket, account_id, 'bench', 'bench@example.com', '+15005550006', now(), now() from input`,
  `insert into channels (bucket, account_id, name, channel_type, provider, created_at, updated_at)
   select bucket, account_id, type, type, 'sandbox', now(), now() from input cross join unnest('{${channelTypes.join()}}'::text[]) as type`,
  `insert into templates (bucket, account_id, name, version, created_at, updated_at)
   select bucket, account_id, 'bench', 1, now(), now() from input`,
  `insert into template_versions (bucket, account_id, template_id, version, subject, body, body_format, channels, created_at)
   select bucket, account_id, t.id, 1, 'Order {{ order }}',
     'Dear {{ user.first_name | default: "customer" }}, your order {{ order }} is on its way.', 'text',
     (select jsonb_agg(jsonb_build_object('notification_channel_id', c.id, 'subject', null, 'body', null) order by c.id)
       from channels c where c.bucket = input.bucket and c.account_id = input.account_id), now()
   from input join templates t using (bucket, account_id)`,
  `insert into template_channels (bucket, account_id, template_id, channel_id, position)
   select bucket, account_id, t.id, c.id, row_number() over (partition by bucket, account_id order by c.id)
   from input join templates t using (bucket, account_id) join channels c using (bucket, account_id)`,
]

/** Makes this number of accounts, with webhooks to `origin` and a sandbox channel of each type. */
export async function makeMessagingAccounts(
  pool: ServicePool,
  origin: string,
  count: number,
  channelTypes: readonly string[] = CHANNEL_TYPES,
): Promise<MessagingAccount[]> {
  const endpoints = await makeEndpoints(pool, origin, count)
  const webhooksPerMessage = channelTypes.length * EVENTS_PER_DELIVERY
  const accounts = endpoints.map((endpoint) => ({ ...endpoint, apiKey: newApiKey(), webhooksPerMessage }))
  const owners = [accounts.map((account) => account.bucket), accounts.map((account) => account.accountId)]
  const input = 'with input as (select * from unnest($1::smallint[], $2::bigint[]) as input (bucket, account_id))'
  for (const text of rowsOf(channelTypes)) await pool.query({ text: `${input} ${text}`, values: owners })
  await pool.query({
    text: `insert into api_keys (key_hash, bucket, account_id, name, role, last4, created_at)
      select key_hash, bucket, account_id, 'Bench', 'full', last4, now()
      from unnest($1::smallint[], $2::bigint[], $3::bytea[], $4::text[]) as input (bucket, account_id, key_hash, last4)`,
    values: [
      ...owners,
      accounts.map((account) => hashApiKey(account.apiKey)),
      accounts.map((account) => account.apiKey.slice(-4)),
    ],
  })
  await pool.query({ text: 'analyze' })
  return accounts
}
