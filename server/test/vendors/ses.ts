/** Amazon SES with API v2, and Amazon SNS for its events (see core/providers/ses.ts and core/providers/sns.ts). */
import { createHash, createHmac, randomBytes, randomUUID, sign } from 'node:crypto'
import { generate } from 'selfsigned'
import { createChecks, forged, startVendorServer, TAKES_ALL, textOf } from './vendor.ts'
import type { CallbackPost, Vendor, VendorResponse, VendorMode, VendorRequest, VendorSend } from './vendor.ts'

const ACCESS_KEY_ID = 'AKIDEXAMPLEAKIDEXAMPLE'
const SECRET_ACCESS_KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const REGION = 'eu-central-1'
const TOPIC_ARN = `arn:aws:sns:${REGION}:123456789012:ses-events`

const error = (status: number, type: string, message: string): VendorResponse => ({
  status,
  headers: { 'x-amzn-errortype': type },
  body: { message },
})

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return error(429, 'TooManyRequestsException', 'Maximum sending rate exceeded.')
    case 'unavailable':
      return error(500, 'InternalFailure', 'The request processing has failed because of an unknown error.')
    case 'refuse':
      return error(400, 'MessageRejected', 'Email address is not verified: shop@example.com')
    case 'refuse_address':
      return error(400, 'BadRequestException', "Missing final '@domain'")
    case 'unauthorized':
      return error(403, 'InvalidSignatureException', 'The request signature we calculated does not match.')
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

