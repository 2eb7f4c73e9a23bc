/** Creates and reads at a fixed rate, whatever the responses, and their counts. */
import { EventEmitter, once } from 'node:events'
import { call } from '../service.ts'

/** One of so many requests is a read. */
const READ_EVERY = 4

export class SteadyTraffic {
  readonly statuses = new Map<number | string, number>()
  readonly deliveryIds: number[] = []
  readonly #answered = new EventEmitter()
  readonly #pending = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #sent = 0

  /** `urls`: the requests take them in turn. */
  constructor(urls: readonly string[], apiKeys: readonly string[], perSecond: number) {
    this.#timer = setInterval(() => {
      const url = urls[this.#sent % urls.length]!
      const one = this.#send(url, apiKeys[this.#sent % apiKeys.length]!).finally(() => this.#pending.delete(one))
      this.#pending.add(one)
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
    this.#answered.emit('answer')
  }

  /** Waits for so many further responses. */
  async further(count: number): Promise<void> {
    for (let seen = 0; seen < count; seen++) await once(this.#answered, 'answer')
  }

  /** Ends the requests, and returns after the last response. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#pending)
  }
}
