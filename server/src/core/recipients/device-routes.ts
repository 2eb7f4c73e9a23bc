import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { recordAudit } from '../accounts/audit.ts'
import { limitReached } from '../accounts/quotas.ts'
import type { Context } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { Id, IdParams } from '../../platform/http/schemas.ts'
import { DeviceInput, DeviceOutput, DEVICES_MAX, deviceView, mergeDevice, tokenIdentity } from './device.ts'
import type { DeviceFields, DeviceRow } from './device.ts'
import { deleteDevice, findDevice, insertDevice, listDevices, updateDevice } from './device-queries.ts'
import { findRecipient, lockRecipient } from './queries.ts'

const body = rootBody('device', DeviceInput, {}, DeviceOutput)
const response = Type.Object({ device: DeviceOutput })
const DeviceParams = Type.Object({ id: Id, device_id: Id })
const tags = ['Devices']

function merge(existing: DeviceFields | null, input: DeviceInput): DeviceFields {
  const merged = mergeDevice(existing, input)
  if (!merged.ok) throw invalid(merged.errors)
  return merged.device
}

const isSame = (row: DeviceRow, device: DeviceFields) =>
  row.platform === device.platform && tokenIdentity(row) === tokenIdentity(device)

const owned = ({ bucket, accountId }: Caller, recipientId: number) => [bucket, accountId, recipientId] as const

/** Routes of a recipient's devices, the targets of push messages. */
export function deviceRoutes(app: App, context: Pick<Context, 'clock'>): void {
  readRoutes(app)
  registerRoute(app, context)
  changeRoutes(app, context)
}

function readRoutes(app: App): void {
  app.get(
    '/api/v1/notification_users/:id/devices',
    {
      schema: {
        tags,
        summary: 'List the devices of a notification user',
        params: IdParams,
        response: { 200: Type.Object({ devices: Type.Array(DeviceOutput) }) },
      },
    },
    async ({ pool, caller, params }) => {
      const owner = owned(caller, params.id)
      if ((await findRecipient(pool, ...owner)).length === 0) throw new ApiError('not_found')
      return { devices: (await listDevices(pool, ...owner)).map(deviceView) }
    },
  )

  app.get(
    '/api/v1/notification_users/:id/devices/:device_id',
    { schema: { tags, summary: 'Show a device', params: DeviceParams, response: { 200: response } } },
    async ({ pool, caller, params }) => {
      const [row] = await findDevice(pool, ...owned(caller, params.id), params.device_id)
      if (row === undefined) throw new ApiError('not_found')
      return { device: deviceView(row) }
    },
  )
}

function registerRoute(app: App, { clock }: Pick<Context, 'clock'>): void {
  app.post(
    '/api/v1/notification_users/:id/devices',
    {
      schema: {
        tags,
        summary: 'Register a device; returns 200 if it is already registered',
        params: IdParams,
        body: body.document,
        response: { 200: response, 201: response },
      },
    },
    async (request, reply) => {
      const owner = owned(request.caller, request.params.id)
      const stored = await request.write(async (connection) => {
        // One registration at a time: apps register at each launch, and a duplicate device would get each message
        // twice.
        if ((await lockRecipient(connection, ...owner)).length === 0) throw new ApiError('not_found')
        const device = merge(null, readBody(request, body))
        return storeDevice(connection, owner, device, isoTime(clock.now()))
      })
      void reply.code(stored.created ? 201 : 200)
      return { device: deviceView(stored.row) }
    },
  )
}

function changeRoutes(app: App, { clock }: Pick<Context, 'clock'>): void {
  app.patch(
    '/api/v1/notification_users/:id/devices/:device_id',
    {
      schema: {
        tags,
        summary: 'Change a device',
        params: DeviceParams,
        body: body.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const owner = owned(request.caller, request.params.id)
      const now = clock.now()
      const { bucket, accountId, actor } = request.caller
      const row = await request.write(async (connection) => {
        await lockRecipient(connection, ...owner)
        const devices = await listDevices(connection, ...owner)
        const existing = devices.find(({ id }) => id === request.params.device_id)
        if (existing === undefined) throw new ApiError('not_found')
        const device = merge(existing, readBody(request, body, deviceView(existing)))
        refuseDouble(devices, existing, device)
        const { platform, token, subscription } = device
        const json = subscription && JSON.stringify(subscription)
        const [changed] = await updateDevice(connection, ...owner, existing.id, platform, token, json, isoTime(now))
        const target = `notification_user:${request.params.id}`
        const about = { action: 'notification_user.address_changed', target, details: { changed: ['device'] } }
        if (!isSame(existing, device))
          await recordAudit(connection, [{ bucket, accountId, actor, at: now, origin: request.ip, ...about }])
        return changed!
      })
      return { device: deviceView(row) }
    },
  )

  app.delete(
    '/api/v1/notification_users/:id/devices/:device_id',
    { schema: { tags, summary: 'Remove a device', params: DeviceParams } },
    async (request, reply) => {
      const owner = owned(request.caller, request.params.id)
      const gone = await request.write((tx) => deleteDevice(tx, ...owner, request.params.device_id))
      if (gone.length === 0) throw new ApiError('not_found')
      return reply.code(204).send()
    },
  )
}

/** Throws 422 if another device has the token. It would get each message twice. */
function refuseDouble(devices: readonly DeviceRow[], { id }: DeviceRow, device: DeviceFields): void {
  const other = devices.find((row) => row.id !== id && isSame(row, device))
  if (other === undefined) return
  const field = device.token === null ? 'subscription' : 'token'
  throw invalid({ [field]: [`is already that of device ${other.id} of this user: delete one of the two`] })
}

async function storeDevice(
  connection: Connection,
  owner: readonly [number, number, number],
  device: DeviceFields,
  now: string,
): Promise<{ created: boolean; row: DeviceRow }> {
  const { platform, token } = device
  const subscription = device.subscription && JSON.stringify(device.subscription)
  const devices = await listDevices(connection, ...owner)
  const same = devices.find((row) => isSame(row, device))
  if (same !== undefined) {
    const [row] = await updateDevice(connection, ...owner, same.id, platform, token, subscription, now)
    return { created: false, row: row! }
  }
  if (devices.length >= DEVICES_MAX) {
    const [, , recipientId] = owner
    const call = `DELETE /api/v1/notification_users/${recipientId}/devices/{device_id}`
    throw limitReached('devices of this user', DEVICES_MAX, `remove one first, with ${call}`)
  }
  const [row] = await insertDevice(connection, ...owner, platform, token, subscription, now)
  return { created: true, row: row! }
}
