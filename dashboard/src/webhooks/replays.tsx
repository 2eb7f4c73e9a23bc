/** The replays of an endpoint, read once for all parts of a page. */
import { useChange, useReadPages } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { REPLAYS } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

export type Replay = Operations[typeof REPLAYS]['answer']['replays'][number]

const RUNNING_EVERY_MS = 2000
/** Another member may start one. */
const ENDED_EVERY_MS = 10_000

export const isUnderWay = ({ status }: Replay) => status === 'running' || status === 'held'

/** The newest replay comes first. */
export function useReplays({ id }: WebhookEndpoint) {
  const everyMs = (rows?: Replay[]) => (rows?.some(isUnderWay) === true ? RUNNING_EVERY_MS : ENDED_EVERY_MS)
  return useReadPages(REPLAYS, { path: { id } }, ({ replays }) => replays, { everyMs })
}

/** The change that cancels a replay of the endpoint. The caller shows its error. */
export const useCancelReplay = () =>
  useChange('POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel', { changes: [REPLAYS] })

export function CancelReplay({
  endpoint: { id },
  replay: { id: replayId },
  cancel,
}: {
  endpoint: WebhookEndpoint
  replay: Replay
  cancel: ReturnType<typeof useCancelReplay>
}) {
  return (
    <Button
      whyNot={useWhyNot('change')}
      busy={cancel.isPending}
      onClick={() => cancel.mutate({ path: { id, replay_id: replayId } })}
    >
      Cancel
    </Button>
  )
}
