/** Creates and reads at a fixed rate, whatever the responses, and their counts. */
import { randomInt } from 'node:crypto'
import { call } from '../service.ts'
import { Responses } from './responses.ts'

/** One of so many requests is a read. */
const READ_EVERY = 4

const oneOf = (values: readonly string[]) => values[randomInt(values.length)]!

/** `fetch` has the code of the connection's error in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? String(error)
}

export class SteadyTraffic extends Responses {
  readonly #pending = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #sent = 0
  #responses = 0

  /** Each request takes one of `urls` and one of `apiKeys` at random. */
  constructor(urls: readonly string[], apiKeys: readonly string[], perSecond: number) {
    super()
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
    const { status, body } = await request.catch((error: unknown) => ({ status: reasonOf(error), body: {} as never }))
    this.#responses += 1
    this.add(status, body)
  }

  /** Waits for so many further responses. */
  further(count: number): Promise<void> {
    return this.untilMore(() => this.#responses, count)
  }

  /** Ends the requests, and returns after the last response. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#pending)
  }
}
