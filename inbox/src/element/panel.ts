/** The panel with the lists, the problems, and the messages. */
import type { Filter } from '../message.ts'
import type { InboxState } from '../model.ts'
import { icon, ICONS, make, setAttribute, setText } from './dom.ts'
import type { MessageActions } from './message-item.ts'
import { createMessageList } from './message-list.ts'
import type { Language, Words } from './words.ts'

export interface PanelActions extends MessageActions {
  close(): void
  setFilter(filter: Filter): void
  markAllRead(): void
  loadMore(): void
  dismissProblem(): void
}

export interface Panel {
  readonly element: HTMLElement
  update(state: InboxState, language: Language, now: number): void
}

const LISTS = ['active', 'unread', 'archived'] as const

/** The sentence about the connection, or null if all is well. */
function bannerOf({ connection, problem }: InboxState, words: Words): string | null {
  if (connection === 'offline' || connection === 'unauthorized') return words[connection]
  return problem?.action === 'load' ? words.connecting : null
}

interface Choices {
  readonly element: HTMLElement
  update(filter: Filter, words: Words): void
}

function createChoices(choose: (filter: Filter) => void): Choices {
  const buttons = LISTS.map((filter) => {
    const button = make('button', { type: 'button', class: 'choice', part: 'list-choice' })
    button.addEventListener('click', () => choose(filter))
    return [filter, button] as const
  })
  const element = make('div', { role: 'group', class: 'lists' }, ...buttons.map(([, button]) => button))
  return {
    element,
    update(chosen, words) {
      setAttribute(element, 'aria-label', words.lists)
      for (const [filter, button] of buttons) {
        setText(button, words[filter])
        setAttribute(button, 'aria-pressed', String(filter === chosen))
      }
    },
  }
}

function createControl(name: string, part: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: name, part })
  button.addEventListener('click', onClick)
  return button
}

export function createPanel(actions: PanelActions): Panel {
  const heading = make('h2', { id: 'heading' })
  const close = createControl('round', 'close', actions.close)
  close.append(icon(ICONS.close))
  const choices = createChoices(actions.setFilter)
  const markAll = createControl('quiet', 'mark-all', actions.markAllRead)
  const banner = make('p', { class: 'banner', part: 'banner', role: 'status' })
  const sentence = make('span')
  const dismiss = createControl('', 'dismiss', actions.dismissProblem)
  const problem = make('div', { class: 'problem', part: 'problem', role: 'alert' }, sentence, dismiss)
  const list = createMessageList(actions, () => element.focus())
  const empty = make('p', { class: 'empty', part: 'empty' })
  const older = createControl('older', 'older', actions.loadMore)
  const scroll = make('div', { class: 'scroll' }, list.element, empty, older)
  const element = make(
    'div',
    {
      id: 'panel',
      class: 'panel',
      part: 'panel',
      popover: 'auto',
      role: 'dialog',
      'aria-labelledby': 'heading',
      tabindex: '-1',
    },
    // Not a header: in a page it would be a landmark of the whole page.
    make('div', { class: 'top' }, heading, close),
    make('div', { class: 'bar' }, choices.element, markAll),
    ...[banner, problem, scroll],
  )

  return {
    element,
    update(state, language, now) {
      const { words } = language
      const active = (element.getRootNode() as ShadowRoot).activeElement
      const isEmpty = state.messages.length === 0
      setText(heading, words.heading)
      setAttribute(close, 'aria-label', words.close)
      setAttribute(close, 'title', words.close)
      choices.update(state.filter, words)
      setText(markAll, words.markAllRead)
      setAttribute(markAll, 'hidden', state.counts.unread === 0 || state.filter === 'archived')
      const bannerText = bannerOf(state, words)
      setText(banner, bannerText ?? '')
      setAttribute(banner, 'hidden', bannerText === null)
      const isNotSaved = state.problem?.action === 'change'
      setText(sentence, isNotSaved ? words.notSaved : '')
      setText(dismiss, words.dismiss)
      setAttribute(problem, 'hidden', !isNotSaved)
      setText(empty, state.isLoading ? words.loading : words.empty)
      setAttribute(empty, 'hidden', !isEmpty || (state.isLoading && bannerText !== null))
      setText(older, words.older)
      setAttribute(older, 'hidden', !state.hasMore)
      setAttribute(list.element, 'aria-label', words[state.filter === 'unseen' ? 'unread' : state.filter])
      setAttribute(list.element, 'aria-busy', state.isLoading ? 'true' : null)
      list.update(state.messages, language, now)
      // A control that has done its work goes away, for example to mark all as read.
      if (active !== null && element.contains(active) && active.closest('[hidden]') !== null) element.focus()
    },
  }
}
