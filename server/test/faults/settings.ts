/** Waits between attempts in fault tests, ms: eight attempts within seconds. */
export const RETRY_SCHEDULE_MS = [100, 200, 300, 400, 500, 600, 700]

/** Environment variables of the service in fault tests. `caPath`: the receiver's certificate authority. */
export function faultVariables(caPath: string) {
  return {
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    PROVIDER_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: caPath,
    WEBHOOK_RETRY_SCHEDULE: RETRY_SCHEDULE_MS.map((ms) => `${ms}ms`).join(','),
    SEND_RETRY_SCHEDULE: '50ms,50ms,50ms,50ms,50ms',
    SWEEP_INTERVAL: '5s',
    API_RATE_LIMIT: '0',
  }
}
