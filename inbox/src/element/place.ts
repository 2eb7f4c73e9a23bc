/** Where the panel opens. */

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Place {
  left: number
  top: number
  /** The greatest height of the panel, px. */
  room: number
}

/** Between the panel and the bell, and at the edges of the window, px. */
const GAP = 8
/** With less room below, the panel opens where more room is, px. */
const ROOM_MIN = 240

/**
 * The place of a panel at its bell, px of the window. At the end of a line, the panel ends with the bell, and it
 * stays inside the window.
 */
export function placeOf(
  bell: Box,
  panel: { width: number; height: number },
  window: { width: number; height: number },
  direction: 'ltr' | 'rtl',
): Place {
  const wanted = direction === 'rtl' ? bell.left : bell.right - panel.width
  const left = Math.max(GAP, Math.min(wanted, window.width - panel.width - GAP))
  const below = window.height - bell.bottom - 2 * GAP
  const above = bell.top - 2 * GAP
  if (below >= Math.min(ROOM_MIN, above)) return { left, top: bell.bottom + GAP, room: Math.max(below, 0) }
  return { left, top: Math.max(GAP, bell.top - GAP - Math.min(panel.height, above)), room: above }
}
