import type { Readable } from 'node:stream'
import Type from 'typebox'
import type { Context } from '../../platform/context.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { invalid, rateLimited } from '../../platform/errors.ts'
import { onceClosed } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/route.ts'
import { decodePosition } from './feed.ts'
import { createLiveStreams } from './live.ts'

const DESCRIPTION = `Server-sent events. Each message \`events\` contains \`{"events": [{"id", "type", "delivery_id", "created_at"}]}\`:
the events since the previous message, in the order of the event feed and without gaps. The \`id\` of a message is a
cursor of this feed. To continue from a cursor, send it as \`Last-Event-ID\` or \`after\`; without a cursor the stream
starts now. A stream ends after a minute, or within 10 seconds of its key or session: then connect again. An account may have ${LIMITS.feedsOfAccount.max} streams at a time.`

/** Streams events as they happen. */
export function liveRoutes(app: App, context: Pick<Context, 'clock' | 'log'>): void {
  const streams = createLiveStreams(context)
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })

  app.get(
    '/api/v1/live',
    {
      schema: {
        tags: ['Webhook events'],
        summary: 'Stream the events as they are emitted',
        description: DESCRIPTION,
        querystring: Type.Object({
          after: Type.Optional(Type.String({ maxLength: 200, description: 'A cursor of the event feed' })),
        }),
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 200 })) }),
        response: { 200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } } },
      },
    },
    (request, reply) => {
      const { 'last-event-id': lastEventId } = request.headers
      const cursor = lastEventId || request.query.after
      const after = cursor === undefined ? null : decodePosition(cursor)
      if (cursor !== undefined && after === null) throw invalid({ after: ['is not a cursor of the event feed'] })
      const readerGone = new AbortController()
      onceClosed(reply, () => readerGone.abort())
      const reader = {
        pool: request.pool,
        account: request.caller,
        gone: readerGone.signal,
        authenticateAgain: () => request.authenticateAgain(),
      }
      const stream = streams.open(reader, after)
      if (stream === null) throw rateLimited(0, { sentence: 'Too many streams are open: close one first' })
      // The connection closes with its stream, so a stopping service does not wait for it.
      void reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
        .type('text/event-stream; charset=utf-8')
      return stream
    },
  )
}
