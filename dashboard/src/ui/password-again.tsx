import { TextField } from './field.tsx'

/** The member's password, for actions that need more than an open session. */
export function PasswordAgain({
  value,
  onChange,
  problems,
}: {
  value: string
  onChange: (password: string) => void
  problems: readonly string[] | undefined
}) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      value={value}
      onChange={onChange}
      problems={problems}
    />
  )
}
