/** The press of a mouse button. An element that moves or changes during a press loses its click. */

/** The browser may take the end of a press for itself. Then the press ends after this time, ms. */
const PRESS_MS_MAX = 5_000

let isPressed = false
let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

function end(): void {
  isPressed = false
  clearTimeout(timer)
  const acts = waiting
  waiting = []
  setTimeout(() => {
    for (const act of acts) act()
  })
}

function begin(): void {
  isPressed = true
  clearTimeout(timer)
  timer = setTimeout(end, PRESS_MS_MAX)
}

window.addEventListener('mousedown', begin, true)
window.addEventListener('mouseup', end, true)
// A drag, a menu of the browser, and a button that is released in another window end a press without `mouseup`.
for (const name of ['dragend', 'contextmenu']) window.addEventListener(name, end, true)
// A text field changes at the beginning of a press elsewhere.
window.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && end(), true)
window.addEventListener('blur', end)

/** Calls the function at once, or after the end of a press. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
