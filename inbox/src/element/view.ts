/** The bell and its panel in the shadow root of the element. */
import type { Inbox } from '../inbox.ts'
import type { InboxMessage } from '../message.ts'
import { createAnnouncer, createBell } from './bell.ts'
import { make, setAttribute } from './dom.ts'
import { createPanel } from './panel.ts'
import { placeOf } from './place.ts'
import { styleSheet } from './style.ts'
import { languageOf } from './words.ts'

export interface View {
  /** Shows the messages of a client. */
  show(inbox: Inbox | null): void
  /** `tag` is a language. */
  update(language: ReturnType<typeof languageOf>): void
  /** Tells a screen reader and the app of a new message. */
  announce(message: InboxMessage): void
  open(): unknown
  close(): unknown
}

/** Sends an event of the element. Returns false if the app canceled it. */
export type Dispatch = (name: 'tidings-message' | 'tidings-open', message: InboxMessage) => boolean

/** While the panel is open, its times are written again, ms. */
const TIMES_MS = 60_000

/** Places the open panel at the bell. In a small window, its styles make it fill the window instead. */
function place(bell: HTMLElement, panel: HTMLElement, direction: 'ltr' | 'rtl'): void {
  const size = { width: panel.offsetWidth, height: panel.offsetHeight }
  const window = { width: innerWidth, height: innerHeight }
  const found = placeOf(bell.getBoundingClientRect(), size, window, direction)
  for (const [name, value] of Object.entries(found)) panel.style.setProperty(`--_${name}`, `${value}px`)
}

/** Keeps the place and the times of the open panel. Returns a function for ending this. */
function keepPlace(placeNow: () => void, updateNow: () => void): () => void {
  const timer = setInterval(updateNow, TIMES_MS)
  addEventListener('resize', placeNow)
  addEventListener('scroll', placeNow, true)
  return () => {
    clearInterval(timer)
    removeEventListener('resize', placeNow)
    removeEventListener('scroll', placeNow, true)
  }
}

/** Marks messages as seen while a person looks at them. `reset` is for each opening of the panel. */
function createSeeing(): { reset(): void; look(inbox: Inbox): void } {
  /** If a change was refused, it is not sent again and again. */
  let upTo = 0
  return {
    reset: () => (upTo = 0),
    look(inbox) {
      const { counts, filter, messages } = inbox.state
      const newest = messages[0]?.message_id ?? 0
      if (document.visibilityState === 'hidden' || filter === 'archived') return
      if (counts.unseen === 0 || newest === upTo) return
      upTo = newest
      void inbox.changeAll({ seen: true }, newest)
    },
  }
}

/** Focuses the panel. Its event comes late: a person who is quick with Tab may be in the panel already. */
function takeFocus(root: ShadowRoot, panel: HTMLElement): void {
  if (!panel.contains(root.activeElement)) panel.focus({ preventScroll: true })
}

/** Focuses the bell before the panel closes. The browser does it only if nothing in the panel has moved the focus. */
function giveFocusBack(root: ShadowRoot, panel: HTMLElement, bell: HTMLElement): void {
  if (panel.contains(root.activeElement)) bell.focus({ preventScroll: true })
}

export function createView(root: ShadowRoot, dispatch: Dispatch): View {
  let inbox: Inbox | null = null
  let language = languageOf('en')
  let isOpen = false
  let letGo = (): void => {}
  const seeing = createSeeing()
  const panel = createPanel({
    close: () => panel.element.hidePopover(),
    setFilter: (filter) => inbox?.setFilter(filter),
    markAllRead: () => void inbox?.changeAll({ read: true }, inbox.state.messages[0]?.message_id),
    loadMore: () => void inbox?.loadMore(),
    dismissProblem: () => inbox?.dismissProblem(),
    change: ({ message_id }, change) => void inbox?.change(message_id, change),
    open: (message) => dispatch('tidings-open', message),
  })
  const bell = createBell(panel.element)
  const announcer = createAnnouncer(() => language)
  const frame = make('div', {}, bell.element, panel.element, announcer.element)
  root.adoptedStyleSheets = [styleSheet()]
  root.append(frame)

  const placeNow = (): void => place(bell.element, panel.element, language.direction)

  function update(): void {
    setAttribute(frame, 'dir', language.direction)
    setAttribute(frame, 'lang', language.tag)
    bell.update(inbox?.state.counts.unseen ?? 0, language)
    if (inbox === null || !isOpen) return
    panel.update(inbox.state, language, Date.now())
    placeNow()
    seeing.look(inbox)
  }
  panel.element.addEventListener('beforetoggle', ({ newState }) => {
    isOpen = newState === 'open'
    if (!isOpen) giveFocusBack(root, panel.element, bell.element)
    seeing.reset()
    update()
    // The event `toggle` may come after the first picture of the panel.
    requestAnimationFrame(placeNow)
  })
  panel.element.addEventListener('toggle', () => {
    setAttribute(bell.element, 'aria-expanded', String(isOpen))
    letGo()
    if (!isOpen) return
    placeNow()
    letGo = keepPlace(placeNow, update)
    takeFocus(root, panel.element)
  })

  return {
    show(next) {
      inbox = next
      if (inbox !== null) return
      // A browser hides the panel of a removed element without an event.
      if (panel.element.matches(':popover-open')) panel.element.hidePopover()
      isOpen = false
      letGo()
    },
    update(next) {
      language = next
      update()
    },
    announce(message) {
      announcer.announce(message)
      dispatch('tidings-message', message)
    },
    open: () => isOpen || panel.element.showPopover(),
    close: () => isOpen && panel.element.hidePopover(),
  }
}
