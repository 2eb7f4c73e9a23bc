/** Sends the changes of this page. A change shows at once, and is undone if the service does not save it. */
import { countsOf, messageOf } from './message.ts'
import type { Change, ChangeOfAll } from './message.ts'
import type { Model } from './model.ts'
import type { Requests } from './requests.ts'
import type { Edit, StoreEvent } from './store.ts'

/** Changes on their way to the service. */
const EDITS_MAX = 100

export interface Saves {
  change(messageId: number, change: Change): Promise<boolean>
  changeAll(change: ChangeOfAll, upTo?: number): Promise<boolean>
}

type EventsOf = (body: Record<string, unknown>) => StoreEvent[]

export function createSaves(model: Model, requests: Requests): Saves {
  let saving: Promise<unknown> = Promise.resolve()

  async function send(edit: Edit, path: string, body: object, eventsOf: EventsOf): Promise<boolean> {
    const result = await requests.call('PATCH', path, body)
    const edits = model.fields.edits.filter((one) => one !== edit)
    const { failure } = result
    if (failure === null) model.set({ edits, stored: model.reduced(eventsOf(result.body)) })
    else model.set({ edits, problem: { action: 'change', failure } })
    return failure === null
  }

  /** Changes follow one another: read and unread of one message must not overtake each other. */
  function save(edit: Edit, path: string, body: object, eventsOf: EventsOf): Promise<boolean> {
    const { edits } = model.fields
    if (edits.length >= EDITS_MAX) return Promise.resolve(false)
    model.set({ edits: [...edits, edit], problem: model.problemExcept('change') })
    const done = saving.then(() => send(edit, path, body, eventsOf))
    saving = done
    return done
  }

  const editOf = (change: Change, id: number | null, upTo: number | null): Edit => {
    return { change, at: new Date().toISOString(), id, upTo }
  }

  return {
    change(id, change) {
      const edit = editOf(change, id, null)
      return save(edit, `/messages/${id}`, change, (body) => {
        const message = messageOf(body['inbox_message'])
        return message === null ? [] : [{ kind: 'change', message }]
      })
    },
    changeAll(change, upTo) {
      const edit = editOf(change, null, upTo ?? null)
      return save(edit, '/messages', { ...change, up_to: upTo }, (body) => {
        const counts = countsOf(body['counts'])
        return [{ kind: 'edit', edit }, ...(counts === null ? [] : [{ kind: 'counts', counts } as const])]
      })
    },
  }
}
