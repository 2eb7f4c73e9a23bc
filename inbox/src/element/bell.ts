/** The bell with the number of unseen messages, and the voice for screen readers. */
import type { InboxMessage } from '../message.ts'
import { icon, ICONS, make, setAttribute, setText } from './dom.ts'
import type { Language } from './words.ts'

const BADGE_MAX = 99
/** The service counts up to here. */
const COUNTED_MAX = 1000
/** New messages within this time are announced together, ms. */
const ANNOUNCE_MS = 500

export interface Bell {
  readonly element: HTMLButtonElement
  update(unseen: number, language: Language): void
}

/** The button for opening and closing the panel. */
export function createBell(panel: HTMLElement): Bell {
  const badge = make('span', { class: 'badge', part: 'badge', 'aria-hidden': 'true', hidden: true })
  const picture = make('slot', { name: 'bell' }, icon(ICONS.bell))
  const attributes = { class: 'bell', part: 'bell', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' }
  const element = make('button', { type: 'button', ...attributes }, picture, badge)
  element.popoverTargetElement = panel
  return {
    element,
    update(unseen, { words, tag }) {
      const number = new Intl.NumberFormat(tag)
      setText(badge, unseen > BADGE_MAX ? `${number.format(BADGE_MAX)}+` : number.format(unseen))
      setAttribute(badge, 'hidden', unseen === 0)
      const count = `${number.format(unseen)}${unseen >= COUNTED_MAX ? '+' : ''}`
      setAttribute(element, 'aria-label', unseen === 0 ? words.heading : `${words.heading}, ${words.unseen}: ${count}`)
    },
  }
}

export interface Announcer {
  readonly element: HTMLElement
  announce(message: InboxMessage): void
}

/** The live region. It stands outside of the panel, because a closed panel is silent. */
export function createAnnouncer(language: () => Language): Announcer {
  const element = make('div', { class: 'hidden', role: 'status' })
  let titles: string[] = []
  return {
    element,
    announce({ title }) {
      if (titles.push(title) > 1) return
      setTimeout(() => {
        const { words, tag } = language()
        const count = new Intl.NumberFormat(tag).format(titles.length)
        const [only] = titles
        // Also the same text again is a new node, so it is said again.
        element.textContent = titles.length === 1 ? `${words.newMessage}: ${only}` : `${words.newMessages}: ${count}`
        titles = []
      }, ANNOUNCE_MS)
    },
  }
}
