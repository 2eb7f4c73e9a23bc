import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { LiftDialog } from './lift-dialog.tsx'

type Suppression = Answer<'GET /api/v1/suppressions'>['suppressions'][number]

const COLUMNS: readonly CsvColumn<Suppression>[] = [
  ['Address', ({ address }) => address],
  ['Type', ({ channel_type: type }) => type],
  ['Reason', ({ reason }) => reason],
  ['Delivery', ({ delivery_id: id }) => id],
  ['Since', ({ created_at: at }) => at],
]

/** The suppressed addresses of the account, or only this address. */
export function Suppressions({ address }: { address?: string }) {
  const [lifted, setLifted] = useState<Suppression | null>(null)
  const whyNot = useWhyNot('change')
  const query = address === undefined ? {} : { query: { address } }
  const pages = useReadPages('GET /api/v1/suppressions', query, ({ suppressions }) => suppressions)
  return (
    <section className="stack" aria-label="Suppressed addresses">
      {address === undefined && (
        <div className="row end">
          <DownloadCsv
            file="suppressed-addresses"
            list="GET /api/v1/suppressions"
            input={query}
            rowsOf={({ suppressions }) => suppressions}
            columns={COLUMNS}
          />
        </div>
      )}
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
            title: 'Allow again',
            kind: 'actions',
            cell: (suppression) => (
              <Button
                aria-label={`Allow again: ${suppression.address}`}
                whyNot={whyNot}
                onClick={() => setLifted(suppression)}
              >
                Allow again
              </Button>
            ),
          },
        ]}
        empty={
          <Empty title={address === undefined ? 'No suppressed addresses' : `${address} is not suppressed`}>
            After a bounce or a complaint, the service sends nothing more to an address.
          </Empty>
        }
      />
      {lifted !== null && <LiftDialog id={lifted.id} address={lifted.address} onClose={() => setLifted(null)} />}
    </section>
  )
}
