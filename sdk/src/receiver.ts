/** Receives webhooks: verifies each request and handles each event once. */
import { bytesOf } from './crypto.ts'
import { headerOf } from './signature-headers.ts'
import { createVerifier, WebhookVerificationError } from './verify.ts'
import type { RawBody, RequestHeaders, Secret, Verifier, WebhookEvent } from './verify.ts'
import type { ReceiverStore, StatusChange } from './store.ts'

export { expressHandler, fastifyReceiver, fetchHandler, honoHandler, nodeHandler } from './handlers.ts'
export { createMemoryStore } from './store.ts'
export type { MemoryStoreOptions, ReceiverStore, StatusChange } from './store.ts'
export { STATUS_RANKS } from './statuses.ts'

export interface ReceiverOptions<Connection> {
  /**
   * The webhook secret. If it is missing or empty, `createReceiver` throws. A function is called for every request. If
   * it returns no secret, that request gets status 500.
   */
  secret: Secret | (() => Secret)
  store: ReceiverStore<Connection>
  /**
   * Called once for each event. Switch on `event.type` and ignore unknown types. If `change.advanced` is false, a later
   * status of the delivery has arrived before. Return within 10 s, because the service waits for the response. If it
   * throws, the response is 500 and the event is sent again.
   */
  onEvent(event: WebhookEvent, change: StatusChange | null, connection: Connection): Promise<void> | void
  /** Called with the error of every response with status 500. */
  onError?(error: unknown): void
  /** Unix seconds, for tests. Default: this machine's clock. */
  nowSeconds?(): number
}

export interface ReceiverResponse {
  /**
   * 204: handled, now or earlier. 400: not authentic. 500: `onEvent` or the store failed, or your program did not give
   * the body or the headers as they were received. The service sends an event again after a 500 only.
   */
  status: 204 | 400 | 500
}

/** Receives webhooks, independent of the web server. */
export interface Receiver {
  /** `rawBody`: the bytes as received. A parsed and re-serialised body does not verify. */
  receive(rawBody: RawBody, headers: RequestHeaders): Promise<ReceiverResponse>
  /** Called with the error of every response with status 500. */
  onError(error: unknown): void
}

function verifierSource({ secret, nowSeconds }: Pick<ReceiverOptions<never>, 'secret' | 'nowSeconds'>): () => Verifier {
  const options = nowSeconds === undefined ? {} : { nowSeconds }
  if (typeof secret === 'function') return () => createVerifier(secret(), options)
  const verifier = createVerifier(secret, options)
  return () => verifier
}

function checkOptions<Connection>({ store, onEvent, onError }: ReceiverOptions<Connection>): void {
  if (typeof (store as Partial<ReceiverStore<Connection>> | undefined)?.once !== 'function')
    throw new TypeError('store is missing: give a store, for example createMemoryStore()')
  if (typeof onEvent !== 'function') throw new TypeError('onEvent must be a function')
  if (onError !== undefined && typeof onError !== 'function') throw new TypeError('onError must be a function')
}

/**
 * The mistake of the program if the body has another length than the request had. Servers enforce Content-Length, so no
 * sender causes the difference. A body with Content-Encoding may be decoded.
 */
function lengthMistake(rawBody: RawBody, headers: RequestHeaders): Error | null {
  const [declared, encoding] = ['content-length', 'content-encoding'].map((name) => headerOf(headers, name))
  const { length } = bytesOf(rawBody)!
  if (typeof declared !== 'string' || !/^\d+$/.test(declared) || encoding !== undefined) return null
  if (Number(declared) === length) return null
  return new Error(
    `The body has ${length} bytes, and the request had ${declared}: give the body as it was received, before it is parsed`,
  )
}

/** Throws a TypeError if an option is wrong. Without a secret anybody could sign, so it must not be missing or empty. */
export function createReceiver<Connection>(options: ReceiverOptions<Connection>): Receiver {
  checkOptions(options)
  const onError = (error: unknown): void => options.onError?.(error)
  const verifierOfNow = verifierSource(options)

  async function verified(rawBody: RawBody, headers: RequestHeaders): Promise<WebhookEvent | null> {
    const verifier = verifierOfNow()
    if (typeof (headers as unknown) !== 'object' || (headers as unknown) === null)
      throw new TypeError('The headers of the webhook are missing: give all headers of the request')
    try {
      return await verifier.readEvent(rawBody, headers)
    } catch (error) {
      if (!(error instanceof WebhookVerificationError) || error.reason === 'bad_body') throw error
      const mistake = error.reason === 'no_match' ? lengthMistake(rawBody, headers) : null
      if (mistake !== null) throw mistake
      return null
    }
  }

  return {
    onError,
    async receive(rawBody, headers) {
      try {
        const event = await verified(rawBody, headers)
        if (event === null) return { status: 400 }
        await options.store.once(event, async (change, connection) => options.onEvent(event, change, connection))
        return { status: 204 }
      } catch (error) {
        onError(error)
        return { status: 500 }
      }
    },
  }
}
