/** Verifies a webhook request for tests, in the strict form of the specification, without code of the service. */
import { createHmac } from 'node:crypto'

const TOLERANCE_SECONDS = 300

export interface VerifyOptions {
  nowSeconds?: number
  toleranceSeconds?: number
}

/** `header`: X-Service-Signature as received. Returns true if one of its signatures is by `secret`, and recent. */
export function verify(
  body: string | Uint8Array,
  header: unknown,
  secret: string,
  options: VerifyOptions = {},
): boolean {
  const { nowSeconds = Math.floor(Date.now() / 1000), toleranceSeconds = TOLERANCE_SECONDS } = options
  const [time = '', ...signatures] = String(header).split(',')
  const timestamp = time.replace(/^t=/, '')
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  return signatures.includes(`v1=${expected}`) && Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds
}
