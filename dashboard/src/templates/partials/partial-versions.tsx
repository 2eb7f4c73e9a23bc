import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadAgain } from '../../api/connection.ts'
import { useReadPages } from '../../api/queries.ts'
import { useWhyNot } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { List } from '../../ui/list.tsx'
import { Empty, ErrorNotice, Loading } from '../../ui/notice.tsx'
import { Card, Code } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import type { Partial, PartialVersion } from './partial.ts'

const TextDifference = lazy(
  loadAgain(async () => ({ default: (await import('../difference-view.tsx')).TextDifference })),
)

const NONE = 'none'
const UNSAVED = 'unsaved'

/** How a version is restored. */
interface Restoring {
  isPending: boolean
  error: Error | null
  /** Saves the text as a new version. */
  save: (text: string, onDone: () => void) => void
}

function VersionDialog({
  version,
  versions,
  current,
  unsaved,
  restoring,
  onClose,
}: {
  version: PartialVersion
  /** The versions to compare with. */
  versions: readonly PartialVersion[]
  /** The number of the version in use. */
  current: number
  /** The text in the editor, if it has changed. */
  unsaved: string | null
  restoring: Restoring
  onClose: () => void
}) {
  const whyNot = useWhyNot('change')
  const [other, setOther] = useState(NONE)
  const isCurrent = version.version === current
  const compared = versions.find((one) => String(one.version) === other)
  const isOlder = compared !== undefined && compared.version < version.version
  const otherText = other === UNSAVED ? unsaved : (compared?.text ?? null)
  return (
    <Dialog title={`Version ${version.version}`} wide onClose={onClose}>
      <SelectField
        label="Compare with"
        value={other}
        choices={[
          { value: NONE, label: 'Nothing: show the text' },
          ...(unsaved === null ? [] : [{ value: UNSAVED, label: 'Your unsaved text' }]),
          ...versions
            .filter((one) => one !== version)
            .map(({ version: number }) => ({
              value: String(number),
              label: `Version ${number}${number === current ? ' (in use)' : ''}`,
            })),
        ]}
        onChange={setOther}
      />
      {otherText === null ? (
        <Code text={version.text} label="text" wrapped />
      ) : (
        <Suspense fallback={<Loading label="Comparing" />}>
          <TextDifference before={isOlder ? otherText : version.text} after={isOlder ? version.text : otherText} />
        </Suspense>
      )}
      <p className="muted">
        If you restore it, its text is saved as a new version for all templates that use it. Your unsaved changes are
        lost.
      </p>
      <ErrorNotice error={restoring.error} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          tone="primary"
          busy={restoring.isPending}
          whyNot={whyNot ?? (isCurrent ? 'This version is in use' : null)}
          onClick={() => restoring.save(version.text, onClose)}
        >
          Restore it
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The saved versions of the partial. */
export function PartialVersions({
  partial: { id, version: current },
  unsaved,
  restoring,
}: {
  partial: Partial
  unsaved: string | null
  restoring: Restoring
}) {
  const [shown, setShown] = useState<PartialVersion | null>(null)
  const pages = useReadPages('GET /api/v1/partials/{id}/versions', { path: { id } }, ({ versions }) => versions)
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
          { title: 'Version', cell: ({ version }) => (version === current ? `${version} (in use)` : version) },
          { title: 'Characters', width: 8, kind: 'number', cell: ({ text }) => text.length },
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
          versions={pages.rows}
          current={current}
          unsaved={unsaved}
          restoring={restoring}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  )
}
