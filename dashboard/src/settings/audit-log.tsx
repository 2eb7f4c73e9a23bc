import { useReadPages } from '../api/queries.ts'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'

/** The changes of the account, newest first. */
export function AuditLog() {
  const pages = useReadPages('GET /api/v1/audit_log', {}, (answer) => answer.audit_log)
  return (
    <List
      label="Audit log"
      pages={pages}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Time', cell: ({ at }) => <Time at={at} full /> },
        { title: 'Action', cell: ({ action }) => <code className="whole">{action}</code> },
        { title: 'Actor', cell: ({ actor }) => <span className="whole">{actor}</span> },
        { title: 'IP address', cell: ({ from }) => <span className="whole">{from ?? '–'}</span> },
        { title: 'Object', cell: ({ target }) => <span className="whole">{target ?? '–'}</span> },
        {
          title: 'Details',
          cell: ({ details }) => (Object.keys(details).length === 0 ? '' : <code>{JSON.stringify(details)}</code>),
        },
      ]}
      empty={<Empty title="No entries yet" />}
    />
  )
}
