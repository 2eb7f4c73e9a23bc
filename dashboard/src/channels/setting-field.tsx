import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { Setting } from './settings.ts'

const YES_OR_NO = ['true', 'false']
const WORDS: Record<string, string> = { true: 'Yes', false: 'No' }

/**
 * One setting of a provider. If a secret `isSet`, an empty field keeps it. If one of `changed` changes, the member must
 * enter the secret again, because these settings decide where it is sent.
 */
export function SettingField({
  setting,
  isSet,
  changed,
  value,
  problems,
  onChange,
}: {
  setting: Setting
  isSet: boolean
  changed: readonly string[]
  value: string
  problems: readonly string[] | undefined
  onChange: (value: string) => void
}) {
  const { label, kind, help, isRequired, isSecret, minimum, maximum } = setting
  const isAskedAgain = isSecret && isSet && changed.length > 0
  const kept = isSecret && isSet && !isAskedAgain
  const state = isAskedAgain
    ? `Enter it again, because you changed ${changed.join(', ')}`
    : kept && 'Already set. Leave it empty to keep it.'
  const field = {
    label,
    help: [help, state].filter(Boolean).join('. ') || undefined,
    problems,
    value,
    onChange,
  }
  const isRequiredNow = (isRequired && !kept) || isAskedAgain
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
      // Otherwise browsers offer to store it as the password of this page.
      autoComplete={isSecret ? 'new-password' : 'off'}
      required={isRequiredNow}
      spellCheck={false}
    />
  )
}
