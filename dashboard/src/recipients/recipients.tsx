import { useState } from 'react'
import { useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link, navigate, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { Filters } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Line } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { RecipientDialog } from './recipient-dialog.tsx'
import { nameOf } from './recipient.ts'
import type { NotificationUser } from './recipient.ts'

function Create() {
  const [isOpen, setOpen] = useState(false)
  const whyNot = useWhyNot('change')
  return (
    <>
      <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => setOpen(true)}>
        Add a recipient
      </Button>
      {isOpen && (
        <RecipientDialog
          recipient={null}
          onClose={() => setOpen(false)}
          onSaved={(id) => navigate(`/recipients/${id}`)}
        />
      )}
    </>
  )
}

const COLUMNS: readonly CsvColumn<NotificationUser>[] = [
  ['Id', ({ id }) => id],
  ['External id', ({ external_user_id: id }) => id],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['First name', ({ first_name: name }) => name],
  ['Last name', ({ last_name: name }) => name],
  ['Created', ({ created_at: at }) => at],
]

/** Every recipient, newest first, or the recipients with an address or external id. */
export default function Recipients() {
  const [search, change] = useSearch()
  const text = search.get('to') ?? ''
  const query = text === '' ? {} : text.includes('@') ? { email: text } : { external_user_id: text }
  const pages = useReadPages('GET /api/v1/notification_users', { query }, (answer) => answer.notification_users)
  const isBare = text === '' && pages.rows.length === 0 && !pages.isLoading
  return (
    <Page title="Recipients" actions={!isBare && <Create />}>
      <Filters label="Search recipients">
        <SearchField
          label="Recipient"
          placeholder="Email or external id"
          value={text}
          onSearch={(to) => change({ to })}
        />
        <DownloadCsv
          file="recipients"
          list="GET /api/v1/notification_users"
          input={{ query }}
          rowsOf={(answer) => answer.notification_users}
          columns={COLUMNS}
        />
      </Filters>
      <List
        label="Recipients"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Recipient',
            cell: (row) => (
              <Link to={`/recipients/${row.id}`}>
                <Line text={nameOf(row)} />
              </Link>
            ),
          },
          { title: 'External id', cell: ({ external_user_id: id }) => id ?? '–' },
          { title: 'Email', cell: ({ email }) => email ?? '–' },
          { title: 'Phone', width: 10, cell: ({ phone }) => phone ?? '–' },
          { title: 'Created', width: 8, cell: ({ created_at: at }) => <Time at={at} /> },
        ]}
        empty={
          text === '' ? (
            <Empty title="No recipients yet" action={<Create />}>
              Recipients get your messages. Add a recipient here, with the API, or with the first message.
            </Empty>
          ) : (
            <Empty title="No recipient found" action={<Button onClick={() => change({ to: null })}>Show all</Button>}>
              Search here by the whole email address or by the external id. Ctrl+K finds the start of a name or an
              address too.
            </Empty>
          )
        }
      />
    </Page>
  )
}
