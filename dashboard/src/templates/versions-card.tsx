import { useEffect, useRef, useState } from 'react'
import { useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { List } from '../ui/list.tsx'
import { Empty, ErrorNotice } from '../ui/notice.tsx'
import { Card, Code } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import type { Channel } from './texts-card.tsx'
import { draftOf, withKnownChannels } from './draft.ts'
import type { Draft, MessageTemplate, Version } from './draft.ts'

interface Restoring {
  isPending: boolean
  error: Error | null
}

function VersionTexts({ version, channels }: { version: Version; channels: readonly Channel[] }) {
  const texts = version.channels.filter(({ subject, body, url }) => subject !== null || body !== null || url !== null)
  const nameOf = (id: number) => channels.find((channel) => channel.id === id)?.name ?? 'a deleted channel'
  return (
    <>
      <p>
        <span className="muted">Subject: </span>
        {version.subject || '–'}
      </p>
      <Code text={version.body} label="body" wrapped />
      {texts.map(({ notification_channel_id: id, subject, body, url }) => (
        <div key={id} className="stack tight">
          <h3>{`On ${nameOf(id)}`}</h3>
          {subject !== null && (
            <p>
              <span className="muted">Subject: </span>
              {subject}
            </p>
          )}
          {body !== null && <Code text={body} label={`body on ${nameOf(id)}`} wrapped />}
          {url !== null && (
            <p>
              <span className="muted">Link: </span>
              {url}
            </p>
          )}
        </div>
      ))}
    </>
  )
}

function VersionDialog({
  version,
  channels,
  restoring,
  isCurrent,
  onRestore,
  onClose,
}: {
  version: Version
  channels: readonly Channel[]
  restoring: Restoring
  isCurrent: boolean
  onRestore: () => void
  onClose: () => void
}) {
  const whyNot = useWhyNot('change')
  return (
    <Dialog title={`Version ${version.version}`} wide onClose={onClose}>
      <VersionTexts version={version} channels={channels} />
      <p className="muted">
        If you restore it, its texts and channels are saved as a new version. Your unsaved changes are lost. Existing
        messages keep their text.
      </p>
      <ErrorNotice error={restoring.error} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          tone="primary"
          busy={restoring.isPending}
          whyNot={whyNot ?? (isCurrent ? 'This version is in use' : null)}
          onClick={onRestore}
        >
          Restore it
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The saved versions of the template. */
export function VersionsCard({
  template,
  channels,
  restoring,
  onRestore,
}: {
  template: MessageTemplate
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
          version={shown}
          channels={channels}
          restoring={restoring}
          isCurrent={shown.version === current}
          onRestore={() => onRestore(withKnownChannels(draftOf(template, shown), channels), () => setShown(null))}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  )
}
