import Type from 'typebox'
import type { Static } from 'typebox'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import type { AccountPool } from '../../../platform/db/pool.ts'
import type { RequestConnections } from '../../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../../platform/errors.ts'
import { plainBody } from '../../../platform/http/body-input.ts'
import { readBody } from '../../../platform/http/body.ts'
import type { RawRequest } from '../../../platform/http/body.ts'
import type { App } from '../../../platform/http/route.ts'
import { Choice, IdParams, Nullable, RequiredText, Time } from '../../../platform/http/schemas.ts'
import { CHANNEL_TYPES } from '../../providers/provider.ts'
import { allTopics, findPreferences } from './queries.ts'
import { TOPIC_NAME_CHARACTERS_MAX, TOPICS_MAX } from '../topic.ts'
import { localTopic } from '../topic.ts'
import type { TopicRow } from '../topic.ts'
import type { PreferenceLinks } from './links.ts'
import { choicesOf, isEnabled, PREFERENCE_SOURCES } from './preferences.ts'
import type { PreferenceSource } from './preferences.ts'
import type { PreferenceRow } from './queries.ts'
import { minutesOf, quietHoursMistake, timeOfDay } from './quiet-hours.ts'
import { changePreferences } from './store.ts'
import type { PreferenceChanges, PreferenceKey, QuietHoursListener } from './store.ts'

const TimeOfDay = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  sentence: 'must be a time like 22:00',
  examples: ['22:00'],
})

const QuietHoursInput = Type.Object({ from: TimeOfDay, until: TimeOfDay })

const ShownTime = Type.String({ examples: ['22:00'] })
const QuietHoursOutput = Type.Object({ from: ShownTime, until: ShownTime })

const ChoiceInput = Type.Object({
  topic: RequiredText(TOPIC_NAME_CHARACTERS_MAX, { description: 'The name of the topic', examples: ['order_updates'] }),
  channel_type: Choice(CHANNEL_TYPES),
  enabled: Type.Boolean(),
})

const PreferencesInput = Type.Object({
  preferences: Type.Optional(
    Type.Array(ChoiceInput, {
      maxItems: TOPICS_MAX * CHANNEL_TYPES.length,
      description: 'The choices to change. The others stay as they are',
    }),
  ),
  paused: Type.Optional(Type.Boolean({ description: 'true: the recipient gets only messages of required topics' })),
  quiet_hours: Type.Optional(
    Nullable({
      ...QuietHoursInput,
      description:
        'Messages wait until the end, in the time zone of the recipient, or in UTC if it has none. Messages of required topics and critical messages do not wait. null: no quiet hours',
    }),
  ),
})
type PreferencesInput = Static<typeof PreferencesInput>

export const PreferencesOutput = Type.Object({
  preferences: Type.Array(
    Type.Object({
      topic: Type.String(),
      label: Type.String({ description: 'In the language of the notification user, if the topic has it' }),
      required: Type.Boolean(),
      channel_type: Choice(CHANNEL_TYPES),
      enabled: Type.Boolean(),
      changed_at: Nullable({ ...Time, description: 'The time of the choice. null: there is none' }),
      source: Nullable(
        Choice(PREFERENCE_SOURCES, { description: 'link: the recipient chose by a link; inbox: in the inbox' }),
      ),
    }),
    { description: 'Each topic with each type of channel' },
  ),
  paused: Type.Boolean(),
  quiet_hours: Nullable(QuietHoursOutput),
  time_zone: Nullable(Type.String({ description: 'The time zone of the quiet hours. null: UTC' })),
  preferences_url: Nullable(
    Type.String({
      description:
        'The page on which the recipient changes her preferences. null without PUBLIC_URL. Callers who may not change them get `***` in place of its token',
    }),
  ),
})

type PreferencesOutput = Static<typeof PreferencesOutput>

export const preferencesBody = plainBody(PreferencesInput)
const tags = ['Topics and preferences']

