/** The results of the search as options of its field, and the words without results. */
import { useEffect, useRef } from 'react'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { Icon } from '../ui/icon.tsx'
import { Badge } from '../ui/notice.tsx'
import '../ui/table.css'
import { Time } from '../ui/time.tsx'
import { toneOfState } from '../webhooks/endpoint.ts'
import { KINDS, nestingOf } from './results.ts'
import type { SearchResult } from './results.ts'

/** Examples of texts, with the objects that they find. */
const FINDS: readonly (readonly [written: string, found: string])[] = [
  [
    'ada',
    'recipients by the start of a word of their name or email, of an external id or a phone number, with their newest deliveries',
  ],
  ['order', 'messages by a part of the subject (the newest 500), and templates by a part of the name'],
  ['order-1001', 'messages with this whole reference'],
  ['#42', 'the delivery, message, recipient or template with this id'],
  ['evt_…', 'the webhook event with this id'],
  ['req_…', 'the change or refused request with this id (the last seven days), with its messages'],
]

/** What can be found, for an empty field and for a search without a result. */
export function Finds() {
  return (
    <dl className="finds small">
      {FINDS.map(([written, found]) => (
        <div key={written}>
          <dt>
            <code>{written}</code>
          </dt>
          <dd className="muted">{found}</dd>
        </div>
      ))}
    </dl>
  )
}

function Option({
  result,
  id,
  isNested,
  isActive,
  onActive,
  onOpen,
}: {
  result: SearchResult
  id: string
  isNested: boolean
  isActive: boolean
  onActive: () => void
  onOpen: () => void
}) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { title, icon } = KINDS[result.kind]
  const { status, state } = result
  return (
    // The combobox has the focus and handles the keys.
    <li
      ref={ref}
      id={id}
      role="option"
      aria-selected={isActive}
      className={isNested ? 'nested' : undefined}
      onMouseMove={onActive}
      onClick={onOpen}
    >
      <Icon name={icon} />
      <div>
        <bdi className="line">{result.title}</bdi>
        <span className="line small muted">
          {title}
          {result.detail !== '' && (
            <>
              {' · '}
              <bdi>{result.detail}</bdi>
            </>
          )}
        </span>
      </div>
      <div className="end">
        {status !== undefined && <DeliveryStatus status={status} />}
        {state !== undefined && <Badge tone={toneOfState(state)}>{state}</Badge>}
        {result.created_at !== undefined && (
          <span className="small muted">
            <Time at={result.created_at} />
          </span>
        )}
      </div>
    </li>
  )
}

/** The options. `optionId`: the id of an element by its place. */
export function Results({
  id,
  results,
  isBusy,
  active,
  optionId,
  onActive,
  onOpen,
}: {
  id: string
  results: readonly SearchResult[]
  isBusy: boolean
  active: number
  optionId: (index: number) => string
  onActive: (index: number) => void
  onOpen: (result: SearchResult) => void
}) {
  const nesting = nestingOf(results)
  return (
    <ul id={id} role="listbox" aria-label="Results" aria-busy={isBusy}>
      {results.map((result, index) => (
        <Option
          key={`${result.kind} ${result.id}`}
          id={optionId(index)}
          result={result}
          isNested={nesting[index]!}
          isActive={index === active}
          onActive={() => onActive(index)}
          onOpen={() => onOpen(result)}
        />
      ))}
    </ul>
  )
}
