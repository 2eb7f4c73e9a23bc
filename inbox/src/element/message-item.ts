/** One message of the list. */
import { safeUrl } from '../message.ts'
import type { Change, InboxMessage } from '../message.ts'
import { icon, ICONS, make, setAttribute, setText } from './dom.ts'
import { timeAgo, wholeTime } from './time.ts'
import type { Language } from './words.ts'

export interface MessageActions {
  change(message: InboxMessage, change: Change): void
  /** The person chose the message. Returns false if the app opens it itself, instead of the link. */
  open(message: InboxMessage): boolean
}

export interface MessageItem {
  readonly element: HTMLLIElement
  update(message: InboxMessage, language: Language, now: number): void
}

interface Button {
  element: HTMLButtonElement
  /** `name` is for the eye, `title` tells apart the buttons of all messages. */
  update(name: string, title: string, picture: string): void
}

function createButton(part: string, onClick: () => void): Button {
  const element = make('button', { type: 'button', class: 'round', part })
  let shown = ''
  element.addEventListener('click', onClick)
  return {
    element,
    update(name, title, picture) {
      setAttribute(element, 'title', name)
      setAttribute(element, 'aria-label', `${name}: ${title}`)
      if (shown !== picture) element.replaceChildren(icon(picture))
      shown = picture
    },
  }
}

/** A link if the message has an address of the web. If not, a button for showing the whole text. */
function createTitle(message: InboxMessage, onChoose: (event: Event) => void): HTMLElement {
  const href = safeUrl(message.url)
  const attributes = { class: 'title', part: 'title' }
  const title =
    href === null
      ? make('button', { ...attributes, type: 'button', 'aria-expanded': 'false' })
      : make('a', { ...attributes, href, rel: 'noopener' })
  title.addEventListener('click', onChoose)
  return title
}

/** The item of a message. Its title and its address never change. */
export function createMessageItem(first: InboxMessage, actions: MessageActions): MessageItem {
  let message = first
  const title = createTitle(first, (event) => {
    if (message.read_at === null) actions.change(message, { read: true })
    if (!actions.open(message)) event.preventDefault()
    if (title.localName !== 'button') return
    const isWhole = element.classList.toggle('whole')
    setAttribute(title, 'aria-expanded', String(isWhole))
  })
  const unread = make('span', { class: 'hidden' })
  const name = make('span', { class: 'name', dir: 'auto' })
  title.append(unread, name)
  const body = make('p', { class: 'body', part: 'body', dir: 'auto' }, first.body)
  const time = make('time', { datetime: first.created_at })
  const about = make('span', { class: 'about', part: 'about' }, time)
  const read = createButton('read', () => actions.change(message, { read: message.read_at === null }))
  const archive = createButton('archive', () => actions.change(message, { archived: message.archived_at === null }))
  const buttons = make('div', { class: 'actions' }, read.element, archive.element)
  const element = make('li', { part: 'message' }, make('div', { class: 'text' }, title, body, about), buttons)

  return {
    element,
    update(next, { words, tag }, now) {
      message = next
      const isUnread = message.read_at === null
      setAttribute(
        element,
        'class',
        `message${isUnread ? ' unread' : ''}${element.classList.contains('whole') ? ' whole' : ''}`,
      )
      setText(unread, isUnread ? `${words.isUnread}: ` : '')
      setText(name, message.title)
      setText(time, timeAgo(message.created_at, now, tag))
      setAttribute(time, 'title', wholeTime(message.created_at, tag))
      const { title } = message
      if (isUnread) read.update(words.markRead, title, ICONS.read)
      else read.update(words.markUnread, title, ICONS.unread)
      if (message.archived_at === null) archive.update(words.archive, title, ICONS.archive)
      else archive.update(words.unarchive, title, ICONS.unarchive)
    },
  }
}
