/** Serves pixels, and records the opens that they report. */
import type { CommonContext } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { App } from '../../platform/http/route.ts'
import type { Recorder } from './advance.ts'
import { DELIVERY_KEYS } from './delivery.ts'
import type { DeliveryKey } from './delivery.ts'
import { isMachine } from './known-programs.ts'
import { OPEN_PATH } from './open-pixel.ts'
import type { OpenPixels } from './open-pixel.ts'

const BATCH_OPENS_MAX = 500

/**
 * Deliveries begun to be sent and not opened yet. Others are skipped without a lock, because the same pixel may be
 * requested thousands of times.
 */
const findUnopened = DELIVERY_KEYS.sql(
  'deliveries.find_unopened',
  ({ input, between }) => `select distinct d.bucket, d.account_id, d.id
   from ${input}
   cross join ${rowOf(['deliveries', 'd'], 'input', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')}`)}
   left join ${rowOf(['send_queue', 'q'], 'd', ['delivery_id', 'id'])} on true
   where d.opened_at is null and d.queued_at is not null and (q.delivery_id is null or q.sends_made > 0)`,
)

export interface Opens {
  /** Records an open later. Returns nothing, so that the response cannot reveal anything about the token. */
  report(delivery: DeliveryKey): void
  /** Resolves when all reported opens are recorded. */
  drained(): Promise<void>
}

export function createOpens({ pool, clock, config, log }: CommonContext, recorder: Recorder): Opens {
  const batcher = new Batcher<DeliveryKey, null>({
    itemsMax: BATCH_OPENS_MAX,
    slots: 2,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(deliveries) {
      const rows = await findUnopened(pool, deliveries)
      if (rows.length > 0)
        await transaction(pool, (tx) =>
          recorder.advance(
            tx,
            rows.map(({ bucket, accountId, id: deliveryId }) => {
              return { bucket, accountId, deliveryId, fact: 'opened' as const, source: 'pixel' as const }
            }),
          ),
        )
      return deliveries.map(() => null)
    },
  })
  return {
    report(delivery) {
      batcher.add(delivery).catch((error: unknown) => {
        const ids = { delivery_id: delivery.deliveryId, account_id: delivery.accountId }
        logFailure(log, 'tasks', { event: 'delivery.open_not_recorded', ...ids }, error)
      })
    },
    drained: () => batcher.drained(),
  }
}

/** A transparent GIF of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Allows pages that isolate themselves from other origins to show it.
  'cross-origin-resource-policy': 'cross-origin',
}

interface OpenDependencies {
  pixels: OpenPixels
  /** The server with the bucket's rows. Null if it is away: the open is lost. */
  serverAt(bucket: number): { opens: Pick<Opens, 'report'> } | null
}

/**
 * The pixels of HTML mail. The response is always the same, whether the token is valid or not (docs/specification.md).
 */
export function openRoutes(app: App, { pixels, serverAt }: OpenDependencies): void {
  app.get<{ Params: { file: string } }>(`${OPEN_PATH}/:file`, { schema: { hide: true } }, (request, reply) => {
    const [, token] = /^(.+)\.gif$/.exec(request.params.file) ?? []
    const delivery = token === undefined ? null : pixels.read(token)
    // A HEAD request is not an open, and a known program is not a reader.
    const isOpen = request.method === 'GET' && !isMachine(request.headers['user-agent'])
    if (delivery !== null && isOpen) serverAt(delivery.bucket)?.opens.report(delivery)
    return reply.headers(HEADERS).type('image/gif').send(GIF)
  })
}
