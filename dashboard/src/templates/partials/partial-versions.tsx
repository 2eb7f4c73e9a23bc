import { lazy } from 'react'
import { loadAgain } from '../../api/connection.ts'
import { useReadPages } from '../../api/queries.ts'
import { Code } from '../../ui/page.tsx'
import { VersionFrame } from '../version-frame.tsx'
import type { Other, Restoring } from '../version-frame.tsx'
import { VersionList } from '../version-list.tsx'
import { languageName } from '../places.ts'
import type { Partial, PartialVersion } from './partial.ts'
import type { PartialTexts } from './saving.ts'

const TextDifference = lazy(
  loadAgain(async () => ({ default: (await import('../difference-view.tsx')).TextDifference })),
)

/** The text, and behind it those in other languages. */
function wholeText({ text, locales }: PartialTexts): string {
  const others = locales.map((one) => `\n\n${languageName(one.locale)}:\n${one.text}`)
  return [text, ...others].join('')
}

/** The text of the version, or the difference from the older text to the newer one. */
function Text({
  version: shown,
  versions,
  unsaved,
  other,
}: {
  version: PartialVersion
  versions: readonly PartialVersion[]
  unsaved: PartialTexts | null
  other: Other
}) {
  const compared = versions.find((one) => one.version === other)
  const text = wholeText(shown)
  const otherTexts = other === 'editor' ? unsaved : (compared ?? null)
  if (otherTexts === null) return <Code text={text} label="text" wrapped />
  const otherText = wholeText(otherTexts)
  const isOlder = compared !== undefined && compared.version < shown.version
  return <TextDifference before={isOlder ? otherText : text} after={isOlder ? text : otherText} />
}

/** The saved versions of the partial. */
export function PartialVersions({
  partial: { id, version: current },
  unsaved,
  restoring,
  onRestore,
}: {
  partial: Partial
  /** The texts in the editor, if they have changed. */
  unsaved: PartialTexts | null
  restoring: Restoring
  /** Saves the texts as a new version. */
  onRestore: (texts: PartialTexts, onDone: () => void) => void
}) {
  const pages = useReadPages('GET /api/v1/partials/{id}/versions', { path: { id } }, ({ versions }) => versions)
  return (
    <VersionList
      pages={pages}
      current={current}
      columns={[
        {
          title: 'Characters',
          width: 8,
          kind: 'number',
          phone: 'text',
          cell: ({ text: { length } }) => (
            <>
              {length}
              <span className="of-phone">{length === 1 ? ' character' : ' characters'}</span>
            </>
          ),
        },
      ]}
      dialog={(version, close) => (
        <VersionFrame
          version={version.version}
          current={current}
          versions={pages.rows}
          nothing="Nothing: show the text"
          editor={unsaved === null ? null : 'Your unsaved text'}
          about="If you restore it, its text is saved as a new version for all templates that use it. Your unsaved changes are lost."
          restoring={restoring}
          onRestore={() => onRestore({ text: version.text, locales: version.locales }, close)}
          onClose={close}
        >
          {(other) => <Text version={version} versions={pages.rows} unsaved={unsaved} other={other} />}
        </VersionFrame>
      )}
    />
  )
}
