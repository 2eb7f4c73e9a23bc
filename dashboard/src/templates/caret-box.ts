/** The place of a character in the coloured copy of a text. */

const GAP_PX = 4
const WIDTH_PX = 320

/** The text node and the place in it of the character at `offset` of a line. */
function nodeAt(line: Element, offset: number): { node: Node; at: number } | null {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let left = offset
  let last: { node: Node; at: number } | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (left <= length) return { node, at: left }
    left -= length
    last = { node, at: length }
  }
  return last
}

/**
 * The position for a list below the character at `offset` of the text, px of the window. `copy`: an element per line.
 * Null if the copy is older than the text.
 */
export function caretBox(copy: HTMLPreElement, offset: number): { left: number; top: number } | null {
  let left = offset
  for (const line of copy.children) {
    const { length } = line.textContent ?? ''
    const isEmpty = line.children.length === 0
    const characters = isEmpty ? 0 : length
    if (left <= characters) {
      const place = nodeAt(line, left)
      if (place === null) return null
      const range = document.createRange()
      range.setStart(place.node, place.at)
      const box = range.getClientRects()[0] ?? line.getBoundingClientRect()
      return { left: Math.max(0, Math.min(box.left, window.innerWidth - WIDTH_PX)), top: box.bottom + GAP_PX }
    }
    left -= characters + 1
  }
  return null
}
