/** The waits between the attempts of an event while faults are made, ms: eight attempts within moments. */
export const RETRY_SCHEDULE_MS = [100, 200, 300, 400, 500, 600, 700]

/** What a service is run with while faults are made; `caPath` is the receiver's. */
export function faultVariables(caPath: string) {
  return {
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: caPath,
    WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE_MS.map((ms) => `${ms}ms`).join(','),
    SEND_RETRY_SCHEDULE: '50ms,50ms,50ms,50ms,50ms',
    SWEEP_INTERVAL: '1s',
    API_RATE_LIMIT: '0',
  }
}
