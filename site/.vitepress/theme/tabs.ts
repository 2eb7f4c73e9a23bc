/** Shows one language of each group of samples, and keeps the choice between pages. */
const KEPT = 'language'

function keptName(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(KEPT, name)
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

const panelsOf = (group: Element) => [...group.querySelectorAll<HTMLElement>(':scope > .tab')]
const buttonsOf = (group: Element) => [...group.querySelectorAll<HTMLButtonElement>(':scope > [role=tablist] > button')]

/** A group without the language shows its first one. */
function show(group: Element, name: string | null): void {
  const names = panelsOf(group).map(({ dataset }) => dataset['name'])
  const shown = names.includes(name ?? '') ? name : names[0]
  for (const panel of panelsOf(group)) panel.hidden = panel.dataset['name'] !== shown
  for (const button of buttonsOf(group)) {
    const isShown = button.textContent === shown
    button.setAttribute('aria-selected', String(isShown))
    button.tabIndex = isShown ? 0 : -1
  }
}

function choose(button: HTMLButtonElement): void {
  const before = button.getBoundingClientRect().top
  keep(button.textContent)
  for (const group of document.querySelectorAll('.tabs')) show(group, button.textContent)
  button.focus()
  // Groups above may have another height now.
  scrollBy(0, button.getBoundingClientRect().top - before)
}

/** The arrows choose, as in every list of tabs. */
function onKey(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (step === undefined) return
  const index = buttons.indexOf(event.target as HTMLButtonElement)
  choose(buttons.at((index + step) % buttons.length)!)
  event.preventDefault()
}

function addButtons(group: Element, number: number): void {
  const list = document.createElement('div')
  list.role = 'tablist'
  list.ariaLabel = 'Language'
  const buttons = panelsOf(group).map((panel, index) => {
    const button = document.createElement('button')
    panel.id = `tab-${number}-${index}`
    panel.role = 'tabpanel'
    panel.ariaLabel = panel.dataset['name']!
    button.type = 'button'
    button.role = 'tab'
    button.textContent = panel.dataset['name']!
    button.setAttribute('aria-controls', panel.id)
    button.addEventListener('click', () => choose(button))
    return button
  })
  list.append(...buttons)
  list.addEventListener('keydown', (event) => onKey(event, buttons))
  group.prepend(list)
}

/** Prepares the groups of the page that have no buttons yet. */
export function showTabs(): void {
  for (const [number, group] of document.querySelectorAll('.tabs').entries()) {
    if (buttonsOf(group).length === 0) addButtons(group, number)
    show(group, keptName())
  }
}
