let turn: Promise<void> | null = null

/** The next turn of the event loop, after what has arrived was read; all who wait for it share one promise. */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = null
      resolve()
    }),
  )
  return turn
}
