import type { Readable } from 'node:stream'
import Type from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { invalid, rateLimited } from '../../platform/errors.ts'
import { enterAll, FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { onceClosed } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/route.ts'
import { CURSOR_CHARACTERS_MAX } from './changes.ts'
import { ownerName } from './queries.ts'
import { ownerOf } from './routes.ts'
import type { InboxTail } from './tail.ts'
import { TOKEN_CHARACTERS_MAX } from './tokens.ts'

/** A stream ends after this time, ms. */
const LIFETIME_MS = 5 * 60_000

const DESCRIPTION = `Server-sent events of the inbox. \`message\`: a new message. \`change\`: a message after a change of its states. \`change_all\`:
all messages up to \`up_to\` (null: all) that were not archived have the state. \`counts\`: the first event, and the last after changes.
\`reset\`: the cursor was too old, so read the list anew. The \`id\` of an event is a cursor: to continue without a gap, send it as
\`Last-Event-ID\` or \`last_event_id\`. A stream ends after ${LIFETIME_MS / 60_000} minutes, when the token expires, or within 10 seconds of the deletion of its key: then connect again. A recipient may have
${LIMITS.inboxStreamsOfRecipient.max} streams at a time. Only this route takes the token as the parameter \`token\` too.`

export interface StreamRouteDependencies {
  clock: Clock
  /** Connections that this process accepts. */
  httpConnectionsMax: number
  tailOf(bucket: number): InboxTail
  /** Ends the streams of all servers. */
  endStreams(): void
}

/** Streams the changes of an inbox as they happen. */
export function streamRoutes(
  app: App,
  { clock, httpConnectionsMax, tailOf, endStreams }: StreamRouteDependencies,
): void {
  const streamsMax = Math.floor(httpConnectionsMax * LIMITS.inboxStreams.max.part)
  const ofAccountMax = Math.floor(streamsMax * LIMITS.inboxStreamsOfAccount.max.part)
  const accounts = new FairGate({ placesMax: streamsMax, ofKeyMax: ofAccountMax })
  const recipients = new FairGate({ ofKeyMax: LIMITS.inboxStreamsOfRecipient.max })
  app.addHook('preClose', (done) => {
    endStreams()
    done()
  })

  app.get(
    '/api/v1/inbox/stream',
    {
      config: { takesQueryToken: true },
      schema: {
        tags: ['Inbox'],
        summary: 'Stream the changes of the inbox',
        description: DESCRIPTION,
        querystring: Type.Object({
          token: Type.Optional(Type.String({ maxLength: TOKEN_CHARACTERS_MAX, description: 'The recipient token' })),
          last_event_id: Type.Optional(
            Type.String({ maxLength: CURSOR_CHARACTERS_MAX, description: 'The id of the last event' }),
          ),
        }),
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: CURSOR_CHARACTERS_MAX })) }),
        response: { 200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } } },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const leave = enterAll([
        [accounts, owner.accountId],
        [recipients, ownerName(owner.accountId, owner.recipientId)],
      ])
      if (typeof leave !== 'function') throw rateLimited(0, { sentence: 'Too many streams are open: close one first' })
      onceClosed(reply, leave)
      const { 'last-event-id': lastEventId } = request.headers
      const cursor = lastEventId || request.query.last_event_id || null
      const endsAt = clock.monotonic() + Math.min(LIFETIME_MS, request.tokenExpiresAt - clock.now())
      const stream = await tailOf(owner.bucket).open({
        ...{ pool: request.pool, owner, keyId: request.signingKeyId, cursor, endsAt },
      })
      if (stream === 'invalid') throw invalid({ last_event_id: ['is not a cursor of the inbox'] })
      // A HEAD request, or a reader that has gone meanwhile, takes nothing.
      onceClosed(reply, () => stream.destroy())
      // The connection closes with its stream, so a stopping service does not wait for it.
      void reply.headers({ 'x-accel-buffering': 'no', connection: 'close' }).type('text/event-stream; charset=utf-8')
      return stream
    },
  )
}
