/**
 * The API with the usual simple way of storing: each create is a transaction of its own with an INSERT for every row, on
 * its own connection for each caller. Everything not about storing is the same server: requests are authenticated,
 * limited, read, validated, rendered, answered and logged. The rows are those of a create: a message, and for each
 * delivery the delivery, its send and its event. The event's body is not built here.
 */
import { createShares } from '../src/platform/admission/shares.ts'
import { writeOn } from '../src/platform/db/transaction.ts'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { authenticate } from '../src/core/accounts/authentication.ts'
import { createSessionCredentials } from '../src/features/sign-in/sessions/authentication.ts'
import { inArea } from '../src/core/accounts/areas.ts'
import type { Context } from '../src/platform/context.ts'
import { Recorder } from '../src/core/deliveries/advance.ts'
import { createEmitter } from '../src/core/events/event.ts'
import { createIdempotency } from '../src/platform/http/idempotency.ts'
import { limitRequests } from '../src/platform/admission/requests.ts'
import { observeRequests } from '../src/platform/http/observe-requests.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import { createServer } from '../src/platform/http/server.ts'
import { createEventIds } from '../src/platform/ids.ts'
import { MessageCreator, checkInput } from '../src/core/messages/create.ts'
import type { CreateResult } from '../src/core/messages/create.ts'
import type { Draft, Sender } from '../src/core/messages/draft.ts'
import type { MessageInput } from '../src/core/messages/schemas.ts'
import { messageRoutes } from '../src/core/messages/routes.ts'
import { createPreferenceLinks } from '../src/core/recipients/preferences/links.ts'
import { Rendering } from '../src/core/rendering/rendering.ts'
import { CONNECTIONS } from './creates.ts'
import { openReference } from './open-reference.ts'

/** About as long as the body of a delivery. */
const EVENT_BODY = 'x'.repeat(600)

const INSERTS = {
  message: `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
      rendered_body, attributes, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())`,
  delivery: `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, 'queued', now(), now(), now())`,
  send: 'insert into send_queue (bucket, account_id, channel_id, delivery_id, due_at) values ($1, $2, $3, $4, now())',
  event: `insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped, outcome_after)
    values ($1, $2, $3, 'delivery.queued', $4, now(), 'api', $5, 'no_endpoint', 'queued')`,
} as const

const { config, clock, log, database } = await openReference()
const context: Context = {
  config,
  clock,
  log,
  pool: database.pool,
  metrics: createMetrics(),
  tracing: null,
}
const eventIds = createEventIds(clock)
const recorder = new Recorder(
  eventIds,
  createEmitter(() => {}),
  () => {},
)
const pool = new Pool({ connectionString: database.maintenanceAddress.url, max: CONNECTIONS })

async function insertRows(client: PoolClient, { message, deliveries }: Draft): Promise<void> {
  const { bucket, accountId, id: messageId, recipientId } = message
  const insert = (name: keyof typeof INSERTS, ...values: unknown[]) =>
    client.query({ name, text: INSERTS[name], values: [bucket, accountId, ...values] })
  const { templateId, templateVersion, renderedSubject, renderedBody, attributes } = message
  const texts = [renderedSubject, renderedBody, attributes]
  await insert('message', messageId, recipientId, templateId, templateVersion, ...texts)
  for (const { deliveryId, channel } of deliveries) {
    await insert('delivery', deliveryId, messageId, recipientId, channel.id)
    await insert('send', channel.id, deliveryId)
    await insert('event', eventIds.next(0).id, deliveryId, EVENT_BODY)
  }
}

class SingleInsertCreator extends MessageCreator {
  override async create(_pool: unknown, sender: Sender, input: MessageInput): Promise<CreateResult> {
    const checked = checkInput(input, clock.now())
    if (!checked.ok) return checked
    const found = await this.drafter.references(sender, input, null)
    if (!found.ok) return found
    const ids = await this.drafter.takeIds(input, found.template)
    const draft = await this.drafter.draft(sender, input, found, ids, null)
    if (!draft.ok) return draft
    const client = await pool.connect()
    try {
      await client.query('begin')
      await insertRows(client, draft)
      await client.query('commit')
    } finally {
      client.release()
    }
    return { ok: true, message: draft.created }
  }
}

const shares = createShares({ pool: database.pool, connectionsMax: database.pool.options.max, waitMsMax: 60_000 })
const creating = { ...context, pool: shares.ofAll('creation') }
const app = createServer(context)
observeRequests(app, context)
const sessions = createSessionCredentials({ ...context, poolOf: shares.ofSessions, directory: null })
authenticate(app, { ...context, pool: shares.ofAll('authentication'), sessions, directory: null })
limitRequests(app, context)
app.addHook('onRequest', (request, _reply, done) => {
  request.pool = shares.ofAccount(request.caller.accountId)
  request.write = writeOn(request.pool)
  done()
})
const messages = new SingleInsertCreator(creating, {
  recorder,
  rendering: new Rendering(context),
  links: createPreferenceLinks([Buffer.alloc(32, 1)], () => null),
})
const idempotency = createIdempotency(creating)
inArea(app, 'sending', (room) =>
  messageRoutes(room, context, {
    ...{ serverOf: () => ({ messages, idempotency }), recorder },
    onSeen: async () => {},
  }),
)
const url = await app.listen({ host: config.host, port: config.port })
console.log(JSON.stringify({ event: 'service.started', url }))
process.once('SIGTERM', () => process.exit(0))
