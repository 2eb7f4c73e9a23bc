import { useReadPages } from '../api/queries.ts'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

/** Every template. */
export default function Templates() {
  const pages = useReadPages('GET /api/v1/message_templates', {}, (answer) => answer.message_templates)
  return (
    <Page title="Templates">
      <List
        label="Templates"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Subject', cell: ({ subject }) => subject },
          { title: 'Channels', kind: 'number', cell: ({ channels }) => channels.length },
          { title: 'Version', kind: 'number', cell: ({ version }) => version },
          { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
        ]}
        empty={<Empty title="No templates yet">A template has the texts of a message, for each of its channels.</Empty>}
      />
    </Page>
  )
}
