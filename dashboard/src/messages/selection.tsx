import { useState } from 'react'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import type { Selection } from '../ui/table.tsx'
import { messagesText } from './resend-progress.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import type { Wanted } from './resend-dialog.tsx'

/** Messages that one request can name. */
const MESSAGES_MAX = 1000

/** The messages that a member has selected in a list, to send them again. */
export function useSelectedMessages<Row>({
  rows,
  messageOf,
  whyNotOf,
  labelOf,
}: {
  rows: readonly Row[]
  messageOf: (row: Row) => number
  /** Why the row cannot be sent again. Null: it can. Absent: nothing of it has failed, so it has no check box. */
  whyNotOf: (row: Row) => string | null | undefined
  labelOf: (row: Row) => string
}): { selection: Selection<Row> | undefined; ids: number[]; clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const mayChange = useWhyNot('change') === null
  const shown = new Set(rows.filter((row) => whyNotOf(row) === null).map(messageOf))
  // Rows that another filter hides, or that were sent again meanwhile, are not selected.
  const ids = [...chosen].filter((id) => shown.has(id)).slice(0, MESSAGES_MAX)
  const toggle = (row: Row) => {
    const id = messageOf(row)
    const rest = ids.filter((one) => one !== id)
    setChosen(new Set(rest.length === ids.length ? [...ids, id] : rest))
  }
  const selection: Selection<Row> = {
    isSelected: (row) => ids.includes(messageOf(row)),
    toggle,
    whyNotOf,
    labelOf: (row) => `Select ${labelOf(row)}`,
    all: {
      isSelected: ids.length > 0 && ids.length === shown.size,
      toggle: () => setChosen(ids.length === shown.size ? new Set() : shown),
    },
  }
  return {
    selection: mayChange && shown.size > 0 ? selection : undefined,
    ids,
    clear: () => setChosen(new Set()),
  }
}

/** The number of the selected messages, and the button to send them again. Nothing without a selection. */
export function SelectedMessages({ ids, clear }: { ids: readonly number[]; clear: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (ids.length === 0) return null
  return (
    <div className="selected" role="group" aria-label="Selected messages">
      <strong role="status">{messagesText(ids.length)} selected</strong>
      <Button tone="primary" icon="refresh" onClick={() => setOpen(true)}>
        Send again
      </Button>
      <Button onClick={clear}>Clear</Button>
      {isOpen && <ResendDialog wanted={{ message_ids: [...ids] }} onClose={() => setOpen(false)} onStarted={clear} />}
    </div>
  )
}

/** Sends the failed messages of a whole filtered list again. `whyNot`: why it cannot. */
export function SendThese({ wanted, whyNot }: { wanted: Wanted; whyNot: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const notAllowed = useWhyNot('change')
  return (
    <>
      <Button icon="delivery" whyNot={notAllowed ?? whyNot} onClick={() => setOpen(true)}>
        Send failed again
      </Button>
      {isOpen && <ResendDialog wanted={wanted} onClose={() => setOpen(false)} />}
    </>
  )
}
