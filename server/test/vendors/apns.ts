/**
 * Apple Push Notification service: HTTP/2 over TLS with provider tokens, headers and reasons from Apple's documentation
 * (developer.apple.com/documentation/usernotifications: sending notification requests, handling responses).
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { readJwt } from '../jwt.ts'
import type { Certificate } from '../certificates.ts'
import { createChecks, TAKES_ALL } from './vendor.ts'
import type { Vendor, VendorMode, VendorSend } from './vendor.ts'

const KEY_ID = 'ABC123DEFG'
const TEAM_ID = 'DEF123GHIJ'
const BUNDLE_ID = 'com.example.shop'
const HOUR_S = 3600

interface Refusal {
  status: number
  reason: string
  timestamp?: number
}

function refusalOf(mode: VendorMode): Refusal | null {
  switch (mode) {
    case 'rate_limit':
      return { status: 429, reason: 'TooManyRequests' }
    case 'unavailable':
      return { status: 503, reason: 'ServiceUnavailable' }
    case 'refuse':
      return { status: 400, reason: 'BadTopic' }
    case 'refuse_address':
      return { status: 410, reason: 'Unregistered', timestamp: Date.now() }
    case 'unauthorized':
      return { status: 403, reason: 'InvalidProviderToken' }
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

export interface ApnsVendor extends Vendor {
  /** Open connections, oldest first. */
  sessions: ServerHttp2Session[]
  /** The provider token of each request. */
  tokens: string[]
  /** Scripted refusals of the next requests, in order. */
  refusals: Refusal[]
  /** If true, pushes are accepted without a response. */
  silent: boolean
}

export async function startApns(certificate: Certificate): Promise<ApnsVendor> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { violations, expect } = createChecks()
  const sessions: ServerHttp2Session[] = []

  async function tokenRefusal(authorization: string): Promise<Refusal | null> {
    const token = /^bearer (\S+)$/.exec(authorization)?.[1]
    if (token === undefined) return { status: 403, reason: 'MissingProviderToken' }
    vendor.tokens.push(token)
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const read = await readJwt('ES256', { spki }, token).catch(() => null)
    const isOurs = read !== null && read.header['kid'] === KEY_ID && read.claims['iss'] === TEAM_ID
    if (!isOurs) return { status: 403, reason: 'InvalidProviderToken' }
    const ageS = Date.now() / 1000 - Number(read.claims['iat'])
    return ageS > HOUR_S || ageS < -1 ? { status: 403, reason: 'ExpiredProviderToken' } : null
  }

  function requestRefusal(headers: IncomingHttpHeaders, body: Buffer): Refusal | null {
    if (headers[':method'] !== 'POST') return { status: 405, reason: 'MethodNotAllowed' }
    const path = String(headers[':path'])
    if (!/^\/3\/device\/[0-9a-f]{8,200}$/.test(path) || /\/0+$/.test(path))
      return { status: 400, reason: 'BadDeviceToken' }
    if (headers['apns-topic'] !== BUNDLE_ID) return { status: 400, reason: 'BadTopic' }
    if (headers['apns-push-type'] !== 'alert') return { status: 400, reason: 'InvalidPushType' }
    if (Buffer.byteLength(String(headers['apns-collapse-id'] ?? '')) > 64)
      return { status: 400, reason: 'BadCollapseId' }
    if (body.length > 4096) return { status: 413, reason: 'PayloadTooLarge' }
    return null
  }

  function take(headers: IncomingHttpHeaders, body: Buffer): VendorSend {
    const payload = JSON.parse(body.toString())
    const id = String(headers['apns-id'])
    expect(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id), 'apns-id is a UUID')
    expect(/^(5|10)$/.test(String(headers['apns-priority'])), 'apns-priority is 5 or 10')
    const expiresInS = Number(headers['apns-expiration']) - Date.now() / 1000
    expect(expiresInS > 0 && expiresInS <= 30 * 24 * HOUR_S, 'apns-expiration is within 30 days')
    return {
      reference: payload.delivery_id,
      providerMessageId: id,
      to: String(headers[':path']).split('/').at(-1)!,
      subject: payload.aps.alert.title,
      text: payload.aps.alert.body,
      html: null,
      repetitionKey: String(headers['apns-collapse-id']),
      request: { headers, payload },
    }
  }

  async function respond(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const body = Buffer.concat((await stream.toArray()) as Buffer[])
    const refuse = ({ status, ...fields }: Refusal): void => {
      stream.respond({ ':status': status, 'apns-id': String(headers['apns-id'] ?? randomUUID()) })
      stream.end(JSON.stringify(fields))
    }
    const refusal =
      vendor.refusals.shift() ?? (await tokenRefusal(headers.authorization ?? '')) ?? requestRefusal(headers, body)
    if (refusal !== null) return refuse(refusal)
    const send = take(headers, body)
    const mode = vendor.modeOf(send.to)
    const told = refusalOf(mode)
    if (told !== null) return refuse(told)
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    if (mode === 'accept_and_hang_up') stream.session!.destroy()
    if (vendor.silent || stream.destroyed) return
    stream.respond({ ':status': 200, 'apns-id': send.providerMessageId })
    stream.end()
  }

  const server = createSecureServer({ ...certificate, allowHTTP1: false, minVersion: 'TLSv1.2' })
  server.on('session', (session) => {
    sessions.push(session)
    session.on('error', () => {})
    session.on('close', () => sessions.splice(sessions.indexOf(session), 1))
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    void respond(stream, headers).catch((error: unknown) => violations.push(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`

  const vendor: ApnsVendor = {
    ...TAKES_ALL,
    name: 'apns',
    channelType: 'push',
    urls: { apns: url },
    settings: {
      key_id: KEY_ID,
      team_id: TEAM_ID,
      bundle_id: BUNDLE_ID,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    sends: [],
    violations,
    callbacks: null,
    sessions,
    tokens: [],
    refusals: [],
    silent: false,
    async close() {
      for (const session of sessions) session.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return vendor
}
