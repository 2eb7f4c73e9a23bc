import { useState } from 'react'
import { Choices } from '../ui/choices.tsx'
import { Code } from '../ui/page.tsx'
import { EXAMPLES } from './examples.ts'

const LANGUAGES = [
  { value: 'mjs', label: 'Node' },
  { value: 'py', label: 'Python' },
  { value: 'rb', label: 'Ruby' },
  { value: 'go', label: 'Go' },
  { value: 'php', label: 'PHP' },
] as const

type Language = (typeof LANGUAGES)[number]['value']

/** The verification code for a receiver, in several languages. */
export default function VerificationCode() {
  const [language, setLanguage] = useState<Language>('mjs')
  const { label } = LANGUAGES.find(({ value }) => value === language)!
  return (
    <div className="stack tight">
      <Choices label="Language" choices={LANGUAGES} value={language} onChange={setLanguage} />
      <Code text={EXAMPLES[language]!} label={`verification code in ${label}`} />
    </div>
  )
}
