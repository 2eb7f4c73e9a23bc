/** Expo's push service: docs.expo.dev/push-notifications/sending-notifications. */
import { randomUUID } from 'node:crypto'
import { createChecks, startVendorServer, TAKES_ALL, textOf } from './vendor.ts'
import type { Vendor, VendorResponse, VendorMode, VendorSend } from './vendor.ts'

const ACCESS_TOKEN = 'expo-access-token-0123456789'

/** Expo's response for one refused message. */
export function ticketError(error: string, message: string): VendorResponse {
  return { status: 200, body: { data: [{ status: 'error', message, details: { error } }] } }
}

const requestError = (status: number, code: string, message: string): VendorResponse => ({
  status,
  body: { errors: [{ code, message }] },
})

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return requestError(429, 'TOO_MANY_REQUESTS', 'Too many requests')
    case 'unavailable':
      return requestError(503, 'SERVICE_UNAVAILABLE', 'Try again')
    case 'refuse':
      return requestError(400, 'VALIDATION_ERROR', '"title" must be a string')
    case 'refuse_address':
      return ticketError('DeviceNotRegistered', 'is not a registered push notification recipient')
    case 'unauthorized':
      return requestError(401, 'UNAUTHORIZED', 'The bearer token is invalid')
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

export interface ExpoVendor extends Vendor {
  /** Scripted responses to the next requests, in order. */
  responses: VendorResponse[]
}

export async function startExpo(): Promise<ExpoVendor> {
  const { violations, expect } = createChecks()

  function take(message: any): VendorSend {
    expect(/^ExponentPushToken\[\w+\]$/.test(message.to), 'to is a token')
    expect(Buffer.byteLength(JSON.stringify([message.title, message.body, message.data])) <= 4096, 'at most 4096 bytes')
    expect(Number.isInteger(message.ttl) && message.priority === 'high', 'ttl and priority')
    return {
      reference: textOf(message.data.delivery_id),
      providerMessageId: randomUUID(),
      to: textOf(message.to),
      subject: textOf(message.title),
      text: textOf(message.body),
      html: null,
      repetitionKey: textOf(message.tag),
      request: message,
    }
  }

  const server = await startVendorServer(async ({ method, path, headers, body }) => {
    if (method !== 'POST' || path !== '/--/api/v2/push/send') return requestError(404, 'NOT_FOUND', 'Not found')
    if (headers.authorization !== `Bearer ${ACCESS_TOKEN}`) return refusalOf('unauthorized')
    expect(headers['content-type'] === 'application/json', 'content-type is application/json')
    const scripted = vendor.responses.shift()
    if (scripted !== undefined) return scripted
    const [message, ...more] = JSON.parse(body.toString())
    expect(more.length === 0, 'one message')
    if (message.to === 'ExponentPushToken[TidingsConnectionTest]') return refusalOf('refuse_address')
    const mode = vendor.modeOf(textOf(message.to))
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    const send = take(message)
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    if (mode === 'accept_and_hang_up') return null
    return { status: 200, body: { data: [{ status: 'ok', id: send.providerMessageId }] } }
  })

  const vendor: ExpoVendor = {
    ...TAKES_ALL,
    name: 'expo',
    channelType: 'push',
    urls: { expo: server.url },
    settings: { access_token: ACCESS_TOKEN },
    sends: [],
    violations,
    callbacks: null,
    responses: [],
    close: () => server.close(),
  }
  return vendor
}
