import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { ErrorNotice, Loading } from '../ui/notice.tsx'

export interface Restoring {
  isPending: boolean
  error: Error | null
}

/** What a version is compared with: nothing, the text in the editor, or the number of another version. */
export type Other = 'nothing' | 'editor' | number

/** The dialog of a version: the choice of what it is compared with, and the button that restores it. */
export function VersionFrame({
  version,
  current,
  versions,
  nothing,
  editor,
  about,
  restoring,
  onRestore,
  onClose,
  children,
}: {
  version: number
  /** The version in use. */
  current: number
  /** The versions to compare with. */
  versions: readonly { version: number }[]
  /** The name of the choice that compares with nothing. */
  nothing: string
  /** The name of the text in the editor. Null: it is the one in use. */
  editor: string | null
  /** What restoring does. */
  about: string
  restoring: Restoring
  onRestore: () => void
  onClose: () => void
  /** The texts, or the difference from `other`. */
  children: (other: Other) => ReactNode
}) {
  const whyNot = useWhyNot('change')
  const [other, setOther] = useState('nothing')
  return (
    <Dialog title={`Version ${version}`} wide onClose={onClose}>
      <SelectField
        label="Compare with"
        value={other}
        choices={[
          { value: 'nothing', label: nothing },
          ...(editor === null ? [] : [{ value: 'editor', label: editor }]),
          ...versions
            .filter((one) => one.version !== version)
            .map(({ version: number }) => ({
              value: String(number),
              label: `Version ${number}${number === current ? ' (in use)' : ''}`,
            })),
        ]}
        onChange={setOther}
      />
      <Suspense fallback={<Loading label="Comparing" />}>
        {children(other === 'nothing' || other === 'editor' ? other : Number(other))}
      </Suspense>
      <p className="muted">{about}</p>
      <ErrorNotice error={restoring.error} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          tone="primary"
          busy={restoring.isPending}
          whyNot={whyNot ?? (version === current ? 'This version is in use' : null)}
          onClick={onRestore}
        >
          Restore it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
