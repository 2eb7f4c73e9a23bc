/** Where the live stream of the page begins: before everything that the page has read. '': now. */
let position = ''

export const livePosition = (): string => position

/** Later positions of the stream itself replace it. */
export function startLiveAfter(cursor: string): void {
  if (position === '') position = cursor
}

export function setLivePosition(cursor: string): void {
  position = cursor
}
