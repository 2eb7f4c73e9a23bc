import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { recordAudit } from '../accounts/audit.ts'
import { atTop, ifGiven, passwordField } from '../accounts/password-again.ts'
import { isoTime } from '../../platform/clock.ts'
import { isBelowMax, limitReached, lockAccount } from '../accounts/quotas.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import { IdParams } from '../../platform/http/schemas.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import type { CallbackAddresses } from '../providers/callback-address.ts'
import type { ChannelSettings } from '../providers/provider.ts'
import { findProvider } from '../providers/registry.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { ChannelInput, ChannelOutput, ChannelPatch, channelView, checkSettings } from './channel.ts'
import type { CheckedSettings } from './channel.ts'
import type { ChannelRow } from './queries.ts'
import { requireFallbacks } from './fallbacks.ts'
import { readSettings, storeSettings } from './secrets.ts'
import {
  countChannels,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  lockChannel,
  nextChannelId,
  updateChannel,
} from './queries.ts'

export interface ChannelRouteDependencies extends Pick<Context, 'clock'> {
  config: Pick<Config, 'accountChannelsMax'>
  cipher: SecretsCipher
  callbackAddresses: CallbackAddresses
  /** The addresses that settings may name. */
  providerPolicy: ReceiverPolicy
  /** Called in the transaction that deletes a channel. It ends the channel's scheduled deliveries. */
  onChannelDeleted(
    transaction: Transaction,
    deleted: { bucket: number; accountId: number; channelId: number },
  ): Promise<void>
}

const createBody = rootBody('notification_channel', ChannelInput, passwordField, ChannelOutput)
const patchBody = rootBody('notification_channel', ChannelPatch, passwordField, ChannelOutput)
const response = Type.Object({ notification_channel: ChannelOutput })
const tags = ['Notification channels']

function accepted(checked: CheckedSettings): Extract<CheckedSettings, { ok: true }> {
  if (!checked.ok) throw invalid(checked.errors)
  return checked
}

/** Routes of channels. */
export function channelRoutes(app: App, dependencies: ChannelRouteDependencies): void {
  const { cipher, callbackAddresses } = dependencies
  const view = (accountId: number, row: ChannelRow) =>
    channelView(accountId, row, readSettings(cipher, accountId, row.id, row), callbackAddresses)

  listRoute(app, {
    path: '/api/v1/notification_channels',
    tags,
    summary: 'List the channels, newest first',
    filters: { name: Type.Optional(Type.String({ maxLength: 255 })) },
    item: ChannelOutput,
    read: ({ pool, caller, query }, page) =>
      listChannels(pool, caller.bucket, caller.accountId, query.name ?? null, ...page),
    view: (row, { accountId }) => view(accountId, row),
  })

  app.get(
    '/api/v1/notification_channels/:id',
    { schema: { tags, summary: 'Show a channel', params: IdParams, response: { 200: response } } },
    async ({ pool, caller, params }) => {
      const [row] = await findChannel(pool, caller.bucket, caller.accountId, params.id)
      if (row === undefined) throw new ApiError('not_found')
      return { notification_channel: view(caller.accountId, row) }
    },
  )

  createRoute(app, dependencies)
  changeRoute(app, dependencies)
  deleteRoute(app, dependencies)
}

/**
 * Records a change of a channel with the names of the changed fields. Values are left out, because they may be secrets.
 */
function audit(tx: Transaction, request: FastifyRequest, at: number, what: string, id: number, details: object) {
  const entry = { ...request.caller, action: `notification_channel.${what}`, at, origin: request.ip }
  return recordAudit(tx, [{ ...entry, target: `notification_channel:${id}`, details: { ...details } }])
}

function createRoute(app: App, dependencies: ChannelRouteDependencies): void {
  const { cipher, clock, callbackAddresses, providerPolicy: policy } = dependencies
  const { accountChannelsMax: max } = dependencies.config

  app.post(
    '/api/v1/notification_channels',
    {
      config: { passwordAgain: atTop },
      schema: { tags, summary: 'Create a channel', body: createBody.document, response: { 201: response } },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const {
        name,
        channel_type: channelType,
        active = true,
        track_opens: trackOpens = true,
        ...input
      } = readBody(request, createBody)
      const limits = [input.max_concurrency ?? null, input.max_per_second ?? null] as const
      const { fallback_channel_ids: fallbackIds, resend_after_timeout: resends = false } = input
      const fallbacks = [fallbackIds ?? [], resends] as const
      const { provider, settings } = accepted(
        checkSettings(channelType, input.provider, { existing: {}, given: input.settings ?? {}, policy }),
      )
      const row = await request.write(async (connection) => {
        if (!(await isBelowMax(connection, request.caller, countChannels, max)))
          throw limitReached('channels', max, 'delete one first, with DELETE /api/v1/notification_channels/{id}')
        await requireFallbacks(connection, request.caller, { id: null, channelType }, fallbacks[0])
        const [next] = await nextChannelId(connection)
        const stored = storeSettings(cipher, accountId, next!.id, provider, settings)
        const [plain, secret] = [JSON.stringify(stored.settings), stored.encryptedSettings]
        const about = [
          name,
          channelType,
          provider.name,
          plain,
          secret,
          active,
          isoTime(clock.now()),
          ...limits,
        ] as const
        const [inserted] = await insertChannel(
          connection,
          bucket,
          accountId,
          next!.id,
          ...about,
          trackOpens,
          ...fallbacks,
        )
        await audit(connection, request, clock.now(), 'created', next!.id, { name, channel_type: channelType })
        return inserted!
      })
      void reply.code(201)
      return { notification_channel: channelView(accountId, row, settings, callbackAddresses) }
    },
  )
}

