/** Items in the order of their coming within an account, one of each account in turns: many of one delay no other by more than one. */
export class FairQueue<Item> {
  readonly #bounds: { perAccountMax: number; max: number }
  // A map keeps the order of insertion: the account in front has waited for its turn the longest.
  readonly #accounts = new Map<number, Item[]>()
  #size = 0

  constructor(bounds: { perAccountMax: number; max: number }) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** False if the queue, or the account's part of it, is full. */
  add(accountId: number, item: Item): boolean {
    const items = this.#accounts.get(accountId) ?? []
    if (this.#size >= this.#bounds.max || items.length >= this.#bounds.perAccountMax) return false
    items.push(item)
    if (items.length === 1) this.#accounts.set(accountId, items)
    this.#size += 1
    return true
  }

  /** The first item of the account whose turn it is, of those that `mayGo`; null if there is none. */
  take(mayGo: (accountId: number) => boolean = () => true): { accountId: number; item: Item } | null {
    for (const [accountId, items] of this.#accounts) {
      if (!mayGo(accountId)) continue
      this.#accounts.delete(accountId)
      const item = items.shift()!
      if (items.length > 0) this.#accounts.set(accountId, items)
      this.#size -= 1
      return { accountId, item }
    }
    return null
  }
}
