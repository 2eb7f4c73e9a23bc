import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import { writeOn } from '../../platform/db/transaction.ts'
import { rateLimited } from '../../platform/errors.ts'
import { CLOSE } from '../../platform/http/responses.ts'
import { rawBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { CHANNEL_TYPES } from '../../core/providers/provider.ts'
import { allTopics } from '../../core/recipients/preferences/queries.ts'
import { localTopic } from '../../core/recipients/topic.ts'
import type { TopicRow } from '../../core/recipients/topic.ts'
import { PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../../core/recipients/preferences/links.ts'
import type { PreferenceLinks } from '../../core/recipients/preferences/links.ts'
import type { PreferenceColumns } from '../../core/recipients/preferences/preferences.ts'
import type { NewChoice, PreferenceChanges, PreferenceKey } from '../../core/recipients/preferences/store.ts'
import { changePreferences } from '../../core/recipients/preferences/store.ts'
import {
  DEFAULT_COLORS,
  languageOf,
  askPage,
  choiceName,
  invalidPage,
  PAUSED,
  preferencesPage,
  shownTypes,
  unsubscribedPage,
} from './html.ts'
import type { Html, Shown } from './html.ts'
import { findPage } from './queries.ts'
import type { PageRow } from './queries.ts'

/** A form with all choices of 100 topics has 20 KB. */
const FORM_BYTES_MAX = 32 * 1024

export interface PreferencePageDependencies {
  config: Pick<Config, 'publicRateLimit'>
  links: Pick<PreferenceLinks, 'read'>
  clock: Clock
  /** The connections of these pages to the server of the bucket. */
  connectionsOf(bucket: number): CommonPool
}

/** The recipient of a link, with the data of her page. */
interface Visit {
  connections: CommonPool
  key: PreferenceKey
  topicId: number | null
  columns: PreferenceColumns
  shown: Shown
}

/** The topics in the language of the page. */
const localTopics = (topics: readonly TopicRow[], { locale }: Shown) => topics.map((topic) => localTopic(topic, locale))

type Routed = { Params: { token: string } }

function shownOf(row: PageRow, token: string, accepted: string | undefined): Shown {
  return {
    language: languageOf(row.locale ?? accepted ?? null),
    locale: row.locale ?? accepted?.split(/[,;]/, 1)[0] ?? null,
    look: {
      title: row.title ?? row.accountName,
      accentColor: row.accentColor ?? DEFAULT_COLORS.accentColor,
      backgroundColor: row.backgroundColor ?? DEFAULT_COLORS.backgroundColor,
    },
    token,
    channelTypes: shownTypes(row.channelTypes),
  }
}

/** The choices of a form. It lists those that it showed. Names of other forms and required topics are skipped. */
function changesOf(form: URLSearchParams, topics: readonly TopicRow[]): PreferenceChanges {
  const enabled = new Set(form.getAll('enabled'))
  const listed = new Set(form.getAll('listed'))
  const choices = topics.flatMap(({ id, required }) =>
    CHANNEL_TYPES.flatMap((channelType): NewChoice[] => {
      const name = choiceName(id, channelType)
      if (required || !listed.has(name)) return []
      return [{ topic_id: id, channel_type: channelType, enabled: enabled.has(name) }]
    }),
  )
  return { choices, paused: listed.has(PAUSED) ? enabled.has(PAUSED) : undefined }
}

function sendPage(reply: FastifyReply, page: Html | null): FastifyReply {
  const { html, headers } = page ?? invalidPage()
  // Equal for every link that leads nowhere, with and without an unread body.
  if (page === null) void reply.headers(CLOSE)
  return reply
    .code(page === null ? 404 : 200)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Before the body: a link that the service has not made, or too many requests, end the connection instead. */
function linkJudge({ config, links, clock }: PreferencePageDependencies) {
  const ofRecipients = new TokenBuckets<string>(LIMITS.preferenceLinks.max, () => clock.monotonic())
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const linked = links.read((request as FastifyRequest<Routed>).params.token)
    if (linked === null) return void sendPage(reply, null)
    const recipient = `${linked.accountId}.${linked.recipientId}`
    const waitMs = config.publicRateLimit === 0 ? 0 : ofRecipients.takeNow(recipient)
    if (waitMs > 0) done(rateLimited(waitMs, { headers: CLOSE }))
    else done()
  }
}

/**
 * Pages for recipients, without signing in. The token in the path is the only proof. GET changes nothing, because mail
 * programs and scanners open links. POST to the first is also the one click of RFC 8058, so it never redirects. Every token
 * that leads nowhere gets the same response.
 */
export function preferencePageRoutes(app: App, dependencies: PreferencePageDependencies): void {
  const { links, clock, connectionsOf } = dependencies
  async function visit({ params: { token }, headers }: FastifyRequest<Routed>): Promise<Visit | null> {
    const linked = links.read(token)
    if (linked === null) return null
    const { topicId, ...key } = linked
    const connections = connectionsOf(key.bucket)
    const [row] = await findPage(connections, key.bucket, key.accountId, key.recipientId)
    if (row === undefined) return null
    return { connections, key, topicId, columns: row, shown: shownOf(row, token, headers['accept-language']) }
  }

  const topicsOf = async ({ connections, key, shown }: Visit) =>
    localTopics(await allTopics(connections, key.bucket, key.accountId), shown)
  const change = ({ connections, key }: Visit, decide: Parameters<typeof changePreferences>[3]) =>
    changePreferences(writeOn(connections), key, { nowMs: clock.now(), source: 'link' }, decide)

  /** The topic of the link. Undefined: the link has none, or it was deleted. */
  const topicOf = ({ topicId }: Visit, topics: readonly TopicRow[]) => topics.find(({ id }) => id === topicId)

  const options = { schema: { hide: true }, bodyLimit: FORM_BYTES_MAX, onRequest: linkJudge(dependencies) }

  app.get<Routed>(`${UNSUBSCRIBE_PATH}/:token`, options, async (request, reply) => {
    const found = await visit(request)
    const topic = found === null ? undefined : topicOf(found, await topicsOf(found))
    return sendPage(reply, found === null || topic === undefined ? null : askPage(found.shown, found.columns, topic))
  })

  app.post<Routed>(`${UNSUBSCRIBE_PATH}/:token`, options, async (request, reply) => {
    const found = await visit(request)
    if (found === null) return sendPage(reply, null)
    // Only mails have the header field of the one click, so a POST without a type ends mails.
    const asked = new URLSearchParams(rawBody(request).toString()).get('channel_type')
    const channel_type = CHANNEL_TYPES.find((type) => type === asked) ?? 'email'
    const stored = await change(found, (topics) => {
      const topic = topicOf(found, topics)
      if (topic === undefined) return null
      return { choices: topic.required ? [] : [{ topic_id: topic.id, channel_type, enabled: false }] }
    })
    return sendPage(
      reply,
      stored && unsubscribedPage(found.shown, topicOf(found, localTopics(stored.topics, found.shown))!),
    )
  })

  app.get<Routed>(`${PREFERENCES_PATH}/:token`, options, async (request, reply) => {
    const found = await visit(request)
    return sendPage(reply, found && preferencesPage(found.shown, found.columns, await topicsOf(found), false))
  })

  app.post<Routed>(`${PREFERENCES_PATH}/:token`, options, async (request, reply) => {
    const found = await visit(request)
    if (found === null) return sendPage(reply, null)
    const form = new URLSearchParams(rawBody(request).toString())
    const stored = await change(found, (topics) => changesOf(form, topics))
    return sendPage(
      reply,
      stored && preferencesPage(found.shown, stored.row, localTopics(stored.topics, found.shown), true),
    )
  })
}
