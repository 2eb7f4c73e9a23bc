/** Callers found valid, kept for a directory that is away. While it responds, it is always asked, so a revoked key ends at once. */
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import type { Leave } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { isOutage } from '../../platform/db/database-error.ts'
import { ApiError } from '../../platform/errors.ts'

/** A caller is accepted without the directory for this time after the last look-up, ms: 10 minutes. */
const KEPT_MS = 600_000

interface Kept<Caller> {
  caller: Caller
  at: number
  /** Gives back its place of the account's. */
  leave: Leave
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
  readonly #kept = new BoundedMap<string, Kept<Caller>>(LIMITS.callers.max)
  readonly #places = new FairGate<number>({ ofKeyMax: LIMITS.callersOfAccount.max })
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
    this.#forget(name)
    const leave = this.#places.enterNow(caller.accountId)
    // An account at its limit keeps the callers that it has.
    if (leave === null) return
    for (const pushedOut of this.#kept.set(name, { caller, at: this.#monotonic(), leave })) pushedOut.leave()
  }

  #forget(name: string): void {
    this.#kept.get(name)?.leave()
    this.#kept.delete(name)
  }
}
