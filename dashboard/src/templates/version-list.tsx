import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Pages } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

/** The saved versions of a template or a partial. `current`: the number of the version in use. */
export function VersionList<Version extends { version: number; created_at: string }>({
  pages,
  current,
  versionWidth,
  columns,
  dialog,
}: {
  pages: Pages<Version>
  current: number
  /** rem. */
  versionWidth?: number
  /** What the versions have beside their numbers and times. */
  columns: readonly Column<Version>[]
  /** Shows one version. */
  dialog: (version: Version, close: () => void) => ReactNode
}) {
  const [shown, setShown] = useState<Version | null>(null)
  const listed = useRef(current)
  useEffect(() => {
    if (listed.current === current) return
    listed.current = current
    pages.refetch()
  })
  return (
    <Card title="Versions">
      <List
        label="Versions"
        pages={pages}
        keyOf={({ version }) => version}
        columns={[
          {
            title: 'Version',
            phone: 'name',
            ...(versionWidth !== undefined && { width: versionWidth }),
            cell: ({ version }) => (version === current ? `${version} (in use)` : version),
          },
          ...columns,
          { title: 'Saved', width: 13, phone: 'time', cell: ({ created_at: at }) => <Time at={at} full /> },
          {
            title: 'Show',
            width: 6.5,
            kind: 'actions',
            phone: 'state',
            cell: (version) => (
              <Button aria-label={`Show version ${version.version}`} onClick={() => setShown(version)}>
                Show
              </Button>
            ),
          },
        ]}
        empty={<Empty title="No versions" />}
      />
      {shown !== null && dialog(shown, () => setShown(null))}
    </Card>
  )
}
