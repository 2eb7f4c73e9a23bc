import { createVerifier, WebhookVerificationError } from './verify.ts'
import type { RequestHeaders, Secret, Verifier, WebhookEvent } from './verify.ts'
import type { ReceiverStore, StatusChange } from './store.ts'

export interface ReceiverOptions<Connection> {
  /** If it is missing or empty, `createReceiver` throws. A function is asked for every request: then each fails. */
  secret: Secret | (() => Secret)
  store: ReceiverStore<Connection>
  /**
   * Called once for each event. Switch on `event.type` and ignore types that you do not know. `change.advanced` false:
   * a later status of that delivery has come before. Be quick: the answer waits for it, for 10 s at the most. What it
   * throws is answered with 500, and the event comes again.
   */
  onEvent(event: WebhookEvent, change: StatusChange | null, connection: Connection): Promise<void> | void
  /** Told of what was answered with 500. */
  onError?(error: unknown): void
  /** Unix seconds, for tests; this machine's clock when absent. */
  nowSeconds?(): number
}

export interface ReceiverAnswer {
  /** 204: had, now or before; 400: not ours; 500: `onEvent` or the store failed. */
  status: 204 | 400 | 500
}

/** A receiver of webhooks, whatever server is in front of it. */
export interface Receiver {
  /** `rawBody`: the bytes as they came. A body that was parsed and serialised again does not verify. */
  receive(rawBody: Uint8Array | string, headers: RequestHeaders): Promise<ReceiverAnswer>
  /** Told of what was answered with 500. */
  onError(error: unknown): void
}

function verifierSource({ secret, nowSeconds }: Pick<ReceiverOptions<never>, 'secret' | 'nowSeconds'>): () => Verifier {
  const options = nowSeconds === undefined ? {} : { nowSeconds }
  if (typeof secret === 'function') return () => createVerifier(secret(), options)
  const verifier = createVerifier(secret, options)
  return () => verifier
}

/** Throws a TypeError if the secret is missing or empty: anybody could sign then. */
export function createReceiver<Connection>(options: ReceiverOptions<Connection>): Receiver {
  const onError = (error: unknown): void => options.onError?.(error)
  const verifierOfNow = verifierSource(options)

  function verified(rawBody: Uint8Array | string, headers: RequestHeaders): WebhookEvent | null {
    const verifier = verifierOfNow()
    try {
      return verifier.readEvent(rawBody, headers)
    } catch (error) {
      if (error instanceof WebhookVerificationError) return null
      throw error
    }
  }

  return {
    onError,
    async receive(rawBody, headers) {
      try {
        const event = verified(rawBody, headers)
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
