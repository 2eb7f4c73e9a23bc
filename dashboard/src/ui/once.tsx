import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Notice } from './notice.tsx'
import './once.css'

/** Called after one of the secrets in the dialog was copied. */
const Copied = createContext<() => void>(() => {})

/** A secret that is shown only once, with a copy button. Put it into an `OnceDialog`. */
export function Once({ text, label }: { text: string; label: string }) {
  const copied = useContext(Copied)
  return (
    <div className="once" onCopy={copied}>
      <code>{text}</code>
      <CopyButton text={text} label={label} onCopied={copied}>
        Copy
      </CopyButton>
    </div>
  )
}

/**
 * A dialog with a secret that is shown only once. Until it was copied, Escape and the cross only ask. `done` is the
 * text of the button that confirms.
 */
export function OnceDialog({
  title,
  done,
  wide = false,
  onClose,
  children,
}: {
  title: string
  done: string
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog title={title} wide={wide} onClose={() => (isCopied ? onClose() : setAsking(true))}>
      <Copied value={() => setCopied(true)}>{children}</Copied>
      {isAsking && !isCopied && (
        <Notice tone="bad" live>
          <p>You have not copied it. After this dialog it is never shown again.</p>
        </Notice>
      )}
      <DialogActions>
        {isAsking && !isCopied && (
          <Button tone="danger" onClick={onClose}>
            Close without a copy
          </Button>
        )}
        <Button tone="primary" onClick={onClose}>
          {done}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
