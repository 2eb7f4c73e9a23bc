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

/** The element with the focus at first: the first field, else the first button of the content. */
function firstControl(dialog: HTMLDialogElement): HTMLElement | null {
  const body = dialog.querySelector('.dialog-body')
  return (
    body?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [readonly])') ??
    body?.querySelector<HTMLElement>('button') ??
    null
  )
}

/**
 * A modal dialog, open while it is rendered. Escape and the cross call `onClose`. When it is removed, the focus returns
 * to its old place.
 */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect: the focus returns only if the dialog is closed before it is removed from the page.
  useLayoutEffect(() => {
    const dialog = ref.current!
    if (!dialog.open) dialog.showModal()
    firstControl(dialog)?.focus()
    return () => dialog.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Without this, the browser closes the dialog at the second Escape, even if `onClose` keeps it.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onCancel={(event) => {
        // A file picker inside the dialog also emits `cancel`.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
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
  /** The text of the other button. */
  cancel?: string
  danger?: boolean
  busy: boolean
  error: Error | null
  onSubmit: () => void
}

/** A dialog with a form, a cancel button and the error of the last try. */
export function FormDialog({
  action,
  cancel = 'Cancel',
  danger = false,
  busy,
  error,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
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
          <Button onClick={dialog.onClose}>{cancel}</Button>
          <Button type="submit" tone={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
