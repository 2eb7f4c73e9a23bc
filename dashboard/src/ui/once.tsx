import { CopyButton } from './copy.tsx'
import './once.css'

/** A secret the one time that it is shown, with a button that copies it. */
export function Once({ text, label }: { text: string; label: string }) {
  return (
    <div className="once">
      <code>{text}</code>
      <CopyButton text={text} label={label}>
        Copy
      </CopyButton>
    </div>
  )
}
