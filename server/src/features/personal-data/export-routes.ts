import { Readable } from 'node:stream'
import Type from 'typebox'
import type { RouteContext } from '../../platform/context.ts'
import { givenBefore } from '../../core/accounts/password-again.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import { ApiError, rateLimited } from '../../platform/errors.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { onceClosed } from '../../platform/http/responses.ts'
import type { App } from '../../platform/http/route.ts'
import { IdParams, OpenObject, Time } from '../../platform/http/schemas.ts'
import { exportPerson, findExportable } from './export.ts'
import type { ExportTools } from './export.ts'

/** Exports of an account at the same time. Each has a page in memory. */
/** A reader that takes nothing for this time is cut off, ms. */
const IDLE_MS = 60_000
/** Characters of the export that wait for the reader, besides the row under way. */
const WAITING_CHARACTERS = 64 * 1024

const DESCRIPTION = `Streams all data of one notification user: its fields, devices, suppressed addresses, messages with their texts
and attributes, deliveries, sends, reports of mail servers, events, webhook attempts, sandbox messages and the inbox. A deleted notification user can be
exported until it is erased. The response is complete if its JSON is. Rows may change during the export.`

/** Streams all data of a person. */
export function exportRoutes(app: App, { clock, log, parts }: Pick<RouteContext, 'log'> & ExportTools): void {
  const lists = Object.fromEntries(parts.map(({ name }) => [name, Type.Array(OpenObject)]))
  const Export = Type.Object({ exported_at: Time, notification_user: OpenObject, ...lists })
  const exports = new FairGate<number>({ placesMax: LIMITS.exports.max, ofKeyMax: LIMITS.exportsOfAccount.max })

  app.get(
    '/api/v1/notification_users/:id/export',
    {
      config: { passwordAgain: givenBefore },
      schema: {
        tags: ['Notification users'],
        summary: 'Export all data of a notification user',
        description: DESCRIPTION,
        params: IdParams,
        response: {
          200: { content: { 'application/json': { schema: Type.Unsafe<Readable>(Export) } } },
        },
      },
    },
    async (request, reply) => {
      const { pool, caller } = request
      const key = { bucket: caller.bucket, accountId: caller.accountId, recipientId: request.params.id }
      const person = await findExportable(pool, key)
      if (person === null) throw new ApiError('not_found')
      const leave = exports.enterNow(key.accountId)
      if (leave === null) throw rateLimited(0, { sentence: 'Too many exports are running: wait until one has ended' })
      onceClosed(reply, leave)
      reply.raw.setTimeout(IDLE_MS)
      const options = { objectMode: false, highWaterMark: WAITING_CHARACTERS }
      const stream = Readable.from(exportPerson(pool, { clock, parts }, key, person), options)
      // The reader sees that the JSON is cut off.
      stream.once('error', (error) =>
        logFailure(log, 'requests', { event: 'export.failed', account_id: key.accountId }, error),
      )
      void reply
        .header('content-disposition', `attachment; filename="notification_user_${key.recipientId}.json"`)
        .type('application/json; charset=utf-8')
      return stream
    },
  )
}
