import { useReadPages } from '../api/queries.ts'
import { Card } from '../ui/page.tsx'
import { useSeen } from '../ui/seen.ts'
import { draftOf, withKnownChannels } from './draft.ts'
import type { Draft, MessageTemplate } from './draft.ts'
import type { Channel } from './texts-card.tsx'
import { VersionDialog } from './version-dialog.tsx'
import type { Restoring } from './version-frame.tsx'
import { VersionList } from './version-list.tsx'

interface Props {
  template: MessageTemplate
  /** The texts in the editor. Null: they are those in use. */
  draft: Draft | null
  channels: readonly Channel[]
  restoring: Restoring
  onRestore: (draft: Draft, onDone: () => void) => void
}

function Versions({ template, draft, channels, restoring, onRestore }: Props) {
  const input = { path: { id: template.id } }
  const pages = useReadPages('GET /api/v1/message_templates/{id}/versions', input, ({ versions }) => versions)
  return (
    <VersionList
      pages={pages}
      current={template.version}
      versionWidth={8}
      columns={[
        { title: 'Subject', phone: 'text', cell: ({ subject }) => subject || '–' },
        { title: 'Channels', width: 7, kind: 'number', cell: ({ channels: { length } }) => length },
      ]}
      dialog={(version, close) => (
        <VersionDialog
          template={template}
          version={version}
          versions={pages.rows}
          draft={draft}
          channels={channels}
          restoring={restoring}
          onRestore={() => onRestore(withKnownChannels(draftOf(template, version), channels), close)}
          onClose={close}
        />
      )}
    />
  )
}

/** The saved versions of the template, below the editor. They are read when the member scrolls to them. */
export function VersionsCard(props: Props) {
  const [ref, isSeen] = useSeen<HTMLDivElement>()
  return <div ref={ref}>{isSeen ? <Versions {...props} /> : <Card title="Versions">{null}</Card>}</div>
}
