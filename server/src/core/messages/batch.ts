/**
 * Creates many messages in one request. Each is created completely or not at all, and a bad one does not affect the
 * others.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Transaction, Write } from '../../platform/db/transaction.ts'
import { ApiError, invalidSentence } from '../../platform/errors.ts'
import { toApiError } from '../../platform/http/error-handler.ts'
import { storeResponses } from '../../platform/http/idempotency.ts'
import type { IdempotencyKey } from '../../platform/http/request-head.ts'
import type { StoredResponse, NewResponse } from '../../platform/http/idempotency.ts'
import { validate } from '../../platform/http/validate.ts'
import { underGivenNames } from '../../platform/http/validation-errors.ts'
import { checkInput } from './create.ts'
import type { CheckedInput, MessageCreator } from './create.ts'
import { recipientKey, refusal, tooMuch, recipientErrors } from './draft.ts'
import type { Draft, DraftIds, Found, Refusal, Sender, RequestBudget, BodyBudget } from './draft.ts'
import { draftWithRecipients, RolledBack } from './inline-recipients.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'
import { MessageInput } from './schemas.ts'
import { loadRecipient, loadRecipients } from '../recipients/load.ts'
import type { LoadedTemplate } from '../rendering/find-templates.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { setImmediate } from 'node:timers/promises'

/** The largest number of messages in one request (docs/specification.md). */
export const BATCH_MESSAGES_MAX = 1000

/** Messages whose inline recipients are stored by one statement. Without an idempotency key, they share a transaction. */
const WITH_RECIPIENT_AT_ONCE = 100
/** The same if one of the group cannot be stored. Each takes a connection. */
const WITH_RECIPIENT_ALONE_AT_ONCE = 4
/** Messages sharing their reads, rendering and statements at the same time. */
const SHARED_AT_ONCE = 50
/**
 * The time limit for drafting all messages of a transaction, ms. The transaction holds a connection and recipients'
 * rows, and PostgreSQL ends it if it is idle too long.
 */
const DRAFTING_MAX_MS = 4_000
/** CPU time for rendering all messages of a batch, ms. */
const RENDERING_MAX_MS = 800

export type ItemResult = { ok: true; message: Message } | Refusal | { ok: false; error: ApiError }

export interface BatchTools {
  clock: Clock
  log: Logger
  messages: MessageCreator
  /** Places for messages in progress, by account. */
  places: FairGate
}

type Item = { index: number } & CheckedInput

/** Checks each input separately. `texts`: the inputs came as a form. */
function checkItems(inputs: readonly unknown[], texts: boolean, now: number): Found<CheckedInput>[] {
  return inputs.map((input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input) || JSON.isRawJSON(input))
      return refusal({ message: ['must be an object'] })
    const read = validate(MessageInput, input, texts ? 'form' : 'json')
    if (!read.ok) return refusal(read.errors, read.code)
    if (read.value.attachments?.length)
      return refusal({ attachments: ['are not possible in a batch: send the message alone'] })
    const found = checkInput(read.value, now)
    return found.ok ? found : refusal(underGivenNames(found.errors, read.names), found.code)
  })
}

const hasRecipient = ({ recipient }: Item) => recipient !== null

/**
 * Creates the messages in groups, with one statement per group. Inline recipients are stored first, because other
 * messages may refer to them. If no message could be stored, throws the error of the first.
 */
