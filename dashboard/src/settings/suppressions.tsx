import { useState } from 'react'
import type { Answer, Input } from '../api/call.ts'
import { useChange, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { ChannelTypeName, titleOfType } from '../channels/channel-type.tsx'
import type { NotificationUser } from '../recipients/recipient.ts'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DownloadCsv, numbered } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { Filters, SelectField, TextField } from '../ui/field.tsx'
import { NothingFound } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { PageActions } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ListTime } from '../ui/time.tsx'
import { LiftDialog } from './lift-dialog.tsx'

type Suppression = Answer<'GET /api/v1/suppressions'>['suppressions'][number]

const COLUMNS: readonly CsvColumn<Suppression>[] = [
  ['Address', ({ address }) => address],
  ['Type', ({ channel_type: type }) => type],
  ['Reason', ({ reason }) => reason],
  ['Delivery', ({ delivery_id: id }) => numbered(id)],
  ['Since', ({ created_at: at }) => at],
]

const ADDED_TYPES = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
] as const

function AddDialog({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState<(typeof ADDED_TYPES)[number]['value']>('email')
  const [address, setAddress] = useState('')
  const add = useChange('POST /api/v1/suppressions', { changes: ['GET /api/v1/suppressions'] })
  const problems = add.error?.errors['address']
  return (
    <FormDialog
      title="Suppress an address"
      action="Suppress"
      busy={add.isPending}
      error={problems === undefined ? add.error : null}
      onClose={onClose}
      onSubmit={() => add.mutate({ body: { suppression: { channel_type: type, address } } }, { onSuccess: onClose })}
    >
      <p>The service sends nothing more to the address, until you allow it again.</p>
      <SelectField label="Type" value={type} choices={ADDED_TYPES} onChange={setType} />
      <TextField
        label="Address"
        required
        spellCheck={false}
        value={address}
        onChange={setAddress}
        problems={problems}
      />
    </FormDialog>
  )
}

function AddSuppression() {
  const [isOpen, setOpen] = useState(false)
  const whyNot = useWhyNot('change')
  return (
    <>
      <Button icon="plus" whyNot={whyNot} onClick={() => setOpen(true)}>
        Suppress an address
      </Button>
      {isOpen && <AddDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The search, the button to add an address, and the file. `input`: of the list. */
function Actions({ input }: { input: Input<'GET /api/v1/suppressions'> }) {
  const [search, change] = useSearch()
  return (
    <>
      <Filters label="Suppressed addresses">
        <SearchField
          label="Address"
          placeholder="A part of an email or phone number"
          value={search.get('address') ?? ''}
          onSearch={(text) => change({ address: text })}
        />
      </Filters>
      <PageActions>
        <AddSuppression />
        <DownloadCsv
          file="suppressed-addresses"
          list="GET /api/v1/suppressions"
          input={input}
          rowsOf={({ suppressions }) => suppressions}
          columns={COLUMNS}
        />
      </PageActions>
    </>
  )
}

/** The good case in one line. */
function notSuppressed({ email, phone }: Pick<NotificationUser, 'email' | 'phone'>): string {
  const addresses = [email, phone].filter((address) => address !== null)
  if (addresses.length === 0) return 'No address to suppress.'
  return `${addresses.join(' and ')} ${addresses.length === 1 ? 'is' : 'are'} not suppressed.`
}

/** Why the address is suppressed, with the delivery that has shown it. */
function Reason({ of: { reason, delivery_id: id } }: { of: Suppression }) {
  if (id !== null) return <Link to={`/deliveries/${id}`}>{reason}</Link>
  return reason === 'manual' ? 'added by hand' : reason
}

/** The suppressed addresses of the account, or those of a recipient. */
export function Suppressions({ of }: { of?: Pick<NotificationUser, 'id' | 'email' | 'phone'> }) {
  const [lifted, setLifted] = useState<Suppression | null>(null)
  const whyNot = useWhyNot('change')
  const [search, change] = useSearch()
  const sought = search.get('address') ?? ''
  const query =
    of !== undefined
      ? { query: { notification_user_id: of.id } }
      : sought === ''
        ? {}
        : { query: { address_part: sought } }
  const pages = useReadPages('GET /api/v1/suppressions', query, ({ suppressions }) => suppressions)
  return (
    <section className="stack" aria-label="Suppressed addresses">
      {of === undefined && <Actions input={query} />}
      <List
        label="Suppressed addresses"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Address', phone: 'name', cell: ({ address }) => address },
          { title: 'Type', width: 6, cell: ({ channel_type: type }) => <ChannelTypeName type={type} /> },
          {
            title: 'Reason',
            phone: 'text',
            cell: (suppression) => (
              <span className="line">
                <span className="of-phone">{titleOfType(suppression.channel_type)}</span>
                <Reason of={suppression} />
              </span>
            ),
          },
          { title: 'Since', width: 8, phone: 'time', cell: ({ created_at: at }) => <ListTime at={at} /> },
          {
            title: 'Allow again',
            kind: 'actions',
            width: 8,
            phone: 'state',
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
          sought !== '' && of === undefined ? (
            <NothingFound
              what="suppressed address"
              pages={pages}
              text={sought}
              onShowAll={() => change({ address: null })}
            />
          ) : of === undefined ? (
            <Empty title="No suppressed addresses">
              After a bounce or a complaint, the service sends nothing more to an address.
            </Empty>
          ) : (
            <p className="muted small">{notSuppressed(of)}</p>
          )
        }
      />
      {lifted !== null && <LiftDialog id={lifted.id} address={lifted.address} onClose={() => setLifted(null)} />}
    </section>
  )
}