/** True if the request has a valid signature by the shared key, as documented. */
function isSigned({ method, path, headers, body }: VendorRequest): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/ses\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/
  const [, keyId, day, region, names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const time = textOf(headers['x-amz-date'])
  const isNow = Math.abs(Date.now() - Date.parse(time.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5'))) < 300_000
  if (keyId !== ACCESS_KEY_ID || region !== REGION || !time.startsWith(`${day}T`) || !isNow) return false
  const lines = names.split(';').map((name) => `${name}:${textOf(headers[name])}`)
  if (!names.split(';').includes('host')) return false
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const request = `${method}\n${path}\n\n${lines.join('\n')}\n\n${names}\n${bodyHash}`
  const scope = `${day}/${region}/ses/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash('sha256').update(request).digest('hex')}`
  let key = createHmac('sha256', `AWS4${SECRET_ACCESS_KEY}`).update(day!).digest()
  for (const part of [REGION, 'ses', 'aws4_request']) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

export interface SesVendor extends Vendor {
  /** The first message of a subscription, with its confirmation URL. */
  subscription(url: string, options?: { subscribeUrl?: string; topicArn?: string }): CallbackPost
  /** A correctly signed notification with these fields replaced. */
  notification(url: string, fields: Record<string, string>): CallbackPost
  /** Paths requested from SNS. */
  fetched: string[]
  /** If true, SNS does not respond. */
  snsAway: boolean
}

/** A mail with attachments is MIME, and tests read it from the request. */
const OF_RAW = {
  Subject: { Data: '' },
  Body: { Text: { Data: '' } },
  Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
}

export async function startSes(signatureVersion: '1' | '2' = '2'): Promise<SesVendor> {
  const { violations, expect } = createChecks()
  const certificate = await generate([{ name: 'commonName', value: 'sns.amazonaws.com' }], {
    keyType: 'rsa',
    keySize: 2048,
  })
  const certificatePath = `/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`
  const snsOrigin = `https://sns.${REGION}.amazonaws.com`

  function take(body: Buffer): VendorSend {
    const mail = JSON.parse(body.toString())
    const { Subject, Body, Headers } = mail.Content.Simple ?? OF_RAW
    const to = mail.Destination.ToAddresses
    expect(to.length === 1, 'one recipient')
    expect(/^[\u0020-\u007e]+$/.test(mail.FromEmailAddress), 'the sender is ASCII')
    expect(
      mail.EmailTags.every(({ Name, Value }: any) => /^[\w-]{1,256}$/.test(Name) && /^[\w-]{1,256}$/.test(Value)),
      'tags of letters, digits, underscores and dashes',
    )
    expect(
      Headers.every(({ Name, Value }: any) => /^[!-9;-~]{1,126}$/.test(Name) && Value.length <= 870),
      'headers as SES takes them',
    )
    const automatic = Headers.find(({ Name }: any) => Name === 'Auto-Submitted')
    expect(automatic?.Value === 'auto-generated', 'our header fields are in the mail')
    expect(mail.ConfigurationSetName === 'tidings', 'the configuration set is named')
    return {
      reference: textOf(mail.EmailTags.find((tag: any) => tag.Name === 'tidings_delivery')?.Value),
      providerMessageId: `0107${randomUUID()}-000000`,
      to: to[0],
      subject: Subject.Data,
      text: Body.Text.Data,
      html: Body.Html?.Data ?? null,
      repetitionKey: null,
      request: mail,
    }
  }

  const ses = await startVendorServer(async (request) => {
    const isRead = request.method === 'GET' && request.path === '/v2/email/account'
    if (!isRead && (request.method !== 'POST' || request.path !== '/v2/email/outbound-emails')) return { status: 404 }
    expect(isRead || request.headers['content-type'] === 'application/json', 'content-type is application/json')
    if (!isSigned(request)) return refusalOf('unauthorized')
    // The user of the settings may only send.
    if (isRead) return error(403, 'AccessDeniedException', 'User is not authorized to perform: ses:GetAccount')
    const send = take(request.body)
    const mode = vendor.modeOf(send.to)
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    return mode === 'accept_and_hang_up' ? null : { status: 200, body: { MessageId: send.providerMessageId } }
  })

  const sns = await startVendorServer(async ({ method, path }) => {
    vendor.fetched.push(path)
    if (vendor.snsAway || method !== 'GET') return null
    if (path === certificatePath) return { status: 200, text: certificate.cert }
    return path.startsWith('/?Action=ConfirmSubscription&')
      ? { status: 200, text: '<ConfirmSubscriptionResponse/>' }
      : { status: 404 }
  })

  /** An SNS message: first the signed fields, then the others. */
  function message(url: string, type: string, fields: [name: string, value: string][]): CallbackPost {
    const text = fields.map(([name, value]) => `${name}\n${value}\n`).join('')
    const algorithm = signatureVersion === '2' ? 'sha256' : 'sha1'
    const Signature = sign(algorithm, Buffer.from(text), certificate.private).toString('base64')
    const body = JSON.stringify({
      ...Object.fromEntries(fields),
      ...{ SignatureVersion: signatureVersion, Signature, SigningCertURL: `${snsOrigin}${certificatePath}` },
      UnsubscribeURL: `${snsOrigin}/?Action=Unsubscribe&SubscriptionArn=${TOPIC_ARN}:1`,
    })
    const topicArn = Object.fromEntries(fields)['TopicArn']!
    const headers = {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': type,
      'x-amz-sns-topic-arn': topicArn,
    }
    return { url, headers, body }
  }

  const time = (ageMs = 0) => new Date(Date.now() - ageMs).toISOString()

  function notification(url: string, fields: Record<string, string>): CallbackPost {
    const all: [name: string, value: string][] = [
      ['Message', '{}'],
      ['MessageId', randomUUID()],
      ['Subject', 'Amazon SES Email Event Notification'],
      ['Timestamp', time()],
      ['TopicArn', TOPIC_ARN],
      ['Type', 'Notification'],
    ]
    return message(
      url,
      'Notification',
      all.map(([name, value]) => [name, fields[name] ?? value]),
    )
  }

  function report(eventType: string, details: (send: VendorSend) => object, ageMs = 0) {
    return (send: VendorSend, url: string): CallbackPost => {
      const mail = {
        ...{ timestamp: time(ageMs), source: 'Shop <shop@example.com>', sendingAccountId: '123456789012' },
        ...{ messageId: send.providerMessageId, destination: [send.to], headersTruncated: false, headers: [] },
        commonHeaders: { subject: send.subject },
        tags: { 'ses:configuration-set': ['tidings'], tidings_delivery: [send.reference] },
      }
      const Message = JSON.stringify({ eventType, mail, ...details(send) })
      return notification(url, { Message, Timestamp: time(ageMs) })
    }
  }

  const delivery = () => ({ delivery: { timestamp: time(), processingTimeMillis: 500, smtpResponse: '250 ok' } })
  const vendor: SesVendor = {
    ...TAKES_ALL,
    name: 'ses',
    channelType: 'email',
    urls: { ses: ses.url, sns: sns.url },
    settings: {
      access_key_id: ACCESS_KEY_ID,
      secret_access_key: SECRET_ACCESS_KEY,
      region: REGION,
      from: 'Geschäft Österreich <shop@example.com>',
      configuration_set: 'tidings',
      topic_arns: `arn:aws:sns:${REGION}:123456789012:other, ${TOPIC_ARN}`,
    },
    sends: [],
    violations,
    fetched: [],
    snsAway: false,
    notification,
    subscription(url, { subscribeUrl, topicArn = TOPIC_ARN } = {}) {
      const confirm = subscribeUrl ?? `${snsOrigin}/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=2336412f`
      return message(url, 'SubscriptionConfirmation', [
        ['Message', `You have chosen to subscribe to the topic ${TOPIC_ARN}.`],
        ['MessageId', randomUUID()],
        ['SubscribeURL', confirm],
        ['Timestamp', time()],
        ['Token', '2336412f'],
        ['TopicArn', topicArn],
        ['Type', 'SubscriptionConfirmation'],
      ])
    },
    callbacks: {
      of: {
        delivered: report('Delivery', delivery),
        opened: report('Open', () => ({
          open: { timestamp: time(), userAgent: 'Mozilla/5.0', ipAddress: '203.0.113.9' },
        })),
        bounced: report('Bounce', (send) => ({
          bounce: {
            ...{ bounceType: 'Permanent', bounceSubType: 'General', timestamp: time(), feedbackId: randomUUID() },
            bouncedRecipients: [
              {
                ...{ emailAddress: send.to, action: 'failed', status: '5.1.1' },
                diagnosticCode: 'smtp; 550 5.1.1 user unknown',
              },
            ],
          },
        })),
        failed: report('Reject', () => ({ reject: { reason: 'Bad content' } })),
        complaint: report('Complaint', (send) => ({
          complaint: {
            ...{ complainedRecipients: [{ emailAddress: send.to }], timestamp: time(), feedbackId: randomUUID() },
            ...{ complaintFeedbackType: 'abuse' },
          },
        })),
      },
      forgeries({ url, headers, body }) {
        const changed = (fields: object) => ({ url, headers, body: JSON.stringify({ ...JSON.parse(body), ...fields }) })
        const { Signature, Timestamp } = JSON.parse(body)
        const certificates = [
          'https://sns.example.com/SimpleNotificationService-1.pem',
          `https://sns.x.amazonaws.com.evil.com${certificatePath}`,
          `http://sns.${REGION}.amazonaws.com${certificatePath}`,
          `https://sns.s3-us-west-2.amazonaws.com${certificatePath}`,
          `https://sns.us-east-1.amazonaws.com${certificatePath}`,
          `${snsOrigin}:444${certificatePath}`,
          `https://a@sns.${REGION}.amazonaws.com${certificatePath}`,
          `${snsOrigin}${certificatePath}?x=.pem`,
          'https://127.0.0.1/SimpleNotificationService-1.pem',
          'text',
        ]
        return [
          changed({ Message: '{}' }),
          changed({ MessageId: randomUUID() }),
          changed({ Subject: 'Another' }),
          changed({ Timestamp: Timestamp.replace(/.Z$/, (last: string) => (last === '0Z' ? '1Z' : '0Z')) }),
          changed({ Signature: forged(Signature) }),
          changed({ Signature: '' }),
          changed({ SignatureVersion: signatureVersion === '1' ? '2' : '1' }),
          changed({ SignatureVersion: '3' }),
          changed({ Type: 'SubscriptionConfirmation' }),
          { url, headers: { ...headers, 'x-amz-sns-topic-arn': '' }, body },
          { url, headers: { ...headers, 'x-amz-sns-topic-arn': `${TOPIC_ARN}-of-another` }, body },
          { url, headers: { ...headers, 'x-amz-sns-rawdelivery': 'true' }, body },
          { url, headers, body: JSON.parse(body).Message },
          notification(url, { TopicArn: `${TOPIC_ARN}-of-another` }),
          ...certificates.map((SigningCertURL) => changed({ SigningCertURL })),
        ]
      },
      stale: report('Delivery', delivery, 2 * 86_400_000),
    },
    async close() {
      await ses.close()
      await sns.close()
    },
  }
  return vendor
}
