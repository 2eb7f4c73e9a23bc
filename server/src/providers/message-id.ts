/** What a message's id tells of its delivery. */
export interface DeliveryReference {
  accountId: number
  id: number
  /** ms since the epoch: another installation's delivery of the same numbers has another. */
  createdAt: number
}

/**
 * The id of a delivery's message at its provider, the same for every send and unlike that of any other installation's
 * delivery with the same sender: letters, digits and dots.
 */
export function messageIdOf(delivery: DeliveryReference): string {
  return `${delivery.accountId}.${delivery.id}.${delivery.createdAt.toString(36)}`
}

const MESSAGE_ID = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([0-9a-z]{1,10})$/

/** The delivery that a text from `messageIdOf` refers to, or null if it is no such text. */
export function parseMessageId(text: string): DeliveryReference | null {
  const [, accountId, id, createdAt] = MESSAGE_ID.exec(text) ?? []
  if (accountId === undefined || id === undefined || createdAt === undefined) return null
  const reference = { accountId: Number(accountId), id: Number(id), createdAt: Number.parseInt(createdAt, 36) }
  return Object.values(reference).every(Number.isSafeInteger) ? reference : null
}
