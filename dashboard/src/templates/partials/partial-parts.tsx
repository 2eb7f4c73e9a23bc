import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { useWhyNot } from '../../api/session.tsx'
import { Link, navigate } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { PARTIALS } from '../tabs.tsx'
import { countOfUsers, EXAMPLES, tagFor } from './partial.ts'
import type { Example, Partial } from './partial.ts'

function DeleteDialog({
  partial,
  onDeleted,
  onClose,
}: {
  partial: Partial
  onDeleted: () => void
  onClose: () => void
}) {
  const remove = useChange('DELETE /api/v1/partials/{id}', { changes: ['GET /api/v1/partials'] })
  const deleted = () => {
    onDeleted()
    navigate(PARTIALS)
  }
  return (
    <FormDialog
      title={`Delete ${partial.name}`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: partial.id } }, { onSuccess: deleted })}
    >
      <p>A partial can only be deleted if no template and no other partial uses it.</p>
    </FormDialog>
  )
}

/** Texts to start from. */
export function Examples({ onChoose }: { onChoose: (example: Example) => void }) {
  return (
    <Notice>
      <p>Start from an example, or write your own text. A layout has blocks that templates fill.</p>
      <div className="row">
        {EXAMPLES.map((example) => (
          <Button key={example.name} onClick={() => onChoose(example)}>
            {example.label}
          </Button>
        ))}
      </div>
    </Notice>
  )
}

/** The templates and partials that use the partial. */
export function UsersCard({ partial }: { partial: Partial }) {
  const { used_by: users, name, text } = partial
  return (
    <Card title="Used by">
      {users.length === 0 ? (
        <p>
          No template uses it yet. Write <code>{tagFor(name, text)}</code> in a template.
        </p>
      ) : (
        <>
          <ul>
            {users.map(({ kind, id, name: title }) => (
              <li key={`${kind} ${id}`}>
                <Link to={kind === 'template' ? `/templates/${id}` : `${PARTIALS}/${id}`}>{title}</Link>
                {kind === 'partial' && <span className="muted"> (partial)</span>}
              </li>
            ))}
          </ul>
          {partial.used_by_count > users.length && (
            <p className="muted">{`These are the first ${users.length} of ${countOfUsers(partial)}.`}</p>
          )}
        </>
      )}
    </Card>
  )
}

/** The buttons of a partial: delete, save. */
export function PartialActions({
  partial,
  hasChanged,
  isSaving,
  onSave,
  onDeleted,
}: {
  partial: Partial | null
  hasChanged: boolean
  isSaving: boolean
  onSave: () => void
  onDeleted: () => void
}) {
  const whyNot = useWhyNot('change')
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      {partial !== null && (
        <Button tone="quiet" icon="trash" whyNot={whyNot} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      <Button tone="primary" busy={isSaving} whyNot={whyNot ?? (hasChanged ? null : 'No changes')} onClick={onSave}>
        {partial === null ? 'Create' : 'Save'}
      </Button>
      {deleting && partial !== null && (
        <DeleteDialog partial={partial} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

/** Notices about the state of the text. `onLoad`: takes the version in use instead. */
export function StateNotices({
  newer,
  isRestored,
  onLoad,
}: {
  /** A version that another member saved. Null: there is none. */
  newer: number | null
  isRestored: boolean
  onLoad: () => void
}) {
  return (
    <>
      {newer !== null && (
        <Notice tone="warn" live>
          <p>Another member saved version {newer}. If you save, you replace that version.</p>
          <div>
            <Button onClick={onLoad}>Load it</Button>
          </div>
        </Notice>
      )}
      {isRestored && (
        <Notice>
          <p>This is your unsaved text. It is kept in this browser until you save or discard it.</p>
          <div>
            <Button onClick={onLoad}>Discard the text</Button>
          </div>
        </Notice>
      )}
    </>
  )
}
