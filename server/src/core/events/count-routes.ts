import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { App } from '../../platform/http/route.ts'
import { IntegerInput, Time } from '../../platform/http/schemas.ts'
import { listCounts } from './count-queries.ts'

const HOUR_MS = 3_600_000
const HOURS_DEFAULT = 24
/** A response has a row per type and hour, and this bounds it. */
const HOURS_MAX = 48

const Count = Type.Object({
  hour: Type.Unsafe<string>({ ...Time, description: 'The start of the hour' }),
  type: Type.String({ examples: ['delivery.sent'] }),
  events: Type.Integer(),
})

/** Serves the counts of recent events. */
export function countRoutes(app: App, { clock }: Pick<Context, 'clock'>): void {
  app.get(
    '/api/v1/event_counts',
    {
      schema: {
        tags: ['Webhook events'],
        summary: 'Count the events by hour and type',
        description:
          'Counts the hours up to now, oldest first. If there are no events of a type in an hour, the hour ' +
          'has no row for it. New events are counted within seconds.',
        querystring: Type.Object({
          hours: Type.Optional(IntegerInput(1, HOURS_MAX, { default: HOURS_DEFAULT })),
        }),
        response: { 200: Type.Object({ since: Time, event_counts: Type.Array(Count) }) },
      },
    },
    async ({ pool, caller, query }) => {
      const hours = query.hours ?? HOURS_DEFAULT
      const since = isoTime((Math.floor(clock.now() / HOUR_MS) - hours + 1) * HOUR_MS)
      const rows = await listCounts(pool, caller.bucket, caller.accountId, since)
      return { since, event_counts: rows.map(({ hour, type, events }) => ({ hour: isoTime(hour), type, events })) }
    },
  )
}
