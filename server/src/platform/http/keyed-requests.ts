/**
 * Idempotency keys for every POST: the writes of a request and its stored response are one transaction on every route.
 * A crash leaves both or neither (decision record 40).
 */
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import Type from 'typebox'
import type { TObject } from 'typebox'
import type { Clock } from '../clock.ts'
import { sql } from '../db/sql.ts'
import { joinTransactions } from '../db/joined-transactions.ts'
import type { Transaction } from '../db/transaction.ts'
import type { SecretsCipher } from '../secrets.ts'
import { readIdempotencyKey } from './request-head.ts'
import { sendResponse, storeResponses } from './idempotency.ts'
import type { IdempotencyKey } from './request-head.ts'
import type { StoredResponse, Idempotency, NewResponse } from './idempotency.ts'
import type { App } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How the route treats an Idempotency-Key. `kept`: the response is stored; the handler returns its body (the
     * default for POST). `own`: the same, in the route's own transaction. `ignored`: the route changes nothing, or
     * repeating it is harmless.
     */
    idempotencyKey?: 'kept' | 'own' | 'ignored'
    /** The response may show an address of any person. An erasure removes all stored responses of the route. */
    namesAnyone?: boolean
  }
}

/** `openapi/inputs.ts` describes this header, because it is the same on every route. */
const KeyHeaders = Type.Object({ 'idempotency-key': Type.Optional(Type.String()) })

const fillResponse = sql(
  'idempotency.fill',
  `with filled as (
     update idempotency_keys set body = $5, status = $4, recipient_ids = $6::bigint[]
     where bucket = $1 and account_id = $2 and key = $3 returning key
   ) select key from filled`,
)

/** Placeholder in the row until the transaction ends. No other transaction sees it. */
const UNKNOWN_RESPONSE = { status: 0, body: '', recipientIds: [] }

/** Another request has stored a response under the key, so this one does nothing. */
class KeyTaken extends Error {}

interface KeyedRequestOptions {
  /** The keys on the server with the request's rows. */
  serverOf(request: FastifyRequest): { idempotency: Idempotency }
  cipher: SecretsCipher
  clock: Clock
}

/**
 * Adds idempotency keys to each POST registered on `app` after this call, and to other routes that ask for them
 * in their configuration.
 */
export function takeKeys(app: App, options: KeyedRequestOptions): void {
  const requests = new KeyedRequests(options)
  app.addHook('onRoute', (route) => {
    const { idempotencyKey: meaning = route.method === 'POST' ? 'kept' : 'ignored' } = route.config ?? {}
    if (meaning === 'ignored') return
    const schema = (route.schema ??= {})
    const own = (schema.headers as TObject | undefined)?.properties
    schema.headers = own === undefined ? KeyHeaders : Type.Object({ ...KeyHeaders.properties, ...own })
    if (meaning === 'kept') route.handler = kept(route.handler, requests)
  })
}

function kept(handler: RouteHandlerMethod, requests: KeyedRequests): RouteHandlerMethod {
  return function handle(request, reply) {
    const key = readIdempotencyKey(request)
    if (key === null) return handler.call(this, request, reply)
    return requests.respond(request, reply, key, async () => handler.call(this, request, reply))
  }
}

class KeyedRequests {
  readonly #serverOf: KeyedRequestOptions['serverOf']
  readonly #cipher: SecretsCipher
  readonly #clock: Clock
  readonly #fingerprintKeys: readonly Buffer[]

  constructor({ serverOf, cipher, clock }: KeyedRequestOptions) {
    this.#serverOf = serverOf
    this.#cipher = cipher
    this.#clock = clock
    this.#fingerprintKeys = cipher.deriveKeys('idempotency_keys.fingerprint')
  }

  /** Sends the result of `handle` and stores it for repetitions. */
  async respond(request: FastifyRequest, reply: FastifyReply, given: IdempotencyKey, handle: () => Promise<unknown>) {
    const key = this.#bound(request, given)
    const response = await this.#serverOf(request).idempotency.once(request.pool, key, () =>
      this.#respondInOneTransaction(request, reply, key, handle),
    )
    const body = response.replayed ? this.#cipher.decrypt(response.body, bodyContext(key)) : response.body
    return sendResponse(reply, { ...response, body })
  }

  /**
   * The fingerprint includes the caller, because responses show secrets. It is an HMAC, because a body may hold a
   * password and a plain hash would allow guessing it.
   */
  #bound(request: FastifyRequest, key: IdempotencyKey): IdempotencyKey {
    const [digest] = key.fingerprints
    const [first, ...others] = this.#fingerprintKeys.map((secret) =>
      createHmac('sha256', secret).update(`${request.caller.actor}\n`).update(digest).digest(),
    )
    // The directory keeps its part when the account moves. No given key begins with a space.
    const isDirectory = request.routeOptions.config.isDirectory === true
    return { ...key, key: isDirectory ? ` ${key.key}` : key.key, fingerprints: [first!, ...others] }
  }

  async #respondInOneTransaction(
    request: FastifyRequest,
    reply: FastifyReply,
    key: IdempotencyKey,
    handle: () => Promise<unknown>,
  ): Promise<StoredResponse | 'key_taken'> {
    const joined = joinTransactions(request.pool, (tx) => this.#takeKey(tx, key))
    request.joinedWrite = joined.write
    try {
      const result = await handle()
      if (reply.sent || result === reply) throw new Error('With an idempotency key, a handler must return its response')
      const recipientIds = request.routeOptions.config.namesAnyone === true ? null : recipientsIn(result)
      const response = { status: reply.statusCode, body: reply.serialize(result) as string }
      await joined.commit((tx) => this.#keepResponse(tx, key, { ...response, recipientIds }))
      return response
    } catch (error) {
      await joined.rollback()
      if (error instanceof KeyTaken) return 'key_taken'
      throw error
    } finally {
      request.joinedWrite = null
    }
  }

  /** Runs first in the transaction. A concurrent repetition waits here, then finds the stored response. */
  async #takeKey(tx: Transaction, key: IdempotencyKey): Promise<void> {
    const [taken] = await storeResponses(tx, [{ key, ...UNKNOWN_RESPONSE }], this.#clock.now())
    if (taken !== true) throw new KeyTaken()
  }

  /** Encrypted, because a response may show a secret that is stored nowhere in plain text. */
  async #keepResponse(tx: Transaction, key: IdempotencyKey, response: NewResponse): Promise<void> {
    const { bucket, accountId, key: name } = key
    const { status, body, recipientIds } = response
    const encrypted = this.#cipher.encrypt(body, bodyContext(key))
    await fillResponse(tx, bucket, accountId, name, status, encrypted, recipientIds && [...new Set(recipientIds)])
  }
}

const bodyContext = ({ accountId, key }: IdempotencyKey) => `idempotency_keys.body:${accountId}:${key}`

/** Finds the recipients in a response by the names of the API: `notification_user_id`, and `notification_user` with its `id`. */
function recipientsIn(response: unknown): number[] {
  const found: number[] = []
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'number' && name === 'notification_user_id') found.push(value)
    if (typeof value !== 'object' || value === null) return
    if (name === 'notification_user' && 'id' in value && typeof value.id === 'number') found.push(value.id)
    for (const [inner, child] of Object.entries(value)) look(child, inner)
  }
  look(response, '')
  return [...new Set(found)]
}
