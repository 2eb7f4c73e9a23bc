import { useReadPages } from '../api/queries.ts'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'

/** Who did what to the account's things, newest first. */
export function AuditLog() {
  const pages = useReadPages('GET /api/v1/audit_log', {}, (answer) => answer.audit_log)
  return (
    <List
      label="Audit log"
      pages={pages}
      keyOf={({ id }) => id}
      columns={[
        { title: 'When', cell: ({ at }) => <Time at={at} full /> },
        { title: 'What', cell: ({ action }) => <code>{action}</code> },
        { title: 'Who', cell: ({ actor }) => actor },
        { title: 'From', cell: ({ from }) => from ?? '–' },
        { title: 'Of', cell: ({ target }) => target ?? '–' },
        {
          title: 'Details',
          cell: ({ details }) => (Object.keys(details).length === 0 ? '' : <code>{JSON.stringify(details)}</code>),
        },
      ]}
      empty={<Empty title="Nothing has been recorded yet" />}
    />
  )
}
