import { CopyButton } from './copy.tsx'
import './once.css'

/** A secret that is shown only once, with a copy button. */
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
