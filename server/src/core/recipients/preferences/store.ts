/** Changes of a recipient's preferences, by a caller of the API or by the recipient. */
import { isoTime } from '../../../platform/clock.ts'
import type { Transaction, Write } from '../../../platform/db/transaction.ts'
import { TOPICS_MAX } from '../topic.ts'
import type { TopicRow } from '../topic.ts'
import { allTopics } from './queries.ts'
import { choiceName } from './preferences.ts'
import type { PreferenceSource, StoredChoice } from './preferences.ts'
import { lockPreferences, writePreferences } from './queries.ts'
import type { PreferenceRow } from './queries.ts'
import type { QuietHours } from './quiet-hours.ts'

export interface PreferenceKey {
  bucket: number
  accountId: number
  recipientId: number
}

/** A new choice, before it is stored. */
export type NewChoice = Pick<StoredChoice, 'topic_id' | 'channel_type' | 'enabled'>

/** Three times as many as an account with four types of channels may have. Beyond it, the choices of deleted topics are dropped. */
const CHOICES_MAX = 12 * TOPICS_MAX

/**
 * The choices after a change. An equal choice keeps its time and source. Choices of deleted topics stay, because
 * scheduled messages may have these topics. `topicIds`: the topics that exist.
 */
export function withChoices(
  stored: readonly StoredChoice[],
  changes: readonly NewChoice[],
  { topicIds, at, source }: { topicIds: ReadonlySet<number>; at: string; source: PreferenceSource },
): StoredChoice[] {
  const choices = new Map(stored.map((choice) => [choiceName(choice.topic_id, choice.channel_type), choice]))
  for (const change of changes) {
    const name = choiceName(change.topic_id, change.channel_type)
    if ((choices.get(name)?.enabled ?? true) === change.enabled) continue
    choices.set(name, { ...change, changed_at: at, source })
  }
  const all = [...choices.values()]
  return all.length <= CHOICES_MAX ? all : all.filter(({ topic_id: id }) => topicIds.has(id))
}

/** Undefined: as it is. `quietHours` null: none. */
export interface PreferenceChanges {
  choices: readonly NewChoice[]
  paused?: boolean | undefined
  quietHours?: QuietHours | null | undefined
}

/** Called in the transaction that changes the quiet hours of recipients, or the time zone that they are in. */
export type QuietHoursListener = (
  tx: Transaction,
  moved: { bucket: number; accountId: number; recipientIds: readonly number[] },
) => Promise<void>

export interface ChangeTools {
  nowMs: number
  source: PreferenceSource
  /** Called in the transaction. Absent: the change has no quiet hours. */
  onQuietHoursChanged?: QuietHoursListener
}

export interface Stored {
  row: PreferenceRow
  /** All topics of the account. */
  topics: TopicRow[]
}

/**
 * Applies changes to a recipient's preferences. `decide` gets the current topics. Its errors pass through and change
 * nothing. If it returns null, nothing changes. Choices of unknown topics are dropped. Returns null if `decide` did, or if
 * there is no recipient.
 */
export function changePreferences(
  write: Write,
  { bucket, accountId, recipientId }: PreferenceKey,
  { nowMs, source, onQuietHoursChanged }: ChangeTools,
  decide: (topics: readonly TopicRow[]) => PreferenceChanges | null,
): Promise<Stored | null> {
  return write(async (tx) => {
    const [before] = await lockPreferences(tx, bucket, accountId, recipientId)
    if (before === undefined) return null
    const topics = await allTopics(tx, bucket, accountId)
    const changes = decide(topics)
    if (changes === null) return null
    const { choices, paused = before.paused, quietHours } = changes
    const topicIds = new Set(topics.map(({ id }) => id))
    const known = choices.filter(({ topic_id: id }) => topicIds.has(id))
    const at = isoTime(nowMs)
    const preferences = JSON.stringify(withChoices(before.preferences, known, { topicIds, at, source }))
    const quiet =
      quietHours === undefined
        ? ([before.quietFrom, before.quietUntil] as const)
        : ([quietHours?.from ?? null, quietHours?.until ?? null] as const)
    const [row] = await writePreferences(tx, bucket, accountId, recipientId, preferences, paused, ...quiet, at)
    if (quiet[0] !== before.quietFrom || quiet[1] !== before.quietUntil)
      await onQuietHoursChanged?.(tx, { bucket, accountId, recipientIds: [recipientId] })
    return { row: row!, topics }
  })
}
