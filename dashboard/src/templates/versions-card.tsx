import { useEffect, useRef, useState } from 'react'
import { useReadPages } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import type { Channel } from './texts-card.tsx'
import { VersionDialog } from './version-dialog.tsx'
import type { Restoring } from './version-dialog.tsx'
import { draftOf, withKnownChannels } from './draft.ts'
import type { Draft, MessageTemplate, Version } from './draft.ts'

/** The saved versions of the template. */
export function VersionsCard({
  template,
  draft,
  channels,
  restoring,
  onRestore,
}: {
  template: MessageTemplate
  /** The texts in the editor. Null: they are those in use. */
  draft: Draft | null
  channels: readonly Channel[]
  restoring: Restoring
  onRestore: (draft: Draft, onDone: () => void) => void
}) {
  const [shown, setShown] = useState<Version | null>(null)
  const input = { path: { id: template.id } }
  const pages = useReadPages('GET /api/v1/message_templates/{id}/versions', input, ({ versions }) => versions)
  const current = template.version
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
            width: 8,
            cell: ({ version }) => (version === current ? `${version} (in use)` : version),
          },
          { title: 'Subject', cell: ({ subject }) => subject || '–' },
          { title: 'Channels', width: 7, kind: 'number', cell: ({ channels: { length } }) => length },
          { title: 'Saved', width: 13, cell: ({ created_at: at }) => <Time at={at} full /> },
          {
            title: 'Show',
            width: 6.5,
            kind: 'actions',
            cell: (version) => (
              <Button aria-label={`Show version ${version.version}`} onClick={() => setShown(version)}>
                Show
              </Button>
            ),
          },
        ]}
        empty={<Empty title="No versions" />}
      />
      {shown !== null && (
        <VersionDialog
          template={template}
          version={shown}
          versions={pages.rows}
          draft={draft}
          channels={channels}
          restoring={restoring}
          onRestore={() => onRestore(withKnownChannels(draftOf(template, shown), channels), () => setShown(null))}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  )
}
