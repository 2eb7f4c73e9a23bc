/** Creates and reads at a fixed rate, whatever the responses, and their counts. */
import { randomInt } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { call } from '../service.ts'

/** One of so many requests is a read. */
const READ_EVERY = 4

const oneOf = (values: readonly string[]) => values[randomInt(values.length)]!

export class SteadyTraffic {
  readonly statuses = new Map<number | string, number>()
  readonly deliveryIds: number[] = []
  readonly #answered = new EventEmitter()
  readonly #pending = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #sent = 0
  #responses = 0

  /** Each request takes one of `urls` and one of `apiKeys` at random. */
  constructor(urls: readonly string[], apiKeys: readonly string[], perSecond: number) {
    const startedAt = performance.now()
    this.#timer = setInterval(() => {
      // A timer comes late on a busy machine.
      const due = ((performance.now() - startedAt) / 1000) * perSecond
      while (this.#sent < due) {
        const one = this.#send(oneOf(urls), oneOf(apiKeys)).finally(() => this.#pending.delete(one))
        this.#pending.add(one)
      }
    }, 1000 / perSecond)
  }

  async #send(url: string, apiKey: string): Promise<void> {
    this.#sent += 1
    const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
    const request =
      this.#sent % READ_EVERY === 0
        ? call(url, apiKey, 'GET', '/api/v1/deliveries')
        : call(url, apiKey, 'POST', '/api/v1/messages', { message })
    const { status, body } = await request.catch((error: unknown) => ({ status: String(error), body: {} as never }))
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status === 201) for (const { id } of body.message.deliveries as { id: number }[]) this.deliveryIds.push(id)
    this.#responses += 1
    this.#answered.emit('answer')
  }

  /** Waits for so many further responses. */
  async further(count: number): Promise<void> {
    const wanted = this.#responses + count
    while (this.#responses < wanted) await once(this.#answered, 'answer')
  }

  /** Ends the requests, and returns after the last response. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#pending)
  }
}
