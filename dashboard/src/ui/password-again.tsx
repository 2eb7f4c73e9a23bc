import { TextField } from './field.tsx'

/** The password of the member who is signed in, for what an open session alone is not enough for. */
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
