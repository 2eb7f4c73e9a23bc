import { useReadPages } from '../../api/queries.ts'
import { useWhyNot } from '../../api/session.tsx'
import { Link, navigate } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/list.tsx'
import { Empty } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Line } from '../../ui/table.tsx'
import { ListTime } from '../../ui/time.tsx'
import { localesText } from '../places.ts'
import { PARTIALS, TemplateTabs } from '../tabs.tsx'
import { countOfUsers } from './partial.ts'

/** Every partial. */
export default function Partials() {
  const whyNot = useWhyNot('change')
  const pages = useReadPages('GET /api/v1/partials', {}, ({ partials }) => partials)
  const create = (
    <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => navigate(`${PARTIALS}/new`)}>
      New partial
    </Button>
  )
  return (
    <Page title="Layouts and partials" actions={pages.rows.length > 0 && create}>
      <TemplateTabs current={PARTIALS} />
      <List
        label="Layouts and partials"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Name',
            phone: 'name',
            cell: ({ id, name }) => (
              <Link to={`${PARTIALS}/${id}`}>
                <Line text={name} />
              </Link>
            ),
          },
          { title: 'Languages', width: 9, phone: 'text', cell: ({ locales }) => localesText(locales) },
          { title: 'Used by', width: 7, kind: 'number', cell: countOfUsers },
          { title: 'Version', width: 6.5, kind: 'number', cell: ({ version }) => version },
          { title: 'Changed', width: 8, phone: 'time', cell: ({ updated_at: at }) => <ListTime at={at} /> },
        ]}
        empty={
          <Empty title="No layouts or partials yet" action={create}>
            Templates share them: a footer, a header, or the layout of every mail. Write it once, and use it by its
            name.
          </Empty>
        }
      />
    </Page>
  )
}
