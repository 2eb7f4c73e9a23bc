import { useEffect, useState } from 'react'
import { onPasswordWanted } from '../api/password.ts'
import { useChange } from '../api/queries.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

function PasswordDialog({ onEnd }: { onEnd: (isGiven: boolean) => void }) {
  const [password, setPassword] = useState('')
  const confirm = useChange('POST /api/v1/session/confirm_password')
  const problems = confirm.error?.errors['current_password']
  return (
    <FormDialog
      title="Your password again"
      action="Continue"
      busy={confirm.isPending}
      error={problems === undefined ? confirm.error : null}
      onClose={() => onEnd(false)}
      onSubmit={() => confirm.mutate({ body: { current_password: password } }, { onSuccess: () => onEnd(true) })}
    >
      <p>This action needs your password. For ten minutes, other actions do not ask for it.</p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        problems={problems}
      />
    </FormDialog>
  )
}

/** Asks for the password whenever an action needs it. Once per page, above all other dialogs. */
export function PasswordPrompt() {
  const [end, setEnd] = useState<((isGiven: boolean) => void) | null>(null)
  useEffect(() => onPasswordWanted(() => new Promise((resolve) => setEnd(() => resolve))), [])
  // A promise ends once: later calls change nothing.
  useEffect(() => () => end?.(false), [end])
  if (end === null) return null
  return (
    <PasswordDialog
      onEnd={(isGiven) => {
        end(isGiven)
        setEnd(null)
      }}
    />
  )
}
