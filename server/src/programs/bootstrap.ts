/** The first objects of a new account, and the first account on an empty database. */
import { atHome, createAccount } from '../core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../core/accounts/api-keys.ts'
import { recordAudit } from '../core/accounts/audit.ts'
import { createMember } from '../features/members/members.ts'
import { hashPassword, newPassword } from '../features/sign-in/passwords.ts'
import type { ChannelType } from '../core/providers/provider.ts'
import { anyAccount, lockFirstStart } from '../core/accounts/queries.ts'
import { insertChannel, nextChannelId } from '../core/channels/queries.ts'
import { isoTime } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Databases } from '../platform/db/servers/databases.ts'
import type { Connection } from '../platform/db/sql.ts'
import { transaction } from '../platform/db/transaction.ts'
import { insertDevice } from '../core/recipients/device-queries.ts'
import { upsertRecipient } from '../core/recipients/writes.ts'
import { attachedChannel } from '../core/rendering/texts.ts'
import { insertTemplate, insertVersion, replaceChannels } from '../features/templates/queries.ts'

const ACCOUNT_NAME = 'Default'
const OWNER_EMAIL_DEFAULT = 'owner@localhost'

const CHANNELS = [
  { name: 'Sandbox email', channelType: 'email' as const },
  { name: 'Sandbox push', channelType: 'push' as const },
]

const TEMPLATE = {
  name: 'welcome_message',
  subject: 'Welcome, {{ user.first_name | default: "friend" }}',
  body: 'Hello {{ user.first_name | default: "there" }}, it is good to have you here.',
  bodyFormat: 'text' as const,
}

const TEST_RECIPIENT = { externalId: 'test-recipient', email: 'delivered@tidings.test', token: 'delivered-test-device' }

/** Credentials of the first start, for showing them once. */
export interface FirstStart {
  email: string
  password: string
  apiKey: string
}

/**
 * Creates the account "Default" with an owner, an API key, two sandbox channels and a template on both. Returns null if
 * there is an account already. If several processes start at once, only one creates the account.
 */
export async function bootstrap(
  databases: Pick<Databases, 'directory' | 'of'>,
  clock: Clock,
  config: Pick<Config, 'bootstrapApiKey' | 'bootstrapEmail' | 'bootstrapPassword'>,
): Promise<FirstStart | null> {
  const { pool } = databases.directory
  if ((await anyAccount(pool)).length > 0) return null
  const first: FirstStart = {
    email: config.bootstrapEmail ?? OWNER_EMAIL_DEFAULT,
    password: config.bootstrapPassword ?? newPassword(),
    apiKey: config.bootstrapApiKey ?? newApiKey(),
  }
  // Outside of the transaction, because hashing takes as long as the rest.
  const passwordHash = await hashPassword(first.password)
  return transaction(pool, async (connection) => {
    await lockFirstStart(connection)
    if ((await anyAccount(connection)).length > 0) return null
    await makeFirstAccount(databases, connection, clock, first, passwordHash)
    return first
  })
}

async function makeFirstAccount(
  databases: Pick<Databases, 'directory' | 'of'>,
  connection: Connection,
  clock: Clock,
  { email, apiKey }: FirstStart,
  passwordHash: string,
): Promise<void> {
  const account = await createAccount(connection, clock, ACCOUNT_NAME)
  const owner = { bucket: account.bucket, accountId: account.id }
  const member = await createMember(connection, clock, { ...owner, email, role: 'owner', passwordHash })
  if (!member.ok) throw new Error(`The owner of the first account could not be created: ${member.reason}`)
  const name = ACCOUNT_NAME
  const key = await createApiKey(connection, clock, { ...owner, name, role: 'full', key: apiKey })
  const about = { action: 'api_key.created', target: `api_key:${key.id}`, details: { name, role: 'full' } }
  await recordAudit(connection, [{ ...owner, actor: 'system', at: clock.now(), origin: null, ...about }])
  await atHome(databases, connection, account, (own) => makeFirstObjects(own, clock, owner))
}

interface Owner {
  bucket: number
  accountId: number
}

const SYSTEM = { actor: 'system', origin: null }

/** The recipient of the first test message. All channels of the template reach it. */
async function makeTestRecipient(connection: Connection, { bucket, accountId }: Owner, now: string): Promise<void> {
  const { externalId, email, token } = TEST_RECIPIENT
  const recipient = await upsertRecipient(
    connection,
    { bucket, accountId, changer: SYSTEM },
    externalId,
    { email },
    now,
  )
  await insertDevice(connection, bucket, accountId, recipient.id, 'fcm', token, null, now)
}

/**
 * Creates the objects for a first message: two sandbox channels, the template `welcome_message` on both, and a test
 * recipient with an address and a device. Returns the names of the channels and the template.
 */
export async function makeFirstObjects(
  connection: Connection,
  clock: Clock,
  owner: Owner,
): Promise<{ channels: string[]; template: string }> {
  const now = isoTime(clock.now())
  const channelIds: number[] = []
  for (const channel of CHANNELS) channelIds.push(await makeChannel(connection, owner, channel, now))
  await makeTemplate(connection, owner, channelIds, now)
  await makeTestRecipient(connection, owner, now)
  return { channels: CHANNELS.map(({ name }) => name), template: TEMPLATE.name }
}

async function makeChannel(
  connection: Connection,
  { bucket, accountId }: Owner,
  { name, channelType }: { name: string; channelType: ChannelType },
  now: string,
): Promise<number> {
  const [next] = await nextChannelId(connection)
  const { id } = next!
  const about = [name, channelType, 'sandbox', '{}', null, true, now, null, null] as const
  await insertChannel(connection, bucket, accountId, id, ...about, true, [], false)
  return id
}

async function makeTemplate(
  connection: Connection,
  { bucket, accountId }: Owner,
  channelIds: readonly number[],
  now: string,
): Promise<void> {
  const { name, subject, body, bodyFormat } = TEMPLATE
  const [template] = await insertTemplate(connection, bucket, accountId, name, null, now)
  const { id } = template!
  const attached = channelIds.map((id) => attachedChannel({ notification_channel_id: id }))
  const channels = JSON.stringify(attached)
  await insertVersion(
    connection,
    bucket,
    accountId,
    id,
    1,
    subject,
    body,
    bodyFormat,
    channels,
    false,
    false,
    now,
    true,
    'normal',
  )
  await replaceChannels(connection, bucket, accountId, id, channels)
}
