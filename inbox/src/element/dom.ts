/** Makes elements. Texts are always text nodes, so a message cannot bring markup. */

type Child = Node | string

/** An element with attributes. A null or false attribute is left out, true is an empty one. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | null>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value)
  element.append(...children)
  return element
}

/** Sets or removes an attribute, and touches the page only if it differs. */
export function setAttribute(element: Element, name: string, value: string | boolean | null): void {
  const text = value === true ? '' : value
  if (text === null || text === false) element.removeAttribute(name)
  else if (element.getAttribute(name) !== text) element.setAttribute(name, text)
}

/** Sets the text, and touches the page only if it differs. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const SVG = 'http://www.w3.org/2000/svg'

/** A picture of 24 by 24 in the color of the text, without a name. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

export const ICONS = {
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 21h4',
  close: 'M6 6l12 12M18 6L6 18',
  archive: 'M4 5h16v4H4ZM6 9v10h12V9M10 13h4',
  unarchive: 'M4 5h16v4H4ZM6 9v10h12V9M12 17v-5M9.5 14l2.5-2.5 2.5 2.5',
  read: 'M5 12.5l4.5 4.5L19 7.5',
  unread: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
} as const
