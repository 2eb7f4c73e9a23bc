/** The parts of a message id. */
export interface DeliveryReference {
  accountId: number
  id: number
  /** ms since the epoch. It distinguishes deliveries with equal ids in different installations. */
  createdAt: number
}

/**
 * The id under which the provider knows a delivery's message: letters, digits and dots. Every send of the delivery uses
 * the same id. Two installations with the same sender never share one.
 */
export function messageIdOf(delivery: DeliveryReference): string {
  return `${delivery.accountId}.${delivery.id}.${delivery.createdAt.toString(36)}`
}

const MESSAGE_ID = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([0-9a-z]{1,10})$/

/** The delivery of a text made by `messageIdOf`, or null for any other text. */
export function parseMessageId(text: string): DeliveryReference | null {
  const [, accountId, id, createdAt] = MESSAGE_ID.exec(text) ?? []
  if (accountId === undefined || id === undefined || createdAt === undefined) return null
  const reference = { accountId: Number(accountId), id: Number(id), createdAt: Number.parseInt(createdAt, 36) }
  return Object.values(reference).every(Number.isSafeInteger) ? reference : null
}
