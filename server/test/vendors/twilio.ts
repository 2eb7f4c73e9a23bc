/** Twilio: the Message resource and its signed status callbacks (see core/providers/twilio.ts for the documentation). */
import { createHmac, randomBytes } from 'node:crypto'
import { createChecks, forged, startVendorServer, TAKES_ALL } from './vendor.ts'
import type { CallbackPost, Vendor, VendorResponse, VendorMode, VendorSend } from './vendor.ts'

const ACCOUNT_SID = `AC${'0123456789abcdef'.repeat(2)}`
const AUTH_TOKEN = 'f00dcafe0123456789abcdef01234567'
const FROM = '+15005550001'

export function twilioError(status: number, code: number, message: string): VendorResponse {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
}

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return twilioError(429, 20429, 'Too Many Requests')
    case 'unavailable':
      return twilioError(503, 20503, 'Service unavailable')
    case 'refuse':
      return twilioError(400, 21408, 'Permission to send an SMS has not been enabled for the region')
    case 'refuse_address':
      return twilioError(400, 21211, "Invalid 'To' Phone Number")
    case 'unauthorized':
      return twilioError(401, 20003, 'Authenticate')
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

export interface TwilioVendor extends Vendor {
  /** Scripted responses to the next requests, in order. */
  responses: VendorResponse[]
  /** The form of every request. */
  forms: URLSearchParams[]
}

export async function startTwilio(): Promise<TwilioVendor> {
  const { violations, expect } = createChecks()

  function take(form: URLSearchParams): VendorSend {
    expect(/^\+[1-9]\d{1,14}$/.test(form.get('To') ?? ''), 'To is in E.164')
    expect(form.get('From') === FROM, 'From is the number')
    const text = form.get('Body') ?? ''
    expect(text !== '' && text.length <= 1600, 'Body has 1 to 1600 characters')
    const callback = URL.parse(form.get('StatusCallback') ?? '')
    expect(callback !== null, 'StatusCallback is a URL')
    return {
      reference: callback?.searchParams.get('delivery') ?? '',
      providerMessageId: `SM${randomBytes(16).toString('hex')}`,
      to: form.get('To') ?? '',
      subject: '',
      text,
      html: null,
      repetitionKey: null,
    }
  }

  const server = await startVendorServer(async ({ method, path, headers, body }) => {
    const account = `/2010-04-01/Accounts/${ACCOUNT_SID}`
    const isRead = method === 'GET' && path === `${account}.json`
    if (!isRead && (method !== 'POST' || path !== `${account}/Messages.json`))
      return twilioError(404, 20404, 'The requested resource was not found')
    const basic = Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) return refusalOf('unauthorized')
    if (isRead) return { status: 200, body: { sid: ACCOUNT_SID, status: 'active', type: 'Full' } }
    expect(headers['content-type'] === 'application/x-www-form-urlencoded', 'the request is a form')
    const form = new URLSearchParams(body.toString())
    vendor.forms.push(form)
    const scripted = vendor.responses.shift()
    if (scripted !== undefined) return scripted
    const mode = vendor.modeOf(form.get('To') ?? '')
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    const send = take(form)
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    if (mode === 'accept_and_hang_up') return null
    return { status: 201, body: { sid: send.providerMessageId, status: 'queued', error_code: null, to: send.to } }
  })

  function signed(url: string, fields: Record<string, string>): CallbackPost {
    const text = Object.keys(fields)
      .toSorted()
      .reduce((all, name) => all + name + fields[name], url)
    const signature = createHmac('sha1', AUTH_TOKEN).update(text).digest('base64')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
    return { url, headers, body: new URLSearchParams(fields).toString() }
  }

  /** A status callback, POSTed like Twilio's to the URL sent with the message. */
  function report(status: string, errorCode: string | null = null) {
    return (send: VendorSend, channelUrl: string): CallbackPost =>
      signed(`${channelUrl}?delivery=${send.reference}`, {
        AccountSid: ACCOUNT_SID,
        ApiVersion: '2010-04-01',
        From: FROM,
        MessageSid: send.providerMessageId,
        MessageStatus: status,
        SmsSid: send.providerMessageId,
        SmsStatus: status,
        To: send.to,
        ...(errorCode === null ? {} : { ErrorCode: errorCode }),
      })
  }

  const vendor: TwilioVendor = {
    ...TAKES_ALL,
    name: 'twilio',
    channelType: 'sms',
    urls: { twilio: server.url },
    settings: { account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN, from: FROM },
    sends: [],
    violations,
    responses: [],
    forms: [],
    callbacks: {
      of: {
        delivered: report('delivered'),
        opened: report('read'),
        bounced: report('undelivered', '30005'),
        failed: report('undelivered', '30007'),
      },
      forgeries({ url, headers, body }) {
        const { 'x-twilio-signature': signature = '', ...unsigned } = headers
        return [
          { url, headers, body: body.replace('MessageStatus=delivered', 'MessageStatus=failed') },
          { url: `${url}1`, headers, body },
          { url, headers: { ...headers, 'x-twilio-signature': forged(signature) }, body },
          { url, headers: { ...headers, 'x-twilio-signature': '' }, body },
          { url, headers: unsigned, body },
        ]
      },
      stale: null,
    },
    close: () => server.close(),
  }
  return vendor
}
