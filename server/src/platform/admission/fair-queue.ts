/**
 * Items in order of arrival within an account. Accounts take turns, so many items of one account delay another by only
 * one item.
 */
export class FairQueue<Item> {
  readonly #bounds: { perAccountMax: number; max: number }
  // A Map keeps the order of insertion, so the first account has waited longest for its turn.
  readonly #accounts = new Map<number, Item[]>()
  #size = 0

  constructor(bounds: { perAccountMax: number; max: number }) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** Returns false if the queue, or the account's part of it, is full. */
  add(accountId: number, item: Item): boolean {
    const items = this.#accounts.get(accountId) ?? []
    if (this.#size >= this.#bounds.max || items.length >= this.#bounds.perAccountMax) return false
    items.push(item)
    if (items.length === 1) this.#accounts.set(accountId, items)
    this.#size += 1
    return true
  }

  /** The first item of the next account allowed by `mayGo`. Null if there is none. */
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
