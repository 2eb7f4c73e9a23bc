import { useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link, navigate, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Filters } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Line } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { TEMPLATES, TemplateTabs } from './tabs.tsx'

/** Every template. */
export default function Templates() {
  const whyNot = useWhyNot('change')
  const [search, change] = useSearch()
  const name = search.get('name') ?? ''
  const input = { query: { name: name || undefined } }
  const pages = useReadPages('GET /api/v1/message_templates', input, (answer) => answer.message_templates)
  const create = (
    <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => navigate('/templates/new')}>
      New template
    </Button>
  )
  const isEmpty = pages.rows.length === 0 && name === ''
  return (
    <Page title="Templates" actions={!isEmpty && create}>
      <TemplateTabs current={TEMPLATES} />
      {!isEmpty && (
        <Filters label="Templates">
          <SearchField label="Name" placeholder="Exact name" value={name} onSearch={(text) => change({ name: text })} />
        </Filters>
      )}
      <List
        label="Templates"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Name',
            cell: ({ id, name: text, draft_revision: draft }) => (
              <span className="row">
                <Link to={`/templates/${id}`}>
                  <Line text={text} />
                </Link>
                {draft !== null && <Badge>Draft</Badge>}
              </span>
            ),
          },
          { title: 'Subject', cell: ({ subject }) => subject || '–' },
          { title: 'Channels', width: 7, kind: 'number', cell: ({ channels }) => channels.length },
          { title: 'Version', width: 6.5, kind: 'number', cell: ({ version }) => version },
          { title: 'Changed', width: 8, cell: ({ updated_at: at }) => <Time at={at} /> },
        ]}
        empty={
          name === '' ? (
            <Empty title="No templates yet" action={create}>
              A template has the texts of a message for each channel.
            </Empty>
          ) : (
            <Empty title="No template with this name" />
          )
        }
      />
    </Page>
  )
}