function changeRoute(app: App, dependencies: ChannelRouteDependencies): void {
  const { cipher, clock, callbackAddresses, providerPolicy: policy } = dependencies

  app.patch(
    '/api/v1/notification_channels/:id',
    {
      // Both say where messages go, and with which secret.
      config: { passwordAgain: atTop, passwordAgainIf: ifGiven('notification_channel', 'provider', 'settings') },
      schema: {
        tags,
        summary: 'Change a channel; absent settings stay as they are',
        params: IdParams,
        body: patchBody.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { bucket, accountId } = request.caller
      const { id } = request.params
      return request.write(async (connection) => {
        // Before the channel, as in other requests. So the rules of fallbacks hold for concurrent requests too.
        await lockAccount(connection, bucket, accountId)
        const [existing] = await lockChannel(connection, bucket, accountId, id)
        if (existing === undefined) throw new ApiError('not_found')
        const stored = readSettings(cipher, accountId, id, existing)
        const patch = readBody(request, patchBody, channelView(accountId, existing, stored, callbackAddresses))
        const { provider, settings } = patched(existing, stored, patch, policy)
        const { name = existing.name, active = existing.active, track_opens: trackOpens = existing.trackOpens } = patch
        const { max_concurrency: concurrency = existing.maxConcurrency } = patch
        const { max_per_second: rate = existing.maxPerSecond } = patch
        const { fallback_channel_ids: fallbackIds = existing.fallbackChannelIds } = patch
        const { resend_after_timeout: resends = existing.resendAfterTimeout } = patch
        const fallbacks = [fallbackIds ?? [], resends] as const
        if (patch.fallback_channel_ids !== undefined)
          await requireFallbacks(connection, request.caller, existing, fallbacks[0])
        const next = storeSettings(cipher, accountId, id, provider, settings)
        const [plain, secret] = [JSON.stringify(next.settings), next.encryptedSettings]
        const about = [name, provider.name, plain, secret, active, isoTime(clock.now()), concurrency, rate] as const
        const [row] = await updateChannel(connection, bucket, accountId, id, ...about, trackOpens, ...fallbacks)
        const changed = [...Object.keys(patch), ...Object.keys(patch.settings ?? {}).map((key) => `settings.${key}`)]
        await audit(connection, request, clock.now(), 'changed', id, { name, changed })
        return { notification_channel: channelView(accountId, row!, settings, callbackAddresses) }
      })
    },
  )
}

function deleteRoute(app: App, { clock, onChannelDeleted }: ChannelRouteDependencies): void {
  app.delete(
    '/api/v1/notification_channels/:id',
    {
      schema: {
        tags,
        summary: 'Delete a channel: it is detached from every template, its scheduled deliveries are canceled',
        params: IdParams,
      },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const channelId = request.params.id
      await request.write(async (connection) => {
        const [row] = await deleteChannel(connection, bucket, accountId, channelId, isoTime(clock.now()))
        if (row === undefined) throw new ApiError('not_found')
        await onChannelDeleted(connection, { bucket, accountId, channelId })
        await audit(connection, request, clock.now(), 'deleted', channelId, { name: row.name })
      })
      return reply.code(204).send()
    },
  )
}

/**
 * Returns the channel's settings after a patch. Another provider starts with empty settings. If the patch has no
 * settings, they are not checked, so a channel can be deactivated even if newer rules refuse its settings.
 */
function patched(existing: ChannelRow, settings: ChannelSettings, patch: ChannelPatch, policy: ReceiverPolicy) {
  if (patch.channel_type !== undefined && patch.channel_type !== existing.channelType)
    throw invalid({ channel_type: ['cannot be changed: create another channel'] })
  const provider = patch.provider ?? existing.provider
  const kept = provider === existing.provider ? settings : {}
  const found = findProvider(provider)
  const isSame = found !== null && provider === existing.provider && Object.keys(patch.settings ?? {}).length === 0
  if (isSame) return { provider: found, settings }
  const given = patch.settings ?? {}
  return accepted(checkSettings(existing.channelType, provider, { existing: kept, given, policy }))
}
