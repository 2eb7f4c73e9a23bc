import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { Setting } from './settings.ts'

const YES_OR_NO = ['true', 'false']
const WORDS: Record<string, string> = { true: 'Yes', false: 'No' }

/** One setting of a provider. A secret that `isSet` is kept as long as nothing is written. */
export function SettingField({
  setting,
  isSet,
  value,
  problems,
  onChange,
}: {
  setting: Setting
  isSet: boolean
  value: string
  problems: readonly string[] | undefined
  onChange: (value: string) => void
}) {
  const { label, kind, help, isRequired, isSecret, minimum, maximum } = setting
  const kept = isSecret && isSet
  const field = {
    label,
    help: [help, kept ? 'It is set. Empty: it stays as it is.' : ''].filter(Boolean).join('. ') || undefined,
    problems,
    value,
    onChange,
  }
  const isRequiredNow = isRequired && !kept
  if (kind === 'choice' || kind === 'yes or no') {
    const words = kind === 'choice' ? setting.choices : YES_OR_NO
    const choices = words.map((word) => ({ value: word, label: WORDS[word] ?? word }))
    const none = isRequired ? 'Choose one' : 'Default'
    return <SelectField {...field} choices={[{ value: '', label: none }, ...choices]} />
  }
  if (kind === 'long text')
    return <TextAreaField {...field} className="mono" required={isRequiredNow} spellCheck={false} autoComplete="off" />
  if (kind === 'number')
    return <TextField {...field} type="number" required={isRequiredNow} min={minimum} max={maximum} />
  return (
    <TextField
      {...field}
      type={isSecret ? 'password' : 'text'}
      // Else browsers offer to keep it as the password of this page.
      autoComplete={isSecret ? 'new-password' : 'off'}
      required={isRequiredNow}
      spellCheck={false}
    />
  )
}
