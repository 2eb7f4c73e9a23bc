import { cidrs, duration, hostPatterns, integer, namedUrls, nameServers, path, schedule } from './kinds.ts'
import { optional, setting } from './setting.ts'

/** The variables of sends, webhooks, retention, leases and queues. */
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
    'Base URLs of providers other than their public ones, for a regional address, a proxy, or tests.',
  ),
  providerAllowCidrs: setting(
    'PROVIDER_ALLOW_CIDRS',
    cidrs,
    '',
    'Addresses that mail servers of channels, and whatever else channels, devices and reports name, may have although they are not public; mail servers there may have any port.',
  ),
  providerAllowHosts: setting(
    'PROVIDER_ALLOW_HOSTS',
    hostPatterns,
    '',
    'Host names of mail servers and push services that may be connected to although they, or their addresses, are not public, for example a relay inside your network; `*.example.internal` means all below.',
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
    'Addresses that webhooks may be sent to although they are not public.',
  ),
  webhookAllowHosts: setting(
    'WEBHOOK_ALLOW_HOSTS',
    hostPatterns,
    '',
    'Host names that webhooks may be sent to although they, or their addresses, are not public; `*.example.internal` means all below.',
  ),
  webhookExtraCaFile: optional(
    'WEBHOOK_EXTRA_CA_FILE',
    path,
    'A PEM file of certificate authorities that receivers may use besides the well-known ones.',
  ),
  webhookDnsServers: setting(
    'WEBHOOK_DNS_SERVERS',
    nameServers,
    '',
    "The DNS servers asked for receivers' addresses, by UDP, and by TCP for an answer that UDP cuts off. Unset: the system's, with its search domains. The hosts file comes first in any case.",
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
    'How long a receiver may take from the request to the end of its response headers.',
  ),
  webhookAttemptTimeoutMs: setting('WEBHOOK_ATTEMPT_TIMEOUT', duration(), '15s', 'How long a whole attempt may take.'),
  webhookConnectionsMax: setting(
    'WEBHOOK_CONNECTIONS_MAX',
    integer(1, 60_000),
    '2000',
    'Connections to receivers, of this process, at the most.',
  ),

  eventRetentionDays: setting(
    'EVENT_RETENTION_DAYS',
    integer(2, 3650, 'days'),
    '30',
    'Events and their attempts older than this are removed.',
  ),
  messageRetentionDays: optional(
    'MESSAGE_RETENTION_DAYS',
    integer(1, 36_500, 'days'),
    'Messages and their deliveries older than this are removed. Unset: they are kept.',
  ),

  leaseDurationMs: setting(
    'LEASE_DURATION',
    duration(),
    '15s',
    'How long a process owns a bucket of accounts after a renewal.',
  ),
  leaseRenewIntervalMs: setting('LEASE_RENEW_INTERVAL', duration(), '5s', 'The time between renewals.'),
  leaseStartMarginMs: setting(
    'LEASE_START_MARGIN',
    duration(),
    '10s',
    'The age of the last renewal from which nothing new is started.',
  ),
  leaseAbortMarginMs: setting(
    'LEASE_ABORT_MARGIN',
    duration(),
    '14s',
    'The age of the last renewal at which what is in flight is cut off.',
  ),
  pollIntervalMs: setting(
    'POLL_INTERVAL',
    duration(),
    '100ms',
    'The time between looks at the queues for what no hand-off brought.',
  ),
  pollCursorLagMs: setting(
    'POLL_CURSOR_LAG',
    duration(),
    '10s',
    'How far the look stays behind the clock, since transactions do not commit in the order of their ids.',
  ),
  sweepIntervalMs: setting(
    'SWEEP_INTERVAL',
    duration(),
    '30s',
    'The time between full looks at the queues of a bucket.',
  ),
  batchWaitMs: setting('BATCH_WAIT', duration(), '5s', 'How long a write may wait for its batch before it is refused.'),
} as const
