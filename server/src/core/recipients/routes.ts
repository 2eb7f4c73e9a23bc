import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/database-error.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { RequestConnections, Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { RawRequest } from '../../platform/http/body.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { Choices, IdParams } from '../../platform/http/schemas.ts'
import { atTop, passwordBody } from '../accounts/password-again.ts'
import { refusalOf } from '../accounts/roles.ts'
import { ExternalIdParams } from './by-external-id.ts'
import { DeviceOutput, deviceView } from './device.ts'
import { listDevices } from './device-queries.ts'
import { deviceRoutes } from './device-routes.ts'
import { ErasureOutput } from './erasure.ts'
import { listRoute } from './list.ts'
import { PreferencesOutput, showPreferences } from './preferences/routes.ts'
import type { PreferenceTools } from './preferences/routes.ts'
import type { QuietHoursListener } from './preferences/store.ts'
import { deleteRecipient, findRecipient, findRecipientId, changerOf } from './queries.ts'
import type { Changer } from './queries.ts'
import { checkRecipient, RecipientInput, RecipientOutput, recipientView } from './recipient.ts'
import type { RecipientFields } from './recipient.ts'
import { insertRecipient, updateRecipient, upsertRecipient } from './writes.ts'

export interface RecipientRouteDependencies extends Pick<Context, 'clock'>, Pick<PreferenceTools, 'links'> {
  /** Called in the transaction that deletes a recipient. It ends the recipient's scheduled deliveries. */
  onRecipientDeleted(
    transaction: Transaction,
    deleted: { bucket: number; accountId: number; recipientId: number },
  ): Promise<void>
  /** Erases a recipient with all its messages. Null: there was never a recipient with this id. */
  onErase(
    connections: RequestConnections,
    recipient: { bucket: number; accountId: number; recipientId: number },
    requester: Changer,
  ): Promise<ErasureOutput | null>
  /** Also called if a new time zone moves the quiet hours. */
  onQuietHoursChanged: QuietHoursListener
}

const body = rootBody('notification_user', RecipientInput, {}, RecipientOutput)
const ifErasing = {
  when: 'to erase',
  isMet: ({ query }: { query: unknown }) => (query as { erase?: boolean }).erase === true,
}
const response = Type.Object({ notification_user: RecipientOutput })
const tags = ['Notification users']

const ERASE_DESCRIPTION = `With \`erase=true\` the service erases all personal data of the notification user: its fields and
devices, the texts and attributes of its messages, providers' words in errors, sandbox messages, suppressed addresses,
stored responses. Ids, states and times stay. Deliveries not sent yet are canceled or fail. The response is 200 with the
progress: a long history goes on in the background, and the same request shows how far it is. A notification user that
was deleted before can be erased too, by its id. To erase, an API key needs the role full.`

function readFields(request: RawRequest, present: object | null = null): RecipientFields {
  const checked = checkRecipient(readBody(request, body, present))
  if (!checked.ok) throw invalid(checked.errors)
  return checked.value
}

/** The error with the id of the recipient that has the external id. That recipient may be deleted by now. */
async function taken(
  connection: Connection,
  { bucket, accountId }: Caller,
  fields: RecipientFields,
): Promise<ApiError> {
  const [other] = await findRecipientId(connection, bucket, accountId, fields.external_user_id!)
  const path = `/api/v1/notification_users/${other?.id ?? '{id}'}`
  return new ApiError('name_taken', {
    sentence: `The external_user_id is already taken: change that notification user with PATCH ${path}`,
  })
}

/** Routes of recipients ("notification users") and their devices. */
export function recipientRoutes(app: App, dependencies: RecipientRouteDependencies): void {
  listRoute(app)
  app.get(
    '/api/v1/notification_users/:id',
    {
      schema: {
        tags,
        summary: 'Show a notification user',
        params: IdParams,
        querystring: Type.Object({
          expand: Type.Optional(
            Choices(['devices', 'preferences'], { description: 'Adds parts of the notification user' }),
          ),
        }),
        response: {
          200: Type.Object({
            ...response.properties,
            devices: Type.Optional(Type.Array(DeviceOutput)),
            preferences: Type.Optional(PreferencesOutput),
          }),
        },
      },
    },
    async ({ pool, caller, params, query }) => {
      const owner = [caller.bucket, caller.accountId, params.id] as const
      const [row] = await findRecipient(pool, ...owner)
      if (row === undefined) throw new ApiError('not_found')
      const parts = query.expand?.split(',') ?? []
      const key = { bucket: caller.bucket, accountId: caller.accountId, recipientId: params.id }
      return {
        notification_user: recipientView(row),
        ...(parts.includes('devices') ? { devices: (await listDevices(pool, ...owner)).map(deviceView) } : {}),
        ...(parts.includes('preferences') ? { preferences: await showPreferences(pool, dependencies, key) } : {}),
      }
    },
  )

  deleteRoute(app, dependencies)
  writeRoutes(app, dependencies)
  byExternalIdRoute(app, dependencies)
  deviceRoutes(app, dependencies)
}

function deleteRoute(app: App, { clock, onRecipientDeleted, onErase }: RecipientRouteDependencies): void {
  app.delete(
    '/api/v1/notification_users/:id',
    {
      config: { passwordAgain: atTop, passwordAgainIf: ifErasing },
      schema: {
        tags,
        summary: 'Delete a notification user: scheduled deliveries are canceled, the external id is free again',
        description: ERASE_DESCRIPTION,
        params: IdParams,
        querystring: Type.Object({ erase: Type.Optional(Type.Boolean({ default: false })) }),
        body: passwordBody.document,
        response: {
          200: Type.Object({ erasure: ErasureOutput }),
          204: Type.Null({ description: 'Deleted. The response has no body' }),
        },
      },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const recipientId = request.params.id
      if (request.query.erase === true) {
        const refusal = refusalOf(request.caller.role, 'personal_data', request.method)
        if (refusal !== null) throw new ApiError('forbidden', { sentence: refusal })
        const erasure = await onErase(request, { bucket, accountId, recipientId }, changerOf(request))
        if (erasure === null) throw new ApiError('not_found')
        return { erasure }
      }
      await request.write(async (connection) => {
        const [row] = await deleteRecipient(connection, bucket, accountId, recipientId, isoTime(clock.now()))
        if (row === undefined) throw new ApiError('not_found')
        await onRecipientDeleted(connection, { bucket, accountId, recipientId })
      })
      return reply.code(204).send(null)
    },
  )
}

function writeRoutes(app: App, { clock, onQuietHoursChanged }: RecipientRouteDependencies): void {
  app.post(
    '/api/v1/notification_users',
    { schema: { tags, summary: 'Create a notification user', body: body.document, response: { 201: response } } },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const fields = readFields(request)
      const at = isoTime(clock.now())
      const row = await request.write(async (tx) => {
        const inserted = await insertRecipient(tx, bucket, accountId, fields, at)
        if (inserted === null) throw await taken(tx, request.caller, fields)
        return inserted
      })
      void reply.code(201)
      return { notification_user: recipientView(row) }
    },
  )

  app.patch(
    '/api/v1/notification_users/:id',
    {
      schema: {
        tags,
        summary: 'Change a notification user; attributes are replaced as a whole',
        params: IdParams,
        body: body.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      const changer = changerOf(request)
      const [existing] = await findRecipient(pool, bucket, accountId, id)
      if (existing === undefined) throw new ApiError('not_found')
      const fields = readFields(request, recipientView(existing))
      const row = await request
        .write(async (tx) => {
          const updated = await updateRecipient(tx, bucket, accountId, id, fields, isoTime(clock.now()), changer)
          const recipientIds = updated?.quietHoursMoved === true ? [id] : []
          await onQuietHoursChanged(tx, { bucket, accountId, recipientIds })
          return updated
        })
        .catch(async (error: unknown) => {
          throw isUniqueViolation(error) ? await taken(pool, request.caller, fields) : error
        })
      if (row === null) throw new ApiError('not_found')
      return { notification_user: recipientView(row) }
    },
  )
}

function byExternalIdRoute(app: App, { clock, onQuietHoursChanged }: RecipientRouteDependencies): void {
  app.put(
    '/api/v1/notification_users/by_external_id/:external_user_id',
    {
      schema: {
        tags,
        summary: 'Create or change the notification user of an external id',
        params: ExternalIdParams,
        body: body.document,
        response: { 200: response, 201: response },
      },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const externalUserId = request.params.external_user_id
      const { external_user_id: given, ...fields } = readFields(request)
      if (given != null && given !== externalUserId)
        throw invalid({ external_user_id: ['must be the same as in the path'] })
      const { created, ...row } = await request.write(async (tx) => {
        const now = isoTime(clock.now())
        const account = { bucket, accountId, changer: changerOf(request) }
        const stored = await upsertRecipient(tx, account, externalUserId, fields, now)
        const recipientIds = stored.quietHoursMoved ? [stored.id] : []
        await onQuietHoursChanged(tx, { bucket, accountId, recipientIds })
        return stored
      })
      void reply.code(created ? 201 : 200)
      return { notification_user: recipientView(row) }
    },
  )
}