export async function createBatch(
  write: Write,
  tools: BatchTools,
  sender: Sender,
  inputs: readonly unknown[],
  texts: boolean,
): Promise<ItemResult[]> {
  const { clock, log, messages, places } = tools
  const checked = checkItems(inputs, texts, clock.now())
  const results: (ItemResult | undefined)[] = checked.map((found) => (found.ok ? undefined : found))
  const items = checked.flatMap((found, index) => (found.ok ? { ...found, index } : []))
  const request = createBudget()
  const create = async (input: MessageInput) =>
    // Without an idempotency key, the result is never `key_taken`.
    request.bodyBudget.isFull()
      ? tooMuch(input)
      : ((await messages.create({ write }, sender, input, null, request)) as ItemResult)
  const createOne = async ({ index, input }: Item) => {
    try {
      results[index] = await places.run(sender.accountId, () => create(input))
    } catch (error) {
      const apiError = toApiError(error)
      // 503 errors, like overload or a database outage, are expected, so they are only returned in the item.
      if (!(error instanceof ApiError) && apiError.status !== 503)
        log.error({ event: 'messages.batch_item_failed', account_id: sender.accountId, index, err: error })
      results[index] = { ok: false, error: apiError }
    }
  }
  for (const group of groupsOf(items.filter(hasRecipient), ({ input }) => input.external_user_id!))
    try {
      const created = await createGroup(write, tools, sender, group, request)
      for (const [position, { index }] of group.entries()) results[index] = created[position]!
    } catch (error) {
      const apiError = toApiError(error)
      if (apiError.status === 503) for (const { index } of group) results[index] = { ok: false, error: apiError }
      // One message may be the reason, which must not refuse the others.
      else await inGroups(group, WITH_RECIPIENT_ALONE_AT_ONCE, createOne)
    }
  const others = items.filter((item) => !hasRecipient(item))
  await inGroups(others, SHARED_AT_ONCE, createOne)
  const errors = results.flatMap((result) => (result !== undefined && 'error' in result ? result.error : []))
  if (errors[0] !== undefined && !results.some((result) => result?.ok)) throw errors[0]
  return results as ItemResult[]
}

/**
 * Groups of items with different recipients, each in the order of `idOf`, so that two batches never wait for each other.
 * A recipient's items keep their order.
 */
