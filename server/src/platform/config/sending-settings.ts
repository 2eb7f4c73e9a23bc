import { cidrs, duration, hostPatterns, integer, namedUrls, nameServers, path, schedule } from './kinds.ts'
import type { Kind } from './kinds.ts'
import { optional, setting } from './setting.ts'

/** Null for 0. */
function unlessZero(of: Kind<number>): Kind<number | null> {
  return { ...of, parse: (value) => (/^0+$/.test(value) ? { value: null } : of.parse(value)) }
}

/** Variables of sends, webhooks, retention, leases and queues. */
export const SENDING_SETTINGS = {
  sendRetryScheduleMs: setting(
    'SEND_RETRY_SCHEDULE',
    schedule(5),
    '30s,2m,10m,30m,2h',
    'The waits before sends 2 to 6 of a delivery, each plus 0 to 20 %.',
  ),
  sendTimeoutMs: setting('SEND_TIMEOUT', duration(), '30s', 'How long one call to a provider may take.'),
  providerUrls: setting(
    'PROVIDER_URLS',
    namedUrls,
    '',
    'Base URLs to use instead of the public URLs of providers, for example a regional address, a proxy or a test server.',
  ),
  providerAllowCidrs: setting(
    'PROVIDER_ALLOW_CIDRS',
    cidrs,
    '',
    'Addresses allowed for providers although they are not public: mail servers of channels, and all other servers named by channels, devices and reports. Mail servers at these addresses may use any port.',
  ),
  providerAllowHosts: setting(
    'PROVIDER_ALLOW_HOSTS',
    hostPatterns,
    '',
    'Host names of mail servers and push services allowed although the name or its addresses are not public, for example a relay inside your network. `*.example.internal` allows all names below it.',
  ),
  webhookRetryScheduleMs: setting(
    'WEBHOOK_RETRY_SCHEDULE',
    schedule(7),
    '10s,1m,5m,15m,45m,2h,4h',
    'The waits before attempts 2 to 8 of an event, each plus 0 to 20 %: about 7 hours in all.',
  ),
  webhookAllowCidrs: setting(
    'WEBHOOK_ALLOW_CIDRS',
    cidrs,
    '',
    'Addresses allowed for webhooks although they are not public.',
  ),
  webhookAllowHosts: setting(
    'WEBHOOK_ALLOW_HOSTS',
    hostPatterns,
    '',
    'Host names allowed for webhooks although the name or its addresses are not public. `*.example.internal` allows all names below it.',
  ),
  webhookExtraCaFile: optional(
    'WEBHOOK_EXTRA_CA_FILE',
    path,
    'A PEM file of certificate authorities to trust for receivers, in addition to the public ones. It is read at the start.',
  ),
  webhookDnsServers: setting(
    'WEBHOOK_DNS_SERVERS',
    nameServers,
    '',
    "The DNS servers for receivers' addresses, asked by UDP, and by TCP if UDP cuts off the answer. Unset: the DNS servers and search domains of the system, which may change while the service runs. The hosts file always comes first.",
  ),
  webhookConnectTimeoutMs: setting(
    'WEBHOOK_CONNECT_TIMEOUT',
    duration(),
    '5s',
    'How long DNS, TCP and TLS together may take.',
  ),
  webhookResponseTimeoutMs: setting(
    'WEBHOOK_RESPONSE_TIMEOUT',
    duration(),
    '10s',
    'How long a receiver may take to send its response headers, counted from the request.',
  ),
  webhookAttemptTimeoutMs: setting('WEBHOOK_ATTEMPT_TIMEOUT', duration(), '15s', 'How long a whole attempt may take.'),
  webhookConnectionsMax: setting(
    'WEBHOOK_CONNECTIONS_MAX',
    integer(1, 60_000),
    '2000',
    'Maximum number of connections from this process to receivers.',
  ),

  eventRetentionDays: setting(
    'EVENT_RETENTION_DAYS',
    integer(2, 3650, 'days'),
    '30',
    'Events and their attempts are removed at this age.',
  ),
  messageRetentionDays: setting(
    'MESSAGE_RETENTION_DAYS',
    unlessZero(integer(0, 36_500, 'days')),
    '90',
    'Messages and their deliveries are removed at this age, some days at once. 0: they are kept for ever.',
  ),

  leaseDurationMs: setting(
    'LEASE_DURATION',
    duration(),
    '6s',
    'How long a process owns a bucket of accounts after it renewed the lease.',
  ),
  leaseRenewIntervalMs: setting('LEASE_RENEW_INTERVAL', duration(), '2s', 'The time between renewals of a lease.'),
  leaseStartMarginMs: setting(
    'LEASE_START_MARGIN',
    duration(),
    '4s',
    'If the last renewal is older than this, the process starts nothing new for the bucket.',
  ),
  leaseAbortMarginMs: setting(
    'LEASE_ABORT_MARGIN',
    duration(),
    '5s',
    'If the last renewal is older than this, the process cuts off running sends and attempts.',
  ),
  pollIntervalMs: setting(
    'POLL_INTERVAL',
    duration(),
    '100ms',
    'The time between polls of the queues, for work that was not handed over in memory.',
  ),
  pollCursorLagMs: setting(
    'POLL_CURSOR_LAG',
    duration(),
    '10s',
    'How far a poll stays behind the clock, because transactions do not commit in the order of their ids.',
  ),
  sweepIntervalMs: setting(
    'SWEEP_INTERVAL',
    duration(),
    '30s',
    'The time between full scans of the queues of a bucket.',
  ),
  batchWaitMs: setting('BATCH_WAIT', duration(), '5s', 'How long a write may wait for its batch. Then it is refused.'),
} as const
