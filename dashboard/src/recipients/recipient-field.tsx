import { SearchField } from '../ui/search-field.tsx'
import type { FoundRecipient } from './recipient.ts'
import './recipient-field.css'

const CHOICES_MAX = 8
/** The service finds no more. */
const FOUND_MAX = 20

/** The recipients that the text may mean, under the field. */
function RecipientChoices({ of: found, onChoose }: { of: FoundRecipient['choices']; onChoose: (id: string) => void }) {
  const others = found.length - CHOICES_MAX
  return (
    <>
      <ul className="recipient-choices" aria-label="Recipients found">
        {found.slice(0, CHOICES_MAX).map(({ id, title, detail }) => (
          <li key={id}>
            <button
              type="button"
              onClick={({ currentTarget }) => {
                // The button goes away, so the field gets the focus.
                currentTarget.closest('.field')?.querySelector('input')?.focus()
                onChoose(id)
              }}
            >
              <bdi title={title}>{title}</bdi>
              <bdi className="muted small" title={detail}>
                {detail || `#${id}`}
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="help">{`${found.length === FOUND_MAX ? 'At least ' : ''}${others} more: type more`}</p>
      )}
    </>
  )
}

/** The filter of a list by recipient. Of several found ones, a member chooses one. The URL then has its id, and the field its name. */
export function RecipientField({
  value,
  found,
  onSearch,
}: {
  value: string
  found: FoundRecipient
  onSearch: (to: string) => void
}) {
  const { choices, shown, detail } = found
  const isId = shown !== null && /^#\d+$/.test(value)
  return (
    <SearchField
      label="Recipient"
      placeholder="Name, email, id"
      help={choices.length === 0 ? (isId ? detail : shown) : 'Several found: choose one'}
      below={choices.length > 0 && <RecipientChoices of={choices} onChoose={(id) => onSearch(`#${id}`)} />}
      value={isId ? shown : value}
      onSearch={onSearch}
    />
  )
}
