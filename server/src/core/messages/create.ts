/**
 * Creates messages. The message, its deliveries, first facts, events and sends, and the response under the idempotency
 * key are stored in one transaction. Concurrent creates share a transaction.
 */
import type { FastifyRequest } from 'fastify'
import { Batcher } from '../../platform/db/batcher.ts'
import { inOrder, transaction, transactionAtOnce } from '../../platform/db/transaction.ts'
import type { RequestConnections, Transaction, Write } from '../../platform/db/transaction.ts'
import type { CommonContext } from '../../platform/context.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import type { Recorder } from '../deliveries/advance.ts'
import { createQuietHoursListener } from '../deliveries/quiet-hours.ts'
import { storeResponses } from '../../platform/http/idempotency.ts'
import type { IdempotencyKey } from '../../platform/http/request-head.ts'
import type { Idempotency, NewResponse } from '../../platform/http/idempotency.ts'
import type { PreferenceLinks } from '../recipients/preferences/links.ts'
import type { QuietHoursListener } from '../recipients/preferences/store.ts'
import { readRecipient } from '../recipients/recipient.ts'
import type { RecipientFields } from '../recipients/recipient.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { Drafter, refusal } from './draft.ts'
import type { Draft, Found, Refusal, Sender, RequestBudget } from './draft.ts'
import { draftWithRecipients, RolledBack } from './inline-recipients.ts'
import { storeAttachments } from './attachments.ts'
import { inputErrors } from './message.ts'
import type { Message } from './message.ts'
import type { MessageInput } from './schemas.ts'
import { insertMessages } from './queries.ts'

/** `key_taken`: another request has just stored a response under the key, and no message was created. */
export type CreateResult = { ok: true; message: Message } | Refusal | 'key_taken'

/** Stored with the message, so that a repeated request gets the same response. */
export interface Keyed {
  key: IdempotencyKey
  responseOf(message: Message): NewResponse
}

/** A valid input. `recipient`: the fields of its inline recipient, or null. */
export interface CheckedInput {
  input: MessageInput
  recipient: RecipientFields | null
}

interface KeyedDraft {
  draft: Draft
  keyed: Keyed | null
}

const BATCH_MESSAGES_MAX = 100

/** Checks the rules beyond the input's schema. */
export function checkInput(input: MessageInput, now: number): Found<CheckedInput> {
  const errors = inputErrors(input, now)
  if (errors !== null) return refusal(errors)
  if (input.notification_user === undefined) return { ok: true, input, recipient: null }
  const fields = readRecipient(input.notification_user)
  return fields.ok ? { ok: true, input, recipient: fields.value } : refusal(fields.errors, fields.code)
}

export class MessageCreator {
  readonly drafter: Drafter
  readonly onQuietHoursChanged: QuietHoursListener
  readonly #context: CommonContext
  readonly #recorder: Recorder
  readonly #batcher: Batcher<KeyedDraft, boolean>

