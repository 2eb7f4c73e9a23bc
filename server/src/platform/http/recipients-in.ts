/** Finds the recipients in a response by the names of the API: `notification_user_id`, and `notification_user` with its `id`. */
export function recipientsIn(answer: unknown): number[] {
  const found: number[] = []
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'number' && name === 'notification_user_id') found.push(value)
    if (typeof value !== 'object' || value === null) return
    if (name === 'notification_user' && 'id' in value && typeof value.id === 'number') found.push(value.id)
    for (const [inner, child] of Object.entries(value)) look(child, inner)
  }
  look(answer, '')
  return [...new Set(found)]
}
