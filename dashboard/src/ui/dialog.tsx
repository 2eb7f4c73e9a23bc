import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from './button.tsx'
import './dialog.css'
import { ErrorNotice } from './notice.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** For code and previews. */
  wide?: boolean
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape and the cross close it. Then the focus returns to its old place. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect: the focus returns only if the dialog is closed before it is removed from the page.
  useLayoutEffect(() => {
    const dialog = ref.current!
    if (!dialog.open) dialog.showModal()
    return () => dialog.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker inside the dialog also emits `cancel`.
        if (event.target === ref.current) onClose()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button tone="quiet" icon="close" aria-label="Close" onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  )
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}

interface FormDialogProps extends DialogProps {
  /** The text of the submit button. */
  action: string
  danger?: boolean
  busy: boolean
  error: Error | null
  onSubmit: () => void
}

/** A dialog with a form, a cancel button and the error of the last try. */
export function FormDialog({ action, danger = false, busy, error, onSubmit, children, ...dialog }: FormDialogProps) {
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <Dialog {...dialog}>
      <form className="stack" onSubmit={submit}>
        {children}
        <ErrorNotice error={error} />
        <DialogActions>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" tone={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
