import { lazy } from 'react'
import { loadAgain } from '../api/connection.ts'
import { Code } from '../ui/page.tsx'
import { draftOf } from './draft.ts'
import type { Draft, MessageTemplate, Version } from './draft.ts'
import { languageName } from './places.ts'
import type { Channel } from './texts-card.tsx'
import { VersionFrame } from './version-frame.tsx'
import type { Other, Restoring } from './version-frame.tsx'

const DifferenceView = lazy(loadAgain(() => import('./difference-view.tsx')))

/** A channel's name by its id. */
type NameOf = (channelId: number) => string

/** The texts of every channel and of one channel, in one language. `suffix`: the language, after the names of parts. */
function TextsOf({
  subject: general,
  body: generalBody,
  channels,
  suffix,
  nameOf,
}: Pick<Version['locales'][number], 'subject' | 'body' | 'channels'> & { suffix: string; nameOf: NameOf }) {
  const texts = channels.filter(({ subject, body, url }) => subject !== null || body !== null || url !== null)
  return (
    <>
      {general !== null && (
        <p>
          <span className="muted">Subject: </span>
          {general || '–'}
        </p>
      )}
      {generalBody !== null && <Code text={generalBody} label={`body${suffix}`} wrapped />}
      {texts.map(({ notification_channel_id: id, subject, body, url }) => (
        <div key={id} className="stack tight">
          <h3>{`On ${nameOf(id)}`}</h3>
          {subject !== null && (
            <p>
              <span className="muted">Subject: </span>
              {subject}
            </p>
          )}
          {body !== null && <Code text={body} label={`body on ${nameOf(id)}${suffix}`} wrapped />}
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

function VersionTexts({ version, nameOf }: { version: Version; nameOf: NameOf }) {
  return (
    <>
      <TextsOf {...version} suffix="" nameOf={nameOf} />
      {version.locales.map((texts) => (
        <div key={texts.locale} className="stack tight">
          <h3>{languageName(texts.locale)}</h3>
          <TextsOf {...texts} suffix={` in ${texts.locale}`} nameOf={nameOf} />
        </div>
      ))}
    </>
  )
}

/** The difference from the older state to the newer one. */
function Comparison({
  template,
  version,
  versions,
  draft,
  other,
  nameOf,
}: {
  template: MessageTemplate
  version: Version
  versions: readonly Version[]
  draft: Draft | null
  other: Other
  nameOf: NameOf
}) {
  const shown = draftOf(template, version)
  if (other === 'editor' && draft !== null) return <DifferenceView before={shown} after={draft} nameOf={nameOf} />
  const found = [...versions, template].find((one) => one.version === other)
  if (found === undefined) return null
  const compared = draftOf(template, found)
  const isOlder = found.version < version.version
  return <DifferenceView before={isOlder ? compared : shown} after={isOlder ? shown : compared} nameOf={nameOf} />
}

/** A version with its texts, or with its difference from another version or from the draft. */
export function VersionDialog({
  template,
  version,
  versions,
  draft,
  channels,
  restoring,
  onRestore,
  onClose,
}: {
  template: MessageTemplate
  version: Version
  /** The versions to compare with. */
  versions: readonly Version[]
  draft: Draft | null
  channels: readonly Channel[]
  restoring: Restoring
  onRestore: () => void
  onClose: () => void
}) {
  const nameOf = (id: number) => channels.find((channel) => channel.id === id)?.name ?? 'a deleted channel'
  return (
    <VersionFrame
      version={version.version}
      current={template.version}
      versions={versions}
      nothing="Nothing: show the texts"
      editor={draft === null ? null : 'The texts in the editor'}
      about="If you restore it, its texts and channels are saved as a new version. Your unsaved changes are lost. Existing messages keep their text."
      restoring={restoring}
      onRestore={onRestore}
      onClose={onClose}
    >
      {(other) =>
        other === 'nothing' ? (
          <VersionTexts version={version} nameOf={nameOf} />
        ) : (
          <Comparison {...{ template, version, versions, draft, other, nameOf }} />
        )
      }
    </VersionFrame>
  )
}
