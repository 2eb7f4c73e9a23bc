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

/** A modal dialog, open as long as it is rendered. Escape and the cross close it; the focus goes back where it was. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect: the focus goes back only if the dialog is closed before it is taken out of the page.
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
        // A file picker inside of it may be canceled too.
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
  /** What the button that does it says. */
  action: string
  danger?: boolean
  busy: boolean
  error: Error | null
  onSubmit: () => void
}

/** A dialog that asks for something and does it: with a way out, and with what went wrong. */
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
