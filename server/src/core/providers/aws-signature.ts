/** Signature Version 4 of AWS (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). */
import { createHash, createHmac } from 'node:crypto'
import { isoTime } from '../../platform/clock.ts'

export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
}

export interface AwsRequest {
  method: string
  /** Percent-encoded; there is no query. */
  path: string
  /** All signed headers, including `host`. Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
  region: string
  service: string
  /** ms since the epoch, by the wall clock. AWS refuses times more than 5 minutes off. */
  at: number
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers to send: those of the request, `x-amz-date` and `authorization`. */
export function signAws(request: AwsRequest, { accessKeyId, secretAccessKey }: AwsCredentials): Record<string, string> {
  const { method, path, body, region, service } = request
  // 20150830T123600Z
  const time = isoTime(request.at).replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = { ...request.headers, 'x-amz-date': time }
  const names = Object.keys(headers).toSorted()
  const canonicalHeaders = names.map((name) => `${name}:${headers[name]!.trim().replaceAll(/ +/g, ' ')}\n`).join('')
  const signedHeaders = names.join(';')
  const canonicalRequest = [method, path, '', canonicalHeaders, signedHeaders, sha256(body)].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const stringToSign = [ALGORITHM, time, scope, sha256(canonicalRequest)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, stringToSign).toString('hex')
  const credential = `Credential=${accessKeyId}/${scope}`
  return {
    ...headers,
    authorization: `${ALGORITHM} ${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}