  constructor(
    context: CommonContext,
    { recorder, rendering, links }: { recorder: Recorder; rendering: Rendering; links: PreferenceLinks },
  ) {
    const { pool, clock, config } = context
    this.drafter = new Drafter(context, { rendering, links })
    this.#context = context
    this.#recorder = recorder
    this.onQuietHoursChanged = createQuietHoursListener({ clock, recorder })
    this.#batcher = new Batcher({
      itemsMax: BATCH_MESSAGES_MAX,
      slots: 2,
      waitingMax: LIMITS.createsWaiting.max,
      accountOf: ({ draft }) => draft.message.accountId,
      waitMsMax: config.batchWaitMs,
      monotonic: clock.monotonic,
      flush: async (drafts) => {
        // A key and files need statements of their own.
        const isPlain = drafts.every(({ draft, keyed }) => keyed === null && draft.attachments.length === 0)
        if (!isPlain) return transaction(pool, (tx) => this.#storeKeyed(tx, drafts))
        const plain = drafts.map(({ draft }) => draft)
        await transactionAtOnce(pool, (tx) => this.store(tx, plain))
        return drafts.map(() => true)
      },
    })
  }

  /**
   * Creates a message, durable when the promise resolves. The input must match its schema. `connections`: of the
   * sender's account, for a message that is stored in a transaction of its own.
   */
  async create(
    connections: Pick<RequestConnections, 'write'>,
    sender: Sender,
    input: MessageInput,
    keyed: Keyed | null,
    request: RequestBudget | null = null,
  ): Promise<CreateResult> {
    const checked = checkInput(input, this.#context.clock.now())
    if (!checked.ok) return checked
    const { recipient } = checked
    if (recipient !== null)
      return this.#createWithRecipient(connections, sender, { input: checked.input, recipient }, keyed, request)
    const found = await this.drafter.references(sender, input, request)
    if (!found.ok) return found
    const ids = await this.drafter.takeIds(input, found.template)
    const draft = await this.drafter.draft(sender, input, found, ids, request)
    if (!draft.ok) return draft
    const stored = await this.#batcher.add({ draft, keyed })
    return stored ? { ok: true, message: draft.created } : 'key_taken'
  }

  /** Stores a draft in a transaction of its own, with rows that `before` and `after` lock and write in it. */
  async storeAlone(
    write: Write,
    draft: Draft,
    keyed: Keyed | null,
    {
      before,
      after,
    }: { before(tx: Transaction): Promise<unknown>; after(tx: Transaction, id: number): Promise<unknown> },
  ): Promise<CreateResult> {
    const stored = await write(async (tx) => {
      await before(tx)
      const [isStored] = await this.#storeKeyed(tx, [{ draft, keyed }])
      if (isStored === true) await after(tx, draft.created.id)
      return isStored
    })
    return stored === true ? { ok: true, message: draft.created } : 'key_taken'
  }

  /** Stores drafts in the caller's transaction. Without files, begins all statements before it returns. */
  store(tx: Transaction, drafts: readonly Draft[]): Promise<void> {
    const messages = drafts
      .map(({ message }) => message)
      .toSorted((a, b) => a.bucket - b.bucket || a.accountId - b.accountId || a.id - b.id)
    const deliveries = drafts.flatMap((draft) => draft.deliveries)
    const attached = drafts.flatMap(({ attachments }) => attachments)
    const stored = inOrder([insertMessages(tx, messages), this.#recorder.create(tx, deliveries)])
    return attached.length === 0 ? stored : stored.then(() => storeAttachments(tx, attached))
  }

  /** Stores the drafts with a free key. Returns true for each stored draft. */
  async #storeKeyed(tx: Transaction, drafts: readonly KeyedDraft[]): Promise<boolean[]> {
    const responses = drafts.flatMap(({ draft: { created }, keyed }) => {
      return keyed === null ? [] : { created, key: keyed.key, ...keyed.responseOf(created) }
    })
    const stored = responses.length === 0 ? [] : await storeResponses(tx, responses, this.#context.clock.now())
    const taken = new Set(responses.filter((_, index) => !stored[index]).map(({ created }) => created))
    const going = drafts.filter(({ draft }) => !taken.has(draft.created)).map(({ draft }) => draft)
    await this.store(tx, going)
    return drafts.map(({ draft }) => !taken.has(draft.created))
  }

  /**
   * Creates a message with an inline recipient. Both are stored in their own transaction, not shared with other
   * creates.
   */
  async #createWithRecipient(
    connections: Pick<RequestConnections, 'write'>,
    sender: Sender,
    { input, recipient }: CheckedInput & { recipient: RecipientFields },
    keyed: Keyed | null,
    request: RequestBudget | null,
  ): Promise<CreateResult> {
    const found = await this.drafter.template(sender, input, request)
    if (!found.ok) return found
    const ids = await this.drafter.takeIds(input, found.template)
    const given = { input, recipient, template: found.template, ids }
    const rolledBack = new RolledBack<Refusal | 'key_taken'>()
    return rolledBack.catch(
      connections.write(async (tx) => {
        const { drafts, moved } = await draftWithRecipients(
          tx,
          this.drafter,
          sender,
          [given],
          this.#context.clock.now(),
          request,
        )
        const draft = drafts[0]!
        if (!draft.ok) throw rolledBack.because(draft)
        const [stored] = await this.#storeKeyed(tx, [{ draft, keyed }])
        if (stored !== true) throw rolledBack.because('key_taken')
        await this.onQuietHoursChanged(tx, { ...sender, recipientIds: moved })
        return { ok: true as const, message: draft.created }
      }),
    )
  }
}

export interface CreationParts {
  /** The parts that create messages, on the server of the sender's account. */
  serverOf(request: FastifyRequest): { messages: MessageCreator; idempotency: Idempotency }
}
