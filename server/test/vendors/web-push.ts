/**
 * A browser vendor's push service (RFC 8030) with its browsers. It checks each push against the RFCs, and decrypts it
 * with the subscription's keys by WebCrypto.
 */
import { webcrypto } from 'node:crypto'
import { createServer } from 'node:https'
import { readJwt } from '../jwt.ts'
import { serveVendor } from './serve.ts'
import type { VendorResponse, VendorServer } from './serve.ts'
import { TAKES_ALL } from './vendor.ts'
import type { Vendor, VendorMode } from './vendor.ts'
import type { Certificate } from '../certificates.ts'

const { subtle } = webcrypto
const ECDH_P256 = { name: 'ECDH', namedCurve: 'P-256' }
const DAY_S = 86_400

export interface Browser {
  /** The result of `pushManager.subscribe` in the page. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypted pushes. */
  received: { text: string; ttl: string; topic: string; urgency: string }[]
}

const REFUSALS: Record<VendorMode, VendorResponse | null> = {
  accept: null,
  accept_and_hang_up: null,
  rate_limit: { status: 429, headers: { 'retry-after': '7' } },
  unavailable: { status: 503 },
  refuse: { status: 400, body: '{"reason":"BadTtl"}' },
  refuse_address: { status: 410 },
  unauthorized: { status: 403, body: '{"reason":"BadJwtToken"}' },
}

export interface PushService extends VendorServer, Pick<Vendor, 'modeOf' | 'onAccepted' | 'sends'> {
  /** Adds a browser subscribed with this application server key. */
  subscribe(applicationServerKey: string): Promise<Browser>
}

const derive = async (
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
) => {
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
}

/** Decrypts a push like a browser: RFC 8291 and RFC 8188 in one record. Throws if any part is wrong. */
export async function decryptPush(
  body: Uint8Array,
  keys: { privateKey: webcrypto.CryptoKey; publicKey: Uint8Array; auth: Uint8Array },
): Promise<string> {
  const bytes = Uint8Array.from(body)
  const salt = bytes.slice(0, 16)
  const keyLength = bytes[20]!
  const senderKey = bytes.slice(21, 21 + keyLength)
  const record = bytes.slice(21 + keyLength)
  const recordSize = new DataView(bytes.buffer).getUint32(16)
  if (record.length > recordSize) throw new Error('More than one record')
  const sender = await subtle.importKey('raw', senderKey, ECDH_P256, false, [])
  const shared = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: sender }, keys.privateKey, 256))
  const keyInfo = Uint8Array.from([...Buffer.from('WebPush: info\0'), ...keys.publicKey, ...senderKey])
  const inputKey = await derive(shared, Uint8Array.from(keys.auth), keyInfo, 32)
  const contentKey = await derive(inputKey, salt, Uint8Array.from(Buffer.from('Content-Encoding: aes128gcm\0')), 16)
  const iv = await derive(inputKey, salt, Uint8Array.from(Buffer.from('Content-Encoding: nonce\0')), 12)
  const key = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
  const plain = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, key, record))
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('The last record has no delimiter')
  return Buffer.from(plain.subarray(0, end)).toString()
}

interface Subscriber {
  browser: Browser
  applicationServerKey: string
  keys: { privateKey: webcrypto.CryptoKey; publicKey: Uint8Array; auth: Uint8Array }
}

/** `name`: the host name in the certificate and in the subscriptions. */
export async function startPushService(certificate: Certificate, name: string): Promise<PushService> {
  const subscribers = new Map<string, Subscriber>()

  async function refusalOf(authorization: string, subscriber: Subscriber): Promise<string | null> {
    const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
    if (token === undefined || key === undefined) return 'no vapid authorization'
    if (key !== subscriber.applicationServerKey) return 'another key than that of the subscription'
    const { claims } = await readJwt('ES256', { raw: Buffer.from(key, 'base64url') }, token)
    const secondsLeft = Number(claims['exp']) - Date.now() / 1000
    if (secondsLeft <= 0 || secondsLeft > DAY_S) return 'exp'
    if (claims['aud'] !== `https://${name}:${server.port}`) return 'aud'
    return /^(mailto:|https:)/.test(String(claims['sub'])) ? null : 'sub'
  }

  const server = await serveVendor(
    (listener) => createServer(certificate, listener),
    async ({ method, url, headers, body }) => {
      const subscriber = subscribers.get(url)
      if (method !== 'POST' || subscriber === undefined) return { status: 404 }
      const refusal = await refusalOf(headers.authorization ?? '', subscriber).catch(String)
      if (refusal !== null) return { status: 403, body: JSON.stringify({ reason: refusal }) }
      const { ttl, topic = '', urgency = '' } = headers as Record<string, string | undefined>
      if (!/^\d+$/.test(ttl ?? '')) return { status: 400, body: '{"reason":"ttl"}' }
      if (!/^[\w-]{0,32}$/.test(topic)) return { status: 400, body: '{"reason":"topic"}' }
      if (headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
      if (body.length > 4096) return { status: 413 }
      const text = await decryptPush(body, subscriber.keys)
      const mode = service.modeOf(url)
      const told = REFUSALS[mode]
      if (told !== null) return told
      subscriber.browser.received.push({ text, ttl: ttl!, topic, urgency })
      const location = `https://${name}:${server.port}/message/${server.requests.length}`
      const payload = JSON.parse(text)
      const { title, body: shown, data } = payload.notification ?? payload
      const texts = { subject: title, text: shown, html: null, repetitionKey: topic }
      const send = { reference: data.delivery_id, providerMessageId: location, to: url, ...texts }
      service.sends.push(send)
      await service.onAccepted(send)
      return mode === 'accept_and_hang_up' ? { fault: 'reset', after: true } : { status: 201, headers: { location } }
    },
  )

  const service: PushService = Object.assign(server, {
    ...TAKES_ALL,
    sends: [],
    async subscribe(applicationServerKey: string): Promise<Browser> {
      const pair = await subtle.generateKey(ECDH_P256, false, ['deriveBits'])
      const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
      const auth = webcrypto.getRandomValues(new Uint8Array(16))
      const path = `/push/${subscribers.size + 1}`
      const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
      const keys = { p256dh: base64url(publicKey), auth: base64url(auth) }
      const browser = { subscription: { endpoint: `https://${name}:${server.port}${path}`, keys }, received: [] }
      subscribers.set(path, { browser, applicationServerKey, keys: { privateKey: pair.privateKey, publicKey, auth } })
      return browser
    },
  })
  return service
}
