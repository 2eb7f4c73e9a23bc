import { lazy, Suspense } from 'react'
import { loadAgain } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/notice.tsx'
import type { Draft } from '../draft.ts'
import type { Channel } from '../texts-card.tsx'

const DifferenceView = lazy(loadAgain(() => import('../difference-view.tsx')))

/** The difference between two states of a template. */
export function CompareDialog({
  title,
  before,
  after,
  channels,
  onClose,
}: {
  title: string
  before: Draft
  after: Draft
  channels: readonly Channel[]
  onClose: () => void
}) {
  const nameOf = (id: number) => channels.find((channel) => channel.id === id)?.name ?? 'a deleted channel'
  return (
    <Dialog title={title} wide onClose={onClose}>
      <Suspense fallback={<Loading label="Comparing" />}>
        <DifferenceView before={before} after={after} nameOf={nameOf} />
      </Suspense>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
