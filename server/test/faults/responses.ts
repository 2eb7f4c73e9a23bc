import { EventEmitter, once } from 'node:events'

/** The body of a response, as far as it is read here. */
interface Body {
  message?: { deliveries: { id: number }[] }
}

/** The responses to requests of a test: their number by status, and the deliveries of all that returned 201. */
export class Responses {
  /** By status, or by the reason why there was no response. */
  readonly statuses = new Map<number | string, number>()
  readonly deliveryIds: number[] = []
  readonly #changes = new EventEmitter()

  protected add(status: number | string, body: Body): void {
    this.statuses.set(status, this.count(status) + 1)
    if (status === 201) for (const { id } of body.message!.deliveries) this.deliveryIds.push(id)
    this.#changes.emit('response')
  }

  /** Lets all that wait fail. */
  protected fail(error: unknown): void {
    this.#changes.emit('error', error)
  }

  count(status: number | string): number {
    return this.statuses.get(status) ?? 0
  }

  /** Waits until `count` returns `more` than it does now. */
  protected async untilMore(count: () => number, more: number): Promise<void> {
    const wanted = count() + more
    while (count() < wanted) await once(this.#changes, 'response')
  }
}