function groupsOf<One extends object>(items: readonly One[], idOf: (item: One) => string): One[][] {
  const byId = [...Map.groupBy(items, idOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const groups: One[][] = []
  for (let turn = 0; ; turn++) {
    const going = byId.flatMap(([, same]) => same[turn] ?? [])
    if (going.length === 0) return groups
    for (let start = 0; start < going.length; start += WITH_RECIPIENT_AT_ONCE)
      groups.push(going.slice(start, start + WITH_RECIPIENT_AT_ONCE))
  }
}

/** Creates messages with different inline recipients in one transaction. */
async function createGroup(
  write: Write,
  tools: BatchTools,
  sender: Sender,
  group: readonly Item[],
  request: RequestBudget,
): Promise<ItemResult[]> {
  const { clock, messages } = tools
  const prepared = await prepare(
    tools,
    sender,
    group.map((item) => ({ ok: true, ...item })),
    request,
  )
  return write(async (tx) => {
    const drafting = { tx, clock, messages, sender, request, moved: [] }
    await draftGroup(
      drafting,
      prepared.filter(({ given }) => given !== null),
    )
    await storeDrafts(drafting, prepared)
    return resultsOf(prepared)
  })
}

const createBudget = (): RequestBudget => ({
  usedMs: 0,
  maxMs: RENDERING_MAX_MS,
  bodyBudget: createBodyBudget(),
  templates: new Map(),
})

/** Runs `work` for all items, `atOnce` at a time. */
async function inGroups(items: Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

/**
 * Like `createBatch`, but in one transaction, with the response stored under the idempotency key. Returns the response.
 * Waits for `responseOf` during the transaction.
 */
export async function createKeyedBatch(
  write: Write,
  tools: BatchTools,
  sender: Sender,
  inputs: readonly unknown[],
  texts: boolean,
  { key, responseOf }: { key: IdempotencyKey; responseOf(results: ItemResult[]): Promise<NewResponse> },
): Promise<StoredResponse | 'key_taken'> {
  const { clock, messages } = tools
  const drafts = checkItems(inputs, texts, clock.now())
  const request = createBudget()
  const prepared = await prepare(tools, sender, drafts, request)
  const rolledBack = new RolledBack<'key_taken'>()
  return rolledBack.catch(
    write(async (tx) => {
      const lateAt = clock.monotonic() + DRAFTING_MAX_MS
      const isLate = () => clock.monotonic() > lateAt
      const drafting = { tx, clock, messages, sender, request, moved: [] }
      await draftGroups(drafting, prepared, isLate)
      await draftOthers(drafting, prepared, isLate)
      const response = await responseOf(resultsOf(prepared))
      const [stored] = await storeResponses(tx, [{ key, ...response }], clock.now())
      if (stored !== true) throw rolledBack.because('key_taken')
      await storeDrafts(drafting, prepared)
      return response
    }),
  )
}

/**
 * An item of a batch in one transaction: refused, or with its reads from before the transaction, and later its draft.
 */
interface Prepared {
  given: (CheckedInput & { template: LoadedTemplate; ids: DraftIds }) | null
  drafted: Draft | Refusal | { ok: false; error: ApiError } | null
}

interface Drafting {
  tx: Transaction
  clock: Clock
  messages: MessageCreator
  sender: Sender
  request: RequestBudget
  /** The recipients whose quiet hours have moved. */
  moved: number[]
}

const resultsOf = (prepared: readonly Prepared[]): ItemResult[] =>
  prepared.map(({ drafted }) => (drafted!.ok ? { ok: true, message: drafted!.created } : drafted!))

/** Stores the drafts, and releases what waited for quiet hours that have moved. */
async function storeDrafts({ tx, messages, sender, moved }: Drafting, prepared: readonly Prepared[]): Promise<void> {
  await messages.store(
    tx,
    prepared.flatMap(({ drafted }) => (drafted?.ok ? drafted : [])),
  )
  await messages.onQuietHoursChanged(tx, { ...sender, recipientIds: moved })
}

/** The result of a message that was left out because the transaction would have taken too long. */
const notTried = () => ({
  ok: false as const,
  error: new ApiError('overloaded', { sentence: 'The message was not tried: send it again' }),
})

async function prepare(
  { messages: { drafter }, places }: BatchTools,
  sender: Sender,
  checked: readonly Found<CheckedInput>[],
  request: RequestBudget,
): Promise<Prepared[]> {
  const prepared = checked.map((found): Prepared => ({ given: null, drafted: found.ok ? null : found }))
  const items = checked.flatMap((found, index) => (found.ok ? { ...found, index } : []))
  const prepareOne = async ({ index, input, recipient }: Item) => {
    const read = await drafter.template(sender, input, request)
    if (!read.ok) return void (prepared[index]!.drafted = read)
    const ids = await drafter.takeIds(input, read.template)
    prepared[index]!.given = { input, recipient, template: read.template, ids }
  }
  await inGroups(items, SHARED_AT_ONCE, (item) => places.run(sender.accountId, () => prepareOne(item)))
  return prepared
}

async function draftGroups(drafting: Drafting, prepared: readonly Prepared[], isLate: () => boolean): Promise<void> {
  const items = prepared.filter(({ given }) => given !== null && given.recipient !== null)
  for (const group of groupsOf(items, ({ given }) => given!.input.external_user_id!))
    if (isLate()) for (const item of group) item.drafted = notTried()
    else await draftGroup(drafting, group)
}

/** The largest number of times that a group is drafted together. */
const TOGETHER_MAX = 2

/**
 * Stores the inline recipients of a group and drafts its messages. If a message is refused, its recipient must not be
 * stored: all are rolled back, and the others are drafted again, at last each alone. `times`: how often they were drafted.
 */
async function draftGroup(drafting: Drafting, group: readonly Prepared[], times = 0): Promise<void> {
  const { tx, clock, messages, sender, request, moved } = drafting
  if (times === TOGETHER_MAX && group.length > 1) {
    for (const item of group) await draftGroup(drafting, [item], times)
    return
  }
  if (group.length === 0) return
  if (request.bodyBudget.isFull()) {
    for (const item of group) item.drafted = tooMuch(item.given!.input)
    return
  }
  const before = request.bodyBudget.copy()
  await tx.query({ text: 'savepoint messages' })
  const given = group.map(({ given: one }) => ({ ...one!, recipient: one!.recipient! }))
  const found = await draftWithRecipients(tx, messages.drafter, sender, given, clock.now(), request)
  for (const [index, item] of group.entries()) item.drafted = found.drafts[index]!
  const going = group.filter(({ drafted }) => drafted!.ok)
  const isWhole = going.length === group.length
  if (!isWhole) await tx.query({ text: 'rollback to savepoint messages' })
  await tx.query({ text: 'release savepoint messages' })
  if (isWhole) return void moved.push(...found.moved)
  request.bodyBudget = before
  await draftGroup(drafting, going, times + 1)
}

async function draftOthers(
  { tx, messages, sender, request }: Drafting,
  prepared: readonly Prepared[],
  isLate: () => boolean,
): Promise<void> {
  const { drafter } = messages
  const items = prepared.filter(({ given, drafted }) => given !== null && drafted === null)
  const keys = items.map(({ given }) => recipientKey(sender, given!.input))
  for (const [index, recipient] of (await loadRecipients(tx, keys)).entries()) {
    const item = items[index]!
    const { input, template, ids } = item.given!
    if (recipient === null)
      item.drafted = refusal(await recipientErrors(keys[index]!, (alone) => loadRecipient(tx, alone)))
    else if (isLate()) item.drafted = notTried()
    else if (request.bodyBudget.isFull()) item.drafted = tooMuch(input)
    else item.drafted = await drafter.draft(sender, input, { recipient, template }, ids, request)
  }
}

/**
 * Places of messages in progress, over all batches of an account. Two transactions of them are stored while others are
 * prepared, and all fit into the queue of messages to store. `waitMsMax`: the longest wait for a place, ms.
 */
export function createBatchPlaces(waitMsMax: number): FairGate {
  return new FairGate({ ofKeyMax: LIMITS.messages.max, waitingPerKeyMax: LIMITS.messagesWaiting.max, waitMsMax })
}

/** The part of the response for one message. */
export function resultObject(result: ItemResult, index: number) {
  if (result.ok) return { index, message: messageObject(result.message) }
  if ('error' in result) {
    const { message: error, code, errors } = result.error
    return { index, error, code, ...(errors === null ? {} : { errors }) }
  }
  const { errors, code } = result
  return { index, error: invalidSentence(errors, code), code, errors }
}

/**
 * Characters serialised before other requests get a turn, because a transaction is open meanwhile. The largest response
 * takes 16 turns.
 */
const PIECE_CHARACTERS = 1024 * 1024

/** The response as text. A long one is serialised in turns with other work. */
export async function batchResponse(results: readonly ItemResult[]): Promise<NewResponse> {
  const texts: string[] = []
  let characters = 0
  for (const [index, result] of results.entries()) {
    const text = JSON.stringify(resultObject(result, index))
    texts.push(text)
    characters += text.length
    if (characters < PIECE_CHARACTERS) continue
    characters = 0
    await setImmediate()
  }
  const recipientIds = results.flatMap((result) => (result.ok ? result.message.recipientId : []))
  return { status: 200, body: `{"results":[${texts.join(',')}]}`, recipientIds }
}

/** JSON of the response and of the channels' texts, both in memory: 1,000 messages of 16 KB. */
const BYTES_MAX = 16 * 1024 * 1024

function createBodyBudget(bytesBefore = 0): BodyBudget {
  let bytes = bytesBefore
  return {
    copy: () => createBodyBudget(bytes),
    isFull: () => bytes > BYTES_MAX,
    take(message) {
      if (bytes > BYTES_MAX) return false
      // Counted as sent. Escaped control characters take six times their length.
      bytes += Buffer.byteLength(JSON.stringify(messageObject(message)))
      if (message.channelTexts !== null) bytes += Buffer.byteLength(JSON.stringify(message.channelTexts))
      return bytes <= BYTES_MAX
    },
  }
}
