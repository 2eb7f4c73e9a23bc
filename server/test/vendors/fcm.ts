/**
 * Google: the token endpoint for service accounts (developers.google.com/identity/protocols/oauth2/service-account) and
 * FCM HTTP v1 (firebase.google.com/docs/reference/fcm/rest/v1).
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { readJwt } from '../jwt.ts'
import { createChecks, startVendorServer, TAKES_ALL, textOf } from './vendor.ts'
import type { Vendor, VendorResponse, VendorMode, VendorRequest, VendorSend } from './vendor.ts'

const PROJECT = 'shop-12345'
const CLIENT_EMAIL = 'tidings@shop-12345.iam.gserviceaccount.com'
const HOUR_S = 3600
const FCM_INVALID = 'INVALID_ARGUMENT'
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'

/** An error of FCM. `errorCode`: FCM's own code, besides the general status. */
export function fcmError(code: number, status: string, message: string, errorCode: string | null): VendorResponse {
  const details = errorCode === null ? [] : [{ '@type': FCM_ERROR, errorCode }]
  return { status: code, body: { error: { code, message, status, details } } }
}

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return fcmError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for sending messages per minute', 'QUOTA_EXCEEDED')
    case 'unavailable':
      return fcmError(503, 'UNAVAILABLE', 'The service is currently unavailable.', 'UNAVAILABLE')
    case 'refuse':
      return fcmError(400, 'INVALID_ARGUMENT', "Invalid value at 'message.data[0].value'", null)
    case 'refuse_address':
      return fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED')
    case 'unauthorized':
      return fcmError(403, 'PERMISSION_DENIED', "Permission 'cloudmessaging.messages.create' denied", null)
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

export interface FcmVendor extends Vendor {
  /** Issued tokens, oldest first. */
  accessTokens: string[]
  /** Issued tokens no longer accepted. */
  revoked: Set<string>
  /** Scripted responses of the token endpoint and of FCM, in order. */
  tokenResponses: VendorResponse[]
  responses: VendorResponse[]
}

export async function startFcm(): Promise<FcmVendor> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { violations, expect } = createChecks()

  async function giveToken({ headers, body }: VendorRequest): Promise<VendorResponse> {
    const form = new URLSearchParams(body.toString())
    expect(headers['content-type'] === 'application/x-www-form-urlencoded', 'the token request is a form')
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const read = await readJwt('RS256', { spki }, form.get('assertion') ?? '').catch(() => null)
    if (read === null)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
    const { iss, scope, aud, iat, exp } = read.claims
    expect(iss === CLIENT_EMAIL, 'iss is the service account')
    expect(
      String(scope).split(' ').includes('https://www.googleapis.com/auth/firebase.messaging'),
      'scope is messaging',
    )
    expect(aud === 'https://oauth2.googleapis.com/token', 'aud is the token endpoint')
    const nowS = Date.now() / 1000
    const isTimely = Number(iat) <= nowS + 1 && Number(exp) > nowS && Number(exp) - Number(iat) <= HOUR_S
    if (!isTimely) return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT' } }
    const token = `ya29.${randomUUID()}`
    vendor.accessTokens.push(token)
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  }

  function take(body: Buffer): VendorSend {
    const { message, ...rest } = JSON.parse(body.toString())
    expect(Object.keys(rest).length === 0, 'nothing beside the message')
    const { token, notification, data, android } = message
    expect(
      Object.values(data).every((value) => typeof value === 'string'),
      'data are texts',
    )
    expect(
      !Object.keys(data).some((key) => /^(from|message_type|gcm.*|google.*)$/.test(key)),
      'no reserved key in data',
    )
    expect(Buffer.byteLength(JSON.stringify({ notification, data })) <= 4096, 'at most 4096 bytes')
    expect(/^\d+s$/.test(android.ttl), 'ttl is a duration')
    return {
      reference: textOf(data.delivery_id),
      providerMessageId: `projects/${PROJECT}/messages/0:${Date.now()}%${randomUUID().slice(0, 8)}`,
      to: textOf(token),
      subject: textOf(notification.title),
      text: textOf(notification.body),
      html: null,
      repetitionKey: textOf(android.notification.tag),
      request: message,
    }
  }

  async function receive({ headers, body }: VendorRequest): Promise<VendorResponse | null> {
    const scripted = vendor.responses.shift()
    if (scripted !== undefined) return scripted
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!vendor.accessTokens.includes(token) || vendor.revoked.has(token))
      return fcmError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', null)
    expect(headers['content-type'] === 'application/json', 'content-type is application/json')
    const send = take(body)
    if (send.to === 'tidings-connection-test')
      return fcmError(
        400,
        'INVALID_ARGUMENT',
        'The registration token is not a valid FCM registration token',
        FCM_INVALID,
      )
    const mode = vendor.modeOf(send.to)
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    return mode === 'accept_and_hang_up' ? null : { status: 200, body: { name: send.providerMessageId } }
  }

  const server = await startVendorServer(async (request) => {
    const { method, path } = request
    if (method === 'POST' && path === '/token') return vendor.tokenResponses.shift() ?? giveToken(request)
    if (method === 'POST' && path === `/v1/projects/${PROJECT}/messages:send`) return receive(request)
    return fcmError(404, 'NOT_FOUND', 'Not found', null)
  })

  const vendor: FcmVendor = {
    ...TAKES_ALL,
    name: 'fcm',
    channelType: 'push',
    urls: { fcm: server.url, google_oauth: server.url },
    settings: {
      service_account: JSON.stringify({
        type: 'service_account',
        project_id: PROJECT,
        private_key_id: 'f00dcafe',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        client_email: CLIENT_EMAIL,
        token_uri: 'https://oauth2.googleapis.com/token',
      }),
    },
    sends: [],
    violations,
    callbacks: null,
    accessTokens: [],
    revoked: new Set(),
    tokenResponses: [],
    responses: [],
    close: () => server.close(),
  }
  return vendor
}
