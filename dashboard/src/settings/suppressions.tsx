import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'

type Suppression = Answer<'GET /api/v1/suppressions'>['suppressions'][number]

function LiftDialog({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const lift = useChange('DELETE /api/v1/suppressions/{id}', { changes: ['GET /api/v1/suppressions'] })
  const done = () => {
    showToast('Messages to the address are sent again')
    onClose()
  }
  return (
    <FormDialog
      title="Lift the suppression"
      action="Lift"
      danger
      busy={lift.isPending}
      error={lift.error}
      onClose={onClose}
      onSubmit={() => lift.mutate({ path: { id: suppression.id } }, { onSuccess: done })}
    >
      <p>
        The service sends to {suppression.address} again. If the address still refuses mail, your provider may count it
        against you. Failed deliveries are not sent again.
      </p>
    </FormDialog>
  )
}

/** The suppressed addresses of the account, or only this address. */
export function Suppressions({ address }: { address?: string }) {
  const [lifted, setLifted] = useState<Suppression | null>(null)
  const whyNot = useWhyNot('change')
  const query = address === undefined ? {} : { query: { address } }
  const pages = useReadPages('GET /api/v1/suppressions', query, ({ suppressions }) => suppressions)
  return (
    <section className="stack" aria-label="Suppressed addresses">
      <List
        label="Suppressed addresses"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Address', cell: (row) => row.address },
          { title: 'Reason', cell: ({ reason }) => reason },
          {
            title: 'Delivery',
            cell: ({ delivery_id: id }) =>
              id === null ? 'added by hand' : <Link to={`/deliveries/${id}`}>{`#${id}`}</Link>,
          },
          { title: 'Since', cell: ({ created_at: at }) => <Time at={at} full /> },
          {
            title: 'Lift',
            kind: 'actions',
            cell: (suppression) => (
              <Button
                tone="quiet"
                aria-label={`Lift the suppression of ${suppression.address}`}
                whyNot={whyNot}
                onClick={() => setLifted(suppression)}
              >
                Lift
              </Button>
            ),
          },
        ]}
        empty={
          <Empty title={address === undefined ? 'No suppressed addresses' : 'Not suppressed'}>
            After a bounce or a complaint, the service sends nothing more to an address.
          </Empty>
        }
      />
      {lifted !== null && <LiftDialog suppression={lifted} onClose={() => setLifted(null)} />}
    </section>
  )
}
