import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/route.ts'
import { Nullable, Time } from '../../platform/http/schemas.ts'
import { tags } from '../../core/webhooks/endpoints/schemas.ts'

/** The newest and the oldest attempts that are searched, each. */
const ATTEMPTS_MAX = 50

const findFirstSteps = sql<{ event_confirmed_at: number }, [bucket: number, accountId: number]>(
  'first_steps.find',
  'select event_confirmed_at from first_steps where bucket = $1 and account_id = $2',
)

/** Looks for a successful attempt and stores its time. Returns no row if there is none. */
const recordConfirmed = sql<{ event_confirmed_at: number }, [bucket: number, accountId: number, attemptsMax: number]>(
  'first_steps.record',
  `with endpoint as (
     select id from webhook_endpoints where bucket = $1 and account_id = $2
   ), seen as (
     (select created_at, succeeded from attempts
      where bucket = $1 and account_id = $2 and endpoint_id = (select id from endpoint) and created_at > '-infinity'
      order by created_at limit $3)
     union all
     (select created_at, succeeded from attempts
      where bucket = $1 and account_id = $2 and endpoint_id = (select id from endpoint) and created_at > '-infinity'
      order by created_at desc limit $3)
   ), recorded as (
     insert into first_steps (bucket, account_id, event_confirmed_at)
     select $1, $2, min(created_at) from seen where succeeded having count(*) > 0
     on conflict (bucket, account_id) do nothing
     returning event_confirmed_at
   )
   select event_confirmed_at from recorded`,
)

const FirstSteps = Type.Object({
  event_confirmed_at: Nullable(
    Type.String({
      ...Time,
      description: 'When your receiver first confirmed an event. It stays, even if events fail later',
    }),
  ),
})

/** The first steps that nothing else shows once they lie back. The dashboard asks until all are done. */
export function firstStepsRoutes(app: App): void {
  app.get(
    '/api/v1/first_steps',
    {
      schema: {
        tags,
        summary: 'Show whether your receiver has ever confirmed an event',
        description: 'The dashboard shows its first steps until then.',
        response: { 200: Type.Object({ first_steps: FirstSteps }) },
      },
    },
    async ({ pool, caller: { bucket, accountId } }) => {
      const [known] = await findFirstSteps(pool, bucket, accountId)
      const [found] = known === undefined ? await recordConfirmed(pool, bucket, accountId, ATTEMPTS_MAX) : [known]
      return { first_steps: { event_confirmed_at: isoTime(found?.event_confirmed_at ?? null) } }
    },
  )
}
