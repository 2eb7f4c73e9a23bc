/**
 * Amazon SNS messages over HTTPS. The message itself names the certificate of its signing key
 * (docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). So this fetches only for topics listed in
 * the channel's settings, only from hosts of SNS, and only through the address guard.
 */
import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import type { HttpCall } from '../../platform/outbound/http-client.ts'
import { headerOf } from './callback.ts'
import type { CallbackDependencies, CallbackRequest } from './callback.ts'
import { callHttp, jsonOf, textAt } from './http-call.ts'

/** An AWS region like `eu-central-1`, as part of a regular expression. */
export const AWS_REGION = '[a-z]{2}(-[a-z]+){1,2}-\\d{1,2}'

/** The ARN of a topic, as part of a regular expression. */
export const TOPIC_ARN = `arn:aws(-[a-z]+)*:sns:${AWS_REGION}:\\d{12}:[A-Za-z0-9_-]{1,256}`

const HOST = new RegExp(`^sns\\.(?<region>${AWS_REGION})\\.amazonaws\\.com(\\.cn)?$`)
const CERTIFICATE_PATH = /^\/[A-Za-z0-9._-]{1,200}\.pem$/

const FETCH_TIMEOUT_MS = 10_000
const FETCHED_BYTES_MAX = 16 * 1024

/**
 * SNS retries a message for an hour with the time and signature of the first attempt. A day leaves room for slow
 * retries.
 */
const MESSAGE_AGE_MS_MAX = 86_400_000

const CERTIFICATES_MAX = 20
const CERTIFICATE_KEPT_MS = 86_400_000

/** Public keys by the URL of their certificate, least recently used first. */
const certificates = new BoundedMap<string, { key: KeyObject; fetchedAt: number }>(CERTIFICATES_MAX)

