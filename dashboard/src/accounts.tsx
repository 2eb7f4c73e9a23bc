import { useState } from 'react'
import { createPortal } from 'react-dom'
import './accounts.css'
import { useChange } from './api/queries.ts'
import { useSession, useSessionChanges } from './api/session.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Badge, ErrorNotice } from './ui/notice.tsx'

/** The accounts of the signed-in person. Switching to an account ends the current session. */
function AccountsDialog({ onClose }: { onClose: () => void }) {
  const { account: current, accounts } = useSession()
  const { enter } = useSessionChanges()
  // A read of the previous session can fail before the change returns. The sign-in then replaces this dialog.
  const change = useChange('PUT /api/v1/session/account', { onSuccess: ({ session }) => enter(session) })
  return (
    <Dialog title="Your accounts" onClose={onClose}>
      <ErrorNotice error={change.error} />
      <ul className="accounts">
        {accounts.map(({ id, name, role }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current.id || undefined}
              disabled={change.isPending || change.isSuccess}
              onClick={() => {
                if (id === current.id) onClose()
                else change.mutate({ body: { account_id: id } })
              }}
            >
              <span className="name">{name}</span>
              <span className="small muted">{role}</span>
              {id === current.id && <Badge tone="accent">this one</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** A link to the other accounts of the person. Nothing if there is only one account. */
export function AccountSwitch() {
  const { accounts } = useSession()
  const [open, setOpen] = useState(false)
  if (accounts.length < 2) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Switch account
      </Button>
      {/* Outside of the page's header: inside, the header of the dialog would be a banner within a banner. */}
      {open && createPortal(<AccountsDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}
