/** Places of characters in the coloured copy of a text. The copy has an element per line. */

const GAP_PX = 4
const WIDTH_PX = 320

interface TextPlace {
  node: Node
  at: number
}

/** The text node and the place in it of the character at `offset` of a line. */
function nodeAt(line: Element, offset: number): TextPlace | null {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let left = offset
  let last: TextPlace | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (left <= length) return { node, at: left }
    left -= length
    last = { node, at: length }
  }
  return last
}

/** The line with the character at `offset` of the text, and its place there. Null if the copy is older than the text. */
function lineAt(copy: HTMLPreElement, offset: number): { line: Element; place: TextPlace } | null {
  let left = offset
  for (const line of copy.children) {
    const { length } = line.textContent ?? ''
    const isEmpty = line.children.length === 0
    const characters = isEmpty ? 0 : length
    if (left <= characters) {
      const place = nodeAt(line, left)
      return place === null ? null : { line, place }
    }
    left -= characters + 1
  }
  return null
}

/**
 * The position for a list below the character at `offset` of the text, px of the window. Null if the copy is older than
 * the text.
 */
export function caretBox(copy: HTMLPreElement, offset: number): { left: number; top: number } | null {
  const found = lineAt(copy, offset)
  if (found === null) return null
  const range = document.createRange()
  range.setStart(found.place.node, found.place.at)
  const box = range.getClientRects()[0] ?? found.line.getBoundingClientRect()
  return { left: Math.max(0, Math.min(box.left, window.innerWidth - WIDTH_PX)), top: box.bottom + GAP_PX }
}

/** The characters from `from` up to `to` as a range of the copy. Null if the copy is older than the text. */
export function rangeOf(copy: HTMLPreElement, from: number, to: number): Range | null {
  const [start, end] = [lineAt(copy, from)?.place, lineAt(copy, to)?.place]
  if (start == null || end == null) return null
  const range = document.createRange()
  range.setStart(start.node, start.at)
  range.setEnd(end.node, end.at)
  return range
}
