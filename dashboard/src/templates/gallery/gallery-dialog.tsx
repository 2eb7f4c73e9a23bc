import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { ErrorNotice, Loading } from '../../ui/notice.tsx'
import { attributesOf, recipientOf } from '../samples.ts'
import type { ExampleMail } from './example-mail.ts'
import './gallery.css'
import { EXAMPLE_MAILS } from './mails.ts'

function Rendered({ mail: { title, subject, body, samples } }: { mail: ExampleMail }) {
  const preview = {
    subject,
    body,
    message_attributes_attributes: attributesOf(samples),
    notification_user: recipientOf(samples, null),
  }
  const { data, error } = useRead('POST /api/v1/message_templates/preview', { body: { preview } })
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Loading label="Rendering" />
  return (
    <div className="stack tight">
      <p>
        <span className="muted">Subject: </span>
        <strong>{data.preview.subject}</strong>
      </p>
      <MailFrame html={data.preview.body} label={`Preview of ${title}`} />
    </div>
  )
}

/** Example mails with their previews. `isReplacing`: the member has texts already. */
export default function GalleryDialog({
  isReplacing,
  onChoose,
  onClose,
}: {
  isReplacing: boolean
  onChoose: (mail: ExampleMail) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(EXAMPLE_MAILS[0]!)
  return (
    <Dialog title="Start from an example" wide onClose={onClose}>
      <div className="gallery">
        <div className="gallery-list" role="group" aria-label="Examples">
          {EXAMPLE_MAILS.map((mail) => (
            <button key={mail.name} type="button" aria-pressed={mail === chosen} onClick={() => setChosen(mail)}>
              <strong>{mail.title}</strong>
              <span className="muted small">{mail.use}</span>
            </button>
          ))}
        </div>
        <Rendered key={chosen.name} mail={chosen} />
      </div>
      <DialogActions>
        {isReplacing && <span className="muted small">It replaces the subject and the body of your draft.</span>}
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" onClick={() => onChoose(chosen)}>
          Use this mail
        </Button>
      </DialogActions>
    </Dialog>
  )
}
