import { useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { navigate, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Filters } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Line } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { TEMPLATES, TemplateTabs } from './tabs.tsx'

const TEMPLATES_MAX = 200

/** A text for comparisons: in lower case, without accents. */
const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Every template, or those with a part of the name or the subject. */
export default function Templates() {
  const whyNot = useWhyNot('change')
  const [search, change] = useSearch()
  const name = search.get('name') ?? ''
  const input = { query: { limit: TEMPLATES_MAX } }
  const all = useReadPages('GET /api/v1/message_templates', input, (answer) => answer.message_templates)
  const sought = folded(name)
  const pages = {
    ...all,
    rows: all.rows.filter(({ name: text, subject }) => folded(`${text} ${subject}`).includes(sought)),
  }
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
          <SearchField
            label="Name"
            placeholder="Part of the name"
            value={name}
            onSearch={(text) => change({ name: text })}
          />
        </Filters>
      )}
      <List
        label="Templates"
        pages={pages}
        keyOf={({ id }) => id}
        pageOf={({ id }) => `/templates/${id}`}
        columns={[
          {
            title: 'Name',
            phone: 'name',
            cell: ({ name: text, draft_revision: draft }) => (
              <span className="row">
                <Line text={text} />
                {draft !== null && <Badge>Draft</Badge>}
              </span>
            ),
          },
          { title: 'Subject', phone: 'text', cell: ({ subject }) => subject || '–' },
          { title: 'Channels', width: 7, kind: 'number', cell: ({ channels }) => channels.length },
          { title: 'Version', width: 6.5, kind: 'number', cell: ({ version }) => version },
          { title: 'Changed', width: 8, phone: 'time', cell: ({ updated_at: at }) => <ListTime at={at} /> },
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
