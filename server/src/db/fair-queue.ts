export interface FairQueue<Item> {
  readonly size: number
  /** False if the queue, or the account's part of it, is full. */
  add(accountId: number, item: Item): boolean
  /** The first item of the account whose turn it is, of those that `mayGo`; null if there is none. */
  take(mayGo?: (accountId: number) => boolean): { accountId: number; item: Item } | null
}

/** Items in the order of their coming within an account, one of each account in turns: many of one delay no other by more than one. */
export function createFairQueue<Item>(bounds: { perAccountMax: number; max: number }): FairQueue<Item> {
  // A map keeps the order of insertion: the account in front has waited for its turn the longest.
  const accounts = new Map<number, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(accountId, item) {
      const items = accounts.get(accountId) ?? []
      if (size >= bounds.max || items.length >= bounds.perAccountMax) return false
      items.push(item)
      if (items.length === 1) accounts.set(accountId, items)
      size += 1
      return true
    },
    take(mayGo = () => true) {
      for (const [accountId, items] of accounts) {
        if (!mayGo(accountId)) continue
        accounts.delete(accountId)
        const item = items.shift()!
        if (items.length > 0) accounts.set(accountId, items)
        size -= 1
        return { accountId, item }
      }
      return null
    },
  }
}