export type SnsMessage =
  | { kind: 'notification'; id: string; message: string }
  | { kind: 'confirmed' }
  /** Needs no action, for example the end of a subscription. */
  | { kind: 'other' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

const SIGNED_FIELDS: Record<string, readonly string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

/**
 * The text that SNS signs: a line with the name and a line with the value of each field. Null if the value is not an
 * SNS message.
 */
export function snsStringToSign(message: unknown): string | null {
  const type = textAt(message, 'Type') ?? ''
  if (!Object.hasOwn(SIGNED_FIELDS, type)) return null
  const given = SIGNED_FIELDS[type]!.map((name) => ({ name, value: textAt(message, name) }))
  // Only the subject is optional.
  if (given.some(({ name, value }) => value === null && name !== 'Subject')) return null
  return given.map(({ name, value }) => (value === null ? '' : `${name}\n${value}\n`)).join('')
}

/** Verifies RSA with SHA-1 (version 1) or SHA-256 (version 2). */
export function isSignedBySns(key: KeyObject, text: string, version: string, signature: string): boolean {
  const algorithm = version === '2' ? 'sha256' : version === '1' ? 'sha1' : null
  if (algorithm === null || key.asymmetricKeyType !== 'rsa') return false
  try {
    return verify(algorithm, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * The parsed URL if its host is SNS in the topic's region, else null. The whole host must match: anybody can create a
 * bucket with the host `sns.s3-us-west-2.amazonaws.com`.
 */
export function snsUrl(text: string | null, topicArn: string): URL | null {
  const url = text === null ? null : URL.parse(text)
  const region = url === null ? undefined : HOST.exec(url.host)?.groups!['region']
  const isRegion = region !== undefined && region === topicArn.split(':')[3]
  const isSns = url !== null && isRegion && url.protocol === 'https:' && url.username + url.password === ''
  // Refuses text that the parser repaired, for example a tab or a backslash.
  return isSns && text!.startsWith(`https://${url.host}/`) ? url : null
}

/** GETs a URL of SNS through the guard, or from the operator's replacement for SNS in `PROVIDER_URLS`. */
async function fetchSns(url: URL, { config, guarded }: CallbackDependencies): Promise<Buffer | null> {
  const base = config.providerUrls.get('sns')
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  const call: HttpCall = { method: 'GET', url: url.href, headers: {}, signal, responseBytesMax: FETCHED_BYTES_MAX }
  const response =
    base === undefined
      ? await guarded.call(call)
      : await callHttp({ ...call, url: `${base}${url.pathname}${url.search}` })
  return response.kind === 'responded' && response.status === 200 ? response.body : null
}

/** The public key of the certificate at a URL of SNS, or null if it could not be fetched or is not valid now. */
async function keyAt(url: URL, dependencies: CallbackDependencies): Promise<KeyObject | null> {
  const now = dependencies.clock.wall()
  const name = `${dependencies.config.providerUrls.get('sns') ?? ''} ${url.href}`
  const kept = certificates.get(name)
  if (kept !== undefined && now - kept.fetchedAt < CERTIFICATE_KEPT_MS) {
    certificates.set(name, kept)
    return kept.key
  }
  const key = readCertificate(await fetchSns(url, dependencies), now)
  if (key === null) return null
  certificates.set(name, { key, fetchedAt: now })
  return key
}

function readCertificate(pem: Buffer | null, now: number): KeyObject | null {
  if (pem === null) return null
  try {
    const certificate = new X509Certificate(pem)
    const isValid = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
    return isValid ? createPublicKey(pem) : null
  } catch {
    return null
  }
}

const refused = (reason: string): SnsMessage => ({ kind: 'refused', reason })

/**
 * Verifies a message to one of the topics. Confirms a subscription if the message asks for it. Until the signature is
 * verified, only the URL of the signing certificate is used from the message.
 */
export async function readSns(
  request: CallbackRequest,
  topicArns: readonly string[],
  dependencies: CallbackDependencies,
): Promise<SnsMessage> {
  if (headerOf(request, 'x-amz-sns-rawdelivery') === 'true') return refused('raw message delivery is not signed')
  // Checked before parsing the body, and compared with the body's own topic below.
  const topicArn = headerOf(request, 'x-amz-sns-topic-arn')
  if (topicArn === null || !topicArns.includes(topicArn)) return refused('the topic is not one of topic_arns')
  const message = jsonOf(request.body)
  const text = snsStringToSign(message)
  if (text === null) return refused('it is not an SNS message')
  if (textAt(message, 'TopicArn') !== topicArn) return refused('the topic differs from the header')
  const age = request.receivedAt - Date.parse(textAt(message, 'Timestamp')!)
  if (!(Math.abs(age) <= MESSAGE_AGE_MS_MAX)) return refused('it is too old')
  const certificateUrl = snsUrl(textAt(message, 'SigningCertURL'), topicArn)
  if (certificateUrl === null || !CERTIFICATE_PATH.test(certificateUrl.pathname) || certificateUrl.search !== '')
    return refused('the certificate is not from SNS')
  const key = await keyAt(certificateUrl, dependencies)
  if (key === null) return { kind: 'unavailable', reason: 'the certificate could not be read' }
  const version = textAt(message, 'SignatureVersion') ?? ''
  if (!isSignedBySns(key, text, version, textAt(message, 'Signature') ?? '')) return refused('the signature is wrong')
  return readVerified(message, topicArn, dependencies)
}

async function readVerified(
  message: unknown,
  topicArn: string,
  dependencies: CallbackDependencies,
): Promise<SnsMessage> {
  switch (textAt(message, 'Type')) {
    case 'Notification':
      return { kind: 'notification', id: textAt(message, 'MessageId')!, message: textAt(message, 'Message')! }
    case 'SubscriptionConfirmation': {
      const url = snsUrl(textAt(message, 'SubscribeURL'), topicArn)
      if (url === null) return refused('the confirmation address is not from SNS')
      const response = await fetchSns(url, dependencies)
      return response === null
        ? { kind: 'unavailable', reason: 'the subscription could not be confirmed' }
        : { kind: 'confirmed' }
    }
    default:
      return { kind: 'other' }
  }
}
