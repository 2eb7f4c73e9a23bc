/** The press of a mouse button. An element that moves or changes during a press loses its click. */

let isPressed = false
let waiting: (() => void)[] = []

function end(): void {
  isPressed = false
  const acts = waiting
  waiting = []
  setTimeout(() => {
    for (const act of acts) act()
  })
}

window.addEventListener('mousedown', () => (isPressed = true), true)
window.addEventListener('mouseup', end, true)
// A drag, or a button that is released in another window, ends without `mouseup`.
window.addEventListener('dragend', end, true)
window.addEventListener('blur', end)

/** Calls the function at once, or after the end of a press. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
