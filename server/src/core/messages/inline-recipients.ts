/** Messages whose recipients come with them: both are stored in one transaction, which other creates do not share. */
import { isoTime } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { loadRecipient } from '../recipients/load.ts'
import type { RecipientFields } from '../recipients/recipient.ts'
import { upsertRecipients } from '../recipients/writes.ts'
import type { LoadedTemplate } from '../rendering/find-templates.ts'
import { recipientErrors, recipientKey, refusal } from './draft.ts'
import type { Draft, Drafter, DraftIds, Refusal, RequestBudget, Sender } from './draft.ts'
import type { MessageInput } from './schemas.ts'

/** An input with an inline recipient, and the data read before the transaction. */
interface WithRecipient {
  input: MessageInput
  recipient: RecipientFields
  template: LoadedTemplate
  ids: DraftIds
}

/** `moved`: the recipients whose quiet hours have moved. The transaction releases their waiting sends at its end. */
interface DraftedWithRecipients {
  drafts: (Draft | Refusal)[]
  moved: number[]
}

/**
 * Creates or updates the recipients and drafts their messages, in the caller's transaction. The recipients must be
 * different ones. `request`: see `Drafter.draft`.
 */
export async function draftWithRecipients(
  tx: Transaction,
  drafter: Drafter,
  sender: Sender,
  given: readonly WithRecipient[],
  nowMs: number,
  request: RequestBudget | null,
): Promise<DraftedWithRecipients> {
  const fields = new Map(given.map(({ input, recipient }) => [input.external_user_id!, recipient]))
  const recipients = await upsertRecipients(tx, sender, fields, isoTime(nowMs))
  const moved = [...recipients.values()].flatMap((recipient) => (recipient.quietHoursMoved ? recipient.id : []))
  const drafts: (Draft | Refusal)[] = []
  for (const { input, template, ids } of given) {
    const recipient = recipients.get(input.external_user_id!)!
    const isOther = input.notification_user_id != null && input.notification_user_id !== recipient.id
    drafts.push(
      isOther
        ? refusal(await recipientErrors(recipientKey(sender, input), (alone) => loadRecipient(tx, alone)))
        : await drafter.draft(sender, input, { recipient, template }, ids, request),
    )
  }
  return { drafts, moved }
}

/** Rolls back a transaction for an expected reason and returns the reason as the result. */
export class RolledBack<Reason> extends Error {
  #reason: Reason | undefined

  because(reason: Reason): this {
    this.#reason = reason
    return this
  }

  async catch<Result>(work: Promise<Result>): Promise<Result | Reason> {
    try {
      return await work
    } catch (error) {
      if (error === this) return this.#reason!
      throw error
    }
  }
}
