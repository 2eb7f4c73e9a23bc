import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange, useRead } from '../api/queries.ts'
import { useSession, useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorNotice, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { showToast } from '../ui/toast.tsx'

type Look = Answer<'GET /api/v1/preference_page'>['preference_page']

function LookForm({ look }: { look: Look }) {
  const { account } = useSession()
  const whyNot = useWhyNot('change')
  const [title, setTitle] = useState(look.title ?? '')
  const [accent, setAccent] = useState(look.accent_color ?? '')
  const [background, setBackground] = useState(look.background_color ?? '')
  const change = useChange('PATCH /api/v1/preference_page', { changes: ['GET /api/v1/preference_page'] })
  const problems = change.error?.errors ?? {}
  const given = (text: string) => (text === '' ? null : text)
  const body = {
    preference_page: { title: given(title), accent_color: given(accent), background_color: given(background) },
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ body }, { onSuccess: () => showToast('The page is changed') })
      }}
    >
      <div className="columns">
        <TextField
          label="Title"
          maxLength={100}
          placeholder={account.name}
          value={title}
          onChange={setTitle}
          problems={problems['title']}
        />
        <TextField
          label="Accent color"
          maxLength={7}
          placeholder="#1d4ed8"
          value={accent}
          onChange={setAccent}
          problems={problems['accent_color']}
        />
        <TextField
          label="Background color"
          maxLength={7}
          placeholder="#f6f7f9"
          value={background}
          onChange={setBackground}
          problems={problems['background_color']}
        />
      </div>
      <ErrorNotice error={Object.keys(problems).length > 0 ? null : change.error} />
      <div className="row end">
        <Button type="submit" busy={change.isPending} whyNot={whyNot}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** The look of the pages on which recipients unsubscribe and choose. */
export function PreferencePageCard() {
  const read = useRead('GET /api/v1/preference_page', {})
  return (
    <Card title="Pages for recipients">
      <Loaded of={read}>{({ preference_page: look }) => <LookForm look={look} />}</Loaded>
    </Card>
  )
}
