import { createFairQueue } from './fair-queue.ts'

export interface BatchLineOptions<Item> {
  /** Items of one batch at the most. */
  itemsMax: number
  /** Items in the line at the most. */
  waitingMax: number
  /** Whose item it is; absent: the items are the service's own. */
  accountOf?: ((item: Item) => number) | undefined
}

export interface BatchLine<Item> {
  readonly size: number
  /** False if the line, or the account's part of it, is full. */
  add(item: Item): boolean
  /** The items of the next batch, `itemsMax` at the most. */
  take(): Item[]
}

/** Of the places in the line an account has one in so many at the most. */
const ACCOUNT_PART = 4

/**
 * Items that wait for their batch, in the order of their coming. If there are more than one batch takes, the accounts take
 * turns: an item waits for no more than one batch of another account's, however many that has. A shorter line is a plain
 * list, since all of it goes at once.
 */
export function createBatchLine<Item>({ itemsMax, waitingMax, accountOf }: BatchLineOptions<Item>): BatchLine<Item> {
  const perAccountMax = Math.max(itemsMax, Math.floor(waitingMax / ACCOUNT_PART))
  const list: Item[] = []
  /** Holds all items while it holds any. */
  const turns = createFairQueue<Item>({ perAccountMax, max: waitingMax })

  return {
    get size() {
      return list.length + turns.size
    },
    add(item) {
      if (list.length + turns.size >= waitingMax) return false
      if (accountOf === undefined || (turns.size === 0 && list.length < itemsMax)) {
        list.push(item)
        return true
      }
      for (const earlier of list.splice(0)) turns.add(accountOf(earlier), earlier)
      return turns.add(accountOf(item), item)
    },
    take() {
      if (turns.size === 0) return list.splice(0, itemsMax)
      return Array.from({ length: Math.min(itemsMax, turns.size) }, () => turns.take()!.item)
    },
  }
}
