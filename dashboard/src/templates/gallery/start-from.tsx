import { lazy, Suspense, useState } from 'react'
import { loadAgain } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import type { Draft } from '../draft.ts'
import type { Samples } from '../samples.ts'

const GalleryDialog = lazy(loadAgain(() => import('./gallery-dialog.tsx')))

/** Offers the example mails for a new template. */
export function StartFrom({ draft, onStart }: { draft: Draft; onStart: (draft: Draft, samples: Samples) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="template" onClick={() => setOpen(true)}>
        Start from an example
      </Button>
      {open && (
        <Suspense fallback={null}>
          <GalleryDialog
            isReplacing={draft.subject !== '' || draft.body !== ''}
            onClose={() => setOpen(false)}
            onChoose={({ name, subject, body, samples }) => {
              setOpen(false)
              onStart({ ...draft, name: draft.name || name, subject, body, body_format: 'html' }, samples)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
