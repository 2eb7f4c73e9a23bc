import { useState } from 'react'
import { call } from '../api/call.ts'
import { useRead, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { navigate, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { DownloadCsv, saveCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { SEARCH_CHARACTERS_MAX } from '../search/results.ts'
import type { SearchResult } from '../search/results.ts'
import { Filters } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Empty, ErrorNotice, Loaded } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Table } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { RecipientDialog } from './recipient-dialog.tsx'
import { nameOf, SEARCHES, SEARCH_HELP } from './recipient.ts'
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
  ['Id', ({ id }) => `#${id}`],
  ['External id', ({ external_user_id: id }) => id],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['First name', ({ first_name: name }) => name],
  ['Last name', ({ last_name: name }) => name],
  ['Created', ({ created_at: at }) => at],
]

/** The columns of a file with the recipients of a search, as far as it has them. */
const FOUND_COLUMNS: readonly CsvColumn<SearchResult>[] = [
  ['Id', ({ id }) => `#${id}`],
  ['Recipient', ({ title }) => title],
  ['Addresses', ({ detail }) => detail],
]

/** The most recipients that a search finds. */
const FILE_ROWS_MAX = 500

const queryOf = (text: string) => ({ kind: 'recipient', q: text.slice(0, SEARCH_CHARACTERS_MAX) }) as const

const useFound = (text: string) => useRead(SEARCHES, { query: queryOf(text) })

/** Saves the recipients of a search as a CSV file, also those that the page does not show. Nothing if there are none. */
function DownloadFound({ text }: { text: string }) {
  const { data, isPlaceholderData: isOfBefore } = useFound(text)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  if (data === undefined || data.results.length === 0 || isOfBefore) return null
  async function save(): Promise<void> {
    setReading(true)
    setError(null)
    try {
      const { results, more_of: moreOf } = await call(SEARCHES, { query: { ...queryOf(text), limit: FILE_ROWS_MAX } })
      saveCsv('recipients', results, FOUND_COLUMNS)
      if (moreOf.length > 0)
        showToast(`The file has the first ${results.length} recipients. Add a word to narrow the search`)
    } catch (failure) {
      setError(failure as Error)
    }
    setReading(false)
  }
  return (
    <span className="row">
      <Button icon="download" busy={isReading} onClick={() => void save()}>
        Download CSV
      </Button>
      <ErrorNotice error={error} />
    </span>
  )
}

/** The recipients that a search finds, the best first. */
function FoundRecipients({ text, onClear }: { text: string; onClear: () => void }) {
  const found = useFound(text)
  return (
    <Loaded of={found}>
      {({ results, more_of: moreOf }) =>
        results.length === 0 ? (
          <Empty title="No recipient found" action={<Button onClick={onClear}>Show all</Button>}>
            {SEARCH_HELP}
          </Empty>
        ) : (
          <>
            <Table
              label="Recipients"
              rows={results}
              keyOf={({ id }) => id}
              pageOf={({ id }) => `/recipients/${id}`}
              columns={[
                { title: 'Recipient', phone: 'name', cell: ({ title }) => title },
                { title: 'Addresses', phone: 'text', cell: ({ detail }) => detail },
              ]}
            />
            {moreOf.length > 0 && <p className="muted">The first {results.length}. Add a word to narrow the search.</p>}
          </>
        )
      }
    </Loaded>
  )
}

/** Every recipient, newest first, or the recipients of a search. */
export default function Recipients() {
  const [search, change] = useSearch()
  const text = search.get('to') ?? ''
  const pages = useReadPages('GET /api/v1/notification_users', {}, (answer) => answer.notification_users, {
    enabled: text === '',
  })
  const isBare = text === '' && pages.rows.length === 0 && !pages.isLoading
  return (
    <Page
      title="Recipients"
      actions={
        !isBare && (
          <>
            {text === '' ? (
              <DownloadCsv
                file="recipients"
                list="GET /api/v1/notification_users"
                input={{}}
                rowsOf={(answer) => answer.notification_users}
                columns={COLUMNS}
              />
            ) : (
              <DownloadFound text={text} />
            )}
            <Create />
          </>
        )
      }
    >
      <Filters label="Search recipients">
        <SearchField
          label="Recipient"
          placeholder="Name, email, phone or id"
          value={text}
          onSearch={(to) => change({ to })}
        />
      </Filters>
      {text === '' ? (
        <List
          label="Recipients"
          pages={pages}
          keyOf={({ id }) => id}
          pageOf={({ id }) => `/recipients/${id}`}
          columns={[
            {
              title: 'Recipient',
              phone: 'name',
              cell: (row) => nameOf(row),
            },
            { title: 'Email', phone: 'text', cell: ({ email }) => email ?? '–' },
            { title: 'Phone', width: 10, cell: ({ phone }) => phone ?? '–' },
            { title: 'External id', cell: ({ external_user_id: id }) => id ?? '–' },
            { title: 'Created', width: 8, phone: 'time', cell: ({ created_at: at }) => <ListTime at={at} /> },
          ]}
          empty={
            <Empty title="No recipients yet" action={<Create />}>
              Recipients get your messages. Add a recipient here, with the API, or with the first message.
            </Empty>
          }
        />
      ) : (
        <FoundRecipients text={text} onClear={() => change({ to: null })} />
      )}
    </Page>
  )
}