/** The changes of a request. Throws 422 on a name of no topic, and if a required topic shall be disabled. */
function changesOf(input: PreferencesInput, topics: readonly TopicRow[]): PreferenceChanges {
  const byName = new Map(topics.map((topic) => [topic.name, topic]))
  const errors: Record<string, string[]> = {}
  const choices = (input.preferences ?? []).flatMap(({ topic: name, channel_type, enabled }, index) => {
    const topic = byName.get(name)
    const refusal = topic === undefined ? 'is unknown' : topic.required && !enabled ? 'is required' : null
    if (refusal !== null) errors[`preferences.${index}.topic`] = [refusal]
    return topic === undefined ? [] : [{ topic_id: topic.id, channel_type, enabled }]
  })
  const quietHours = input.quiet_hours && {
    from: minutesOf(input.quiet_hours.from),
    until: minutesOf(input.quiet_hours.until),
  }
  const mistake = quietHours == null ? null : quietHoursMistake(quietHours)
  if (mistake !== null) errors['quiet_hours.until'] = [mistake]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return { choices, paused: input.paused, quietHours }
}

function preferencesView(row: PreferenceRow, topics: readonly TopicRow[], url: string | null): PreferencesOutput {
  const { paused, quietFrom: from, quietUntil: until, timeZone, locale } = row
  const choiceOf = choicesOf(row)
  const preferences = topics.flatMap((topic) =>
    CHANNEL_TYPES.map((channel_type) => {
      const choice = choiceOf(topic.id, channel_type)
      const { name, label, required } = localTopic(topic, locale)
      const about = { changed_at: choice?.changed_at ?? null, source: choice?.source ?? null }
      return { topic: name, label, required, channel_type, enabled: isEnabled(topic, choice), ...about }
    }),
  )
  const quiet_hours = from === null || until === null ? null : { from: timeOfDay(from), until: timeOfDay(until) }
  return { preferences, paused, quiet_hours, time_zone: timeZone, preferences_url: url }
}

export interface PreferenceTools extends Pick<Context, 'clock'> {
  links: Pick<PreferenceLinks, 'preferences'>
  /** Called in the transaction that changes a recipient's quiet hours. Its waiting messages follow the change. */
  onQuietHoursChanged: QuietHoursListener
}

/** The preferences of a recipient as the API shows them. Throws 404 if there is no recipient. */
export async function showPreferences(
  pool: AccountPool,
  { links }: Pick<PreferenceTools, 'links'>,
  { bucket, accountId, recipientId }: PreferenceKey,
): Promise<PreferencesOutput> {
  const [row] = await findPreferences(pool, bucket, accountId, recipientId)
  if (row === undefined) throw new ApiError('not_found')
  const url = links.preferences({ accountId, recipientId, topicId: null })
  return preferencesView(row, await allTopics(pool, bucket, accountId), url)
}

/** Applies the body of a request to the preferences of a recipient. Throws 404 if there is no recipient. */
export async function updatePreferences(
  { pool, write }: RequestConnections,
  request: RawRequest,
  { clock, links, onQuietHoursChanged }: PreferenceTools,
  key: PreferenceKey,
  source: PreferenceSource,
): Promise<PreferencesOutput> {
  const { bucket, accountId, recipientId } = key
  const [known] = await findPreferences(pool, bucket, accountId, recipientId)
  if (known === undefined) throw new ApiError('not_found')
  const input = readBody(request, preferencesBody)
  const change = { nowMs: clock.now(), source, onQuietHoursChanged }
  const stored = await changePreferences(write, key, change, (topics) => changesOf(input, topics))
  if (stored === null) throw new ApiError('not_found')
  const url = links.preferences({ accountId, recipientId, topicId: null })
  return preferencesView(stored.row, stored.topics, url)
}

/** Routes of a recipient's preferences. */
export function preferenceRoutes(app: App, tools: PreferenceTools): void {
  const keyOf = ({ caller: { bucket, accountId } }: Pick<FastifyRequest, 'caller'>, recipientId: number) => {
    return { bucket, accountId, recipientId }
  }

  app.get(
    '/api/v1/notification_users/:id/preferences',
    {
      schema: {
        tags,
        summary: "Show a notification user's preferences",
        params: IdParams,
        response: { 200: PreferencesOutput },
      },
    },
    async (request) => showPreferences(request.pool, tools, keyOf(request, request.params.id)),
  )

  app.put(
    '/api/v1/notification_users/:id/preferences',
    {
      schema: {
        tags,
        summary: "Change a notification user's preferences; the choices that are not listed stay",
        params: IdParams,
        body: preferencesBody.document,
        response: { 200: PreferencesOutput },
      },
    },
    async (request) => updatePreferences(request, request, tools, keyOf(request, request.params.id), 'api'),
  )
}
