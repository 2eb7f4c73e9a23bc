import { findDelivery } from '../../core/deliveries/find-delivery.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { deliveryView, DeliveryOutput } from '../../core/deliveries/routes.ts'
import type { Clock } from '../../platform/clock.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { IdParams } from '../../platform/http/schemas.ts'

/** The route that repeats a send now instead of at its time. */
export function retryRoute(app: App, clock: Clock, recorder: Recorder): void {
  app.post(
    '/api/v1/deliveries/:id/retry',
    {
      schema: {
        tags: ['Deliveries'],
        summary: 'Repeat the send of a delivery now',
        description:
          'The delivery must have the status `retrying`. The send is one of its six, and the pause after it follows the schedule.',
        params: IdParams,
        response: { 200: DeliveryOutput },
      },
    },
    ({ write, caller, params }) =>
      write(async (tx) => {
        const { bucket, accountId, id: deliveryId, status } = await findDelivery(tx, caller, params.id)
        const key = { bucket, accountId, deliveryId }
        const released = status === 'retrying' ? await recorder.releaseSends(tx, [key], clock.now(), true) : 0
        if (released === 0) throw new ApiError('not_retrying', { path: { id: deliveryId } })
        return deliveryView(await findDelivery(tx, caller, deliveryId))
      }),
  )
}
