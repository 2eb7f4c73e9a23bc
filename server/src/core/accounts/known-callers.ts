/** Callers found valid, kept for a directory that is away. While it responds, it is always asked, so a revoked key ends at once. */
import { BoundedMap } from '../../platform/bounded-map.ts'
import { Counts } from '../../platform/counts.ts'
import { isOutage } from '../../platform/db/database-error.ts'
import { ApiError } from '../../platform/errors.ts'

/** A caller is accepted without the directory for this time after the last look-up, ms: 10 minutes. */
const KEPT_MS = 600_000

/** The limits of callers in memory, per account and in total. */
const OF_ACCOUNT_MAX = 100
const ALL_MAX = 20_000

interface Kept<Caller> {
  caller: Caller
  accountId: number
  at: number
}

export interface DirectoryState {
  isDirectoryAway(): boolean
  /** Called after the directory went away or came back, and at other times. */
  onChange(listener: () => void): void
}

/** True if the directory was unavailable, and not if it refused. */
function isAway(error: unknown): boolean {
  return isOutage(error) || (error instanceof ApiError && error.status === 503)
}

/** Asks the directory for callers, and remembers them by the hash of their credential. */
export class KnownCallers<Caller extends { accountId: number }> {
  readonly #directory: DirectoryState
  readonly #monotonic: () => number
  readonly #kept = new BoundedMap<string, Kept<Caller>>(ALL_MAX)
  readonly #ofAccount = new Counts<number>()
  /** Called if the directory goes away: known callers wait no longer. */
  readonly #waiting = new Set<() => void>()

  constructor(directory: DirectoryState, monotonic: () => number) {
    this.#directory = directory
    this.#monotonic = monotonic
    directory.onChange(() => {
      if (directory.isDirectoryAway()) for (const giveUp of this.#waiting) giveUp()
    })
  }

  /**
   * The result of `ask`. If the directory is away, the caller found before. Null: the credential is not valid.
   * @throws the error of `ask` if the directory is away and does not know the credential.
   */
  async find(hash: Buffer, ask: () => Promise<Caller | null>): Promise<Caller | null> {
    const name = hash.toString('latin1')
    const known = this.#known(name)
    if (known !== null && this.#directory.isDirectoryAway()) return known
    try {
      const found = known === null ? await ask() : await this.#unlessAway(ask(), known)
      // If we stopped waiting, keep the cached caller.
      if (found === null) this.#forget(name)
      else if (found !== known) this.#keep(name, found)
      return found
    } catch (error) {
      if (known === null || !isAway(error)) throw error
      return known
    }
  }

  #known(name: string): Caller | null {
    const kept = this.#kept.get(name)
    if (kept === undefined) return null
    if (this.#monotonic() - kept.at <= KEPT_MS) return kept.caller
    this.#forget(name)
    return null
  }

  /** The result of `asking`, or `known` if the directory goes away meanwhile. */
  async #unlessAway(asking: Promise<Caller | null>, known: Caller): Promise<Caller | null> {
    let giveUp = () => {}
    const away = new Promise<Caller>((resolve) => (giveUp = () => resolve(known)))
    this.#waiting.add(giveUp)
    asking.catch(() => {})
    try {
      return await Promise.race([asking, away])
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  #keep(name: string, caller: Caller): void {
    const { accountId } = caller
    this.#forget(name)
    // An account at its limit keeps the callers that it has.
    if (this.#ofAccount.of(accountId) >= OF_ACCOUNT_MAX) return
    this.#ofAccount.add(accountId, 1)
    for (const pushedOut of this.#kept.set(name, { caller, accountId, at: this.#monotonic() }))
      this.#ofAccount.add(pushedOut.accountId, -1)
  }

  #forget(name: string): void {
    const kept = this.#kept.get(name)
    if (kept === undefined) return
    this.#kept.delete(name)
    this.#ofAccount.add(kept.accountId, -1)
  }
}
