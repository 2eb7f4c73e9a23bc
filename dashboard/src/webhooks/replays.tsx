/** The replays of an endpoint, read once for all parts of a page. */
import { useChange, useReadPages } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { REPLAYS } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

export type Replay = Operations[typeof REPLAYS]['answer']['replays'][number]

const READ_EVERY_MS = 2000

/** The newest replay comes first. */
export function useReplays({ id }: WebhookEndpoint) {
  return useReadPages(REPLAYS, { path: { id } }, ({ replays }) => replays, { everyMs: READ_EVERY_MS })
}

export const isUnderWay = ({ status }: Replay) => status === 'running' || status === 'held'

export function CancelReplay({ endpoint, replay }: { endpoint: WebhookEndpoint; replay: Replay }) {
  const whyNot = useWhyNot('change')
  const cancel = useChange('POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel', { changes: [REPLAYS] })
  return (
    <>
      <Button
        whyNot={whyNot}
        busy={cancel.isPending}
        onClick={() => cancel.mutate({ path: { id: endpoint.id, replay_id: replay.id } })}
      >
        Cancel
      </Button>
      <ErrorNotice error={cancel.error} />
    </>
  )
}
