/** The list of messages. Each message keeps its element, so the focus and the place of the reader stay. */
import type { InboxMessage } from '../message.ts'
import { make } from './dom.ts'
import { createMessageItem } from './message-item.ts'
import type { MessageActions, MessageItem } from './message-item.ts'
import type { Language } from './words.ts'

export interface MessageList {
  readonly element: HTMLUListElement
  update(messages: readonly InboxMessage[], language: Language, now: number): void
}

/** How many titles the keys go down. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

const focusableAt = (item: Element | undefined, selector: string): HTMLElement | null =>
  item?.querySelector<HTMLElement>(selector) ?? null

/** Arrows, Home and End go from message to message. */
function moveFocus(list: HTMLUListElement, event: KeyboardEvent): void {
  const step = STEPS[event.key]
  const items = [...list.children]
  const index = items.findIndex((item) => item.contains(event.target as Node))
  if (step === undefined || index === -1 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  focusableAt(items[Math.max(0, Math.min(items.length - 1, index + step))], '.title')?.focus()
}

/** `onLost` is called if the message with the focus goes away and no other is left. */
export function createMessageList(actions: MessageActions, onLost: () => void): MessageList {
  const element = make('ul', { role: 'list', part: 'list' })
  let items = new Map<number, MessageItem>()
  element.addEventListener('keydown', (event) => moveFocus(element, event))

  /** The focus goes to the same control of the next message, so the person can go on. */
  function keepFocus(): () => void {
    const active = (element.getRootNode() as ShadowRoot).activeElement
    const index = [...element.children].findIndex((item) => active !== null && item.contains(active))
    if (index === -1) return () => {}
    const part = active!.getAttribute('part') ?? 'title'
    return () => {
      if (element.contains(active)) return
      const { children } = element
      const next = focusableAt(children[Math.min(index, children.length - 1)], `[part='${part}']`)
      if (next === null) onLost()
      else next.focus()
    }
  }

  return {
    element,
    update(messages, language, now) {
      const restoreFocus = keepFocus()
      const next = new Map<number, MessageItem>()
      for (const message of messages) {
        const item = items.get(message.message_id) ?? createMessageItem(message, actions)
        item.update(message, language, now)
        next.set(message.message_id, item)
      }
      for (const [id, item] of items) if (!next.has(id)) item.element.remove()
      // Only elements out of place are moved: a moved element loses the focus.
      let place = element.firstElementChild
      for (const { element: item } of next.values()) {
        if (item === place) place = place.nextElementSibling
        else element.insertBefore(item, place)
      }
      items = next
      restoreFocus()
    },
  }
}
