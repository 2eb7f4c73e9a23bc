import {
  addressesOrCidrs,
  apiKey,
  baseUrl,
  cidrs,
  duration,
  email,
  hostPatterns,
  integer,
  keyRing,
  namedUrls,
  nameServers,
  oneOf,
  path,
  schedule,
  secret,
  sender,
  someOf,
  text,
  url,
} from './config-kinds.ts'
import type { Kind } from './config-kinds.ts'

/** One variable of the environment. */
export interface Setting<Value> {
  variable: string
  kind: Kind<Exclude<Value, null>>
  /** As it would be written in the environment; null: unset. */
  default: string | null
  description: string
}

function setting<Value>(variable: string, kind: Kind<Value>, preset: string, description: string): Setting<Value> {
  return { variable, kind: kind as Setting<Value>['kind'], default: preset, description }
}

function optional<Value>(variable: string, kind: Kind<Value>, description: string): Setting<Value | null> {
  return { variable, kind: kind as Setting<Value | null>['kind'], default: null, description }
}

const postgresUrl = secret(url(['postgres', 'postgresql']))

/**
 * Every variable that the service reads, by the name of its value in `Config`; `docs/configuration.md` is printed
 * from this table. Values whose name ends in `Ms` are milliseconds and are written as durations.
 */
export const SETTINGS = {
  host: setting('HOST', text, '127.0.0.1', 'The address to listen on.'),
  port: setting('PORT', integer(0, 65_535), '3000', 'The port to listen on; 0 takes any free one.'),
  publicUrl: optional(
    'PUBLIC_URL',
    baseUrl,
    'The base of pixels, callbacks and links that recipients see. Unset: the bound address.',
  ),
  trustProxy: setting('TRUST_PROXY', addressesOrCidrs, '', 'The proxies whose `X-Forwarded-*` headers are believed.'),
  roles: setting(
    'ROLES',
    someOf(['api', 'dispatch', 'tasks']),
    'api,dispatch,tasks',
    'What this process does: answer the API, send and POST, or run the periodic tasks.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'The least level of the log lines written to standard error.',
  ),
  shutdownTimeoutMs: setting(
    'SHUTDOWN_TIMEOUT',
    duration(),
    '15s',
    'How long an orderly stop may take before what is in flight is cut off.',
  ),
  apiRateLimit: setting(
    'API_RATE_LIMIT',
    integer(0, 1_000_000, 'requests per second'),
    '500',
    'Requests that an account may make, with a burst of twice as many; 0 lifts this limit and that of the test event.',
  ),

  databaseUrl: optional(
    'DATABASE_URL',
    postgresUrl,
    'PostgreSQL 15 or newer. Unset: an embedded PostgreSQL keeps its data in `DATA_DIR`.',
  ),
  migrationDatabaseUrl: optional(
    'MIGRATION_DATABASE_URL',
    postgresUrl,
    'Where migrations and partitions are made, if by another role or past a connection pooler. Unset: `DATABASE_URL`.',
  ),
  dataDir: setting(
    'DATA_DIR',
    path,
    './data',
    'The directory of the embedded PostgreSQL and of the key file; one service at a time.',
  ),
  databaseConnectionsMax: setting(
    'DATABASE_CONNECTIONS_MAX',
    integer(4, 1000),
    '20',
    'Connections to the database, of this process, at the most.',
  ),
  databaseConnectTimeoutMs: setting(
    'DATABASE_CONNECT_TIMEOUT',
    duration(),
    '5s',
    'How long to wait for a connection to the database.',
  ),
  statementTimeoutMs: setting('STATEMENT_TIMEOUT', duration(), '10s', 'How long one statement may run.'),

  secretsKeys: optional(
    'SECRETS_KEYS',
    secret(keyRing),
    'The keys that stored secrets are encrypted with: the first encrypts, all decrypt. Required with `DATABASE_URL`; without it a key file is made in `DATA_DIR`.',
  ),
  bootstrapApiKey: optional(
    'BOOTSTRAP_API_KEY',
    secret(apiKey),
    'The API key of the account "Default" that the first start makes. Unset: a random one, printed once.',
  ),
  bootstrapEmail: optional('BOOTSTRAP_EMAIL', email, 'The email address of its owner.'),
  bootstrapPassword: optional(
    'BOOTSTRAP_PASSWORD',
    secret(text),
    'The password of its owner. Unset: a random one, printed once.',
  ),
  operatorSmtpUrl: optional(
    'OPERATOR_SMTP_URL',
    secret(url(['smtp', 'smtps'])),
    "The mail server for the service's own mails. Unset: they are shown in the dashboard and logged once.",
  ),
  operatorEmailFrom: optional(
    'OPERATOR_EMAIL_FROM',
    sender,
    'The sender of these mails. Required with `OPERATOR_SMTP_URL`.',
  ),

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
    "The DNS servers asked for receivers' addresses, by UDP and under load by TCP too. Unset: the system's.",
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
