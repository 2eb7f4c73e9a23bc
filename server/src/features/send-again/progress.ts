/**
 * Continues resends. Every account gets a small step at each run, and only while few of its sends are due. So neither
 * another account nor a new message of the same account waits for a large resend.
 */
import { lockAccount } from '../../core/accounts/quotas.ts'
import { requesterOf } from '../../core/deliveries/advance.ts'
import { findSentAgain, recordSentAgain } from '../../core/deliveries/sent-again.ts'
import type { MessageCreator } from '../../core/messages/create.ts'
import type { Draft, Sender } from '../../core/messages/draft.ts'
import { findMessage } from '../../core/messages/queries.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { forEachRunning } from '../../platform/db/running-jobs.ts'
import type { RunningKey } from '../../platform/db/running-jobs.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { ApiError } from '../../platform/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/pages.ts'
import type { Task } from '../../platform/task-runner.ts'
import { readArriving, RESENT_MESSAGES_MAX, searchOnce } from './resends.ts'
import { addFound, countEnded, countReadySends, listRunningResends, nextItems, takeItems } from './queries.ts'
import type { RunningResend } from './queries.ts'
import { draftAgain } from './send-again.ts'

/** Messages of one account sent again per run. */
const STEP_MESSAGES = 25

/** Due sends of an account with which its resend waits. */
const READY_SENDS_MAX = 200

/** Statements of the search per run for one resend: about 50 ms. */
const SEARCH_STEPS_MAX = 5

export interface ResendOptions extends Pick<Context, 'pool' | 'clock'> {
  /** The buckets whose resends go on. */
  buckets(): readonly number[]
  messages: MessageCreator
}

/** How a message of a resend ends. */
type Ended =
  | { messageId: number; draft: Draft }
  | { messageId: number; reason: 'not_failed' | 'cannot_arrive' | 'refused' }

/**
 * Does a step of every running resend. Several processes may run it: each message is taken by one of them. A failed step
 * harms no other resend.
 * @throws {AggregateError} after all steps, if some have failed.
 */
export async function continueResends(options: ResendOptions): Promise<void> {
  const failures: unknown[] = []
  const listed = (...after: RunningKey) => listRunningResends(options.pool, ...after)
  await forEachRunning(listed, options.buckets, async (resend) => {
    const done = resend.cursor === null ? sendStep(options, resend) : searchStep(options, resend, resend.cursor)
    await done.catch((error: unknown) => failures.push(error))
  })
  if (failures.length > 0) throw new AggregateError(failures, 'Resends have failed')
}

async function searchStep({ pool, clock }: ResendOptions, resend: RunningResend, from: string): Promise<void> {
  const { bucket, accountId, id, filters } = resend
  let { total } = resend
  for (let cursor: string | null = from, steps = 0; cursor !== null && steps < SEARCH_STEPS_MAX; steps++) {
    const search = { bucket, accountId, filters: filters!, after: decodeCursor(cursor) }
    const free = RESENT_MESSAGES_MAX - total
    // One more shows whether there are more.
    const { ids, reached } = await searchOnce(pool, search, free + 1)
    const hasMore = ids.length > free
    const next: string | null = hasMore || reached === null ? null : encodeCursor(reached)
    const found = ids.slice(0, free)
    const [added] = await addFound(pool, bucket, accountId, id, cursor, next, found, hasMore, isoTime(clock.now()))
    if (added === undefined) return
    total = added.total
    cursor = next
  }
}

async function sendStep(options: ResendOptions, resend: RunningResend): Promise<void> {
  const { pool, clock, messages } = options
  const { bucket, accountId, id, actor } = resend
  const [counted] = await countReadySends(pool, bucket, accountId, isoTime(clock.now()), READY_SENDS_MAX)
  const free = Math.min(STEP_MESSAGES, READY_SENDS_MAX - counted!.ready)
  if (free <= 0) return
  const ids = (await nextItems(pool, bucket, accountId, id, free)).map(({ messageId: one }) => one)
  const sender: Sender = {
    ...{ bucket, accountId, requester: requesterOf({ actor }) },
    ...{ changer: { actor, origin: null }, traceparent: null },
  }
  const ended = await decide(options, sender, ids)
  await transaction(pool, async (tx) => {
    // Nothing else sends one of the messages again at the same time.
    await lockAccount(tx, bucket, accountId)
    const endedIds = ended.map(({ messageId }) => messageId)
    const before = await findSentAgain(tx, sender, endedIds)
    const taken = new Set((await takeItems(tx, bucket, accountId, id, endedIds)).map(({ messageId: one }) => one))
    const here = ended.filter(({ messageId }) => taken.has(messageId))
    const isNew = (messageId: number) => (before.get(messageId)?.sent_again_as ?? null) === null
    const going = here.flatMap((one) => ('draft' in one && isNew(one.messageId) ? one : []))
    const drafts = going.map(({ draft }) => draft)
    if (drafts.length > 0) await messages.store(tx, drafts)
    const links = going.map(({ messageId, draft }) => ({ messageId, againId: draft.message.id }))
    const at = clock.now()
    await recordSentAgain(
      tx,
      links.map((link) => ({ bucket, accountId, at, resendId: id, ...link })),
    )
    const countOf = (reason: string) => here.filter((one) => 'reason' in one && one.reason === reason).length
    const [cannotArrive, refused] = [countOf('cannot_arrive'), countOf('refused')]
    const notFailed = here.length - going.length - cannotArrive - refused
    await countEnded(tx, bucket, accountId, id, going.length, notFailed, cannotArrive, refused, isoTime(at))
  })
}

/** Decides how each message ends. Messages for which the account has no time to render now are left out. */
async function decide({ pool, messages }: ResendOptions, sender: Sender, ids: readonly number[]): Promise<Ended[]> {
  const { bucket, accountId } = sender
  const { failed, arriving } = await readArriving(pool, sender, ids)
  const decided = await Promise.all(
    ids.map(async (messageId): Promise<Ended | null> => {
      if (!failed.some((row) => row.messageId === messageId)) return { messageId, reason: 'not_failed' }
      const channels = arriving.flatMap((row) => (row.messageId === messageId ? row.channelId : []))
      if (channels.length === 0) return { messageId, reason: 'cannot_arrive' }
      const message = await findMessage(pool, bucket, accountId, messageId)
      if (message === null) return { messageId, reason: 'refused' }
      try {
        const draft = await draftAgain(messages.drafter, sender, message, new Set(channels))
        // The recipient's preferences may leave no channel.
        return draft.ok && draft.deliveries.length > 0 ? { messageId, draft } : { messageId, reason: 'refused' }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'render_budget') return null
        throw error
      }
    }),
  )
  return decided.filter((one) => one !== null)
}

export const resendProgress: Task<ResendOptions> = {
  name: 'message_resends',
  intervalMs: 200,
  run: continueResends,
}
