import {
  addressesOrCidrs,
  apiKey,
  baseUrl,
  databases,
  duration,
  email,
  integer,
  keyRing,
  metricsToken,
  oneOf,
  path,
  portOrOff,
  postgresUrl,
  secret,
  sender,
  someOf,
  text,
  url,
  optional,
  setting,
  cidrs,
  hostPatterns,
  namedUrls,
  nameServers,
  schedule,
  boolean,
  headers,
  hostAndPort,
  domainName,
  ratio,
} from './kinds.ts'
import type { Kind } from './kinds.ts'

/** Null for 0. */
function unlessZero(of: Kind<number>): Kind<number | null> {
  return { ...of, parse: (value) => (/^0+$/.test(value) ? { value: null } : of.parse(value)) }
}

/**
 * All variables of the service and its command line, by their names in `Config`. `docs/configuration.md` is printed
 * from this table. If a name ends in `Ms`, the value is in milliseconds and the variable is written as a duration.
 */
export const SETTINGS = {
  host: setting('HOST', text, '127.0.0.1', 'The address to listen on.'),
  port: setting('PORT', integer(0, 65_535), '3000', 'The port to listen on. 0 chooses a free port.'),
  healthPort: optional(
    'HEALTH_PORT',
    portOrOff,
    'The port of a second listener that serves only `/healthz`, `/readyz` and `/metrics`, at the address in `HOST`. `/metrics` is then no longer on `PORT`, unless both are the same port. 0 chooses a free port, `off` serves no metrics. Unset: a process with the role `api` serves all three on `PORT`, other processes on port 3001 of 127.0.0.1.',
  ),
  publicUrl: optional(
    'PUBLIC_URL',
    baseUrl,
    'The base URL of pixels, callbacks and links. Its host greets mail servers (EHLO). Unset: the address in `HOST` and `PORT`; if it is not loopback, there are no links and pixels.',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    addressesOrCidrs,
    '',
    'The proxies to trust: the service uses their `X-Forwarded-*` headers.',
  ),
  roles: setting(
    'ROLES',
    someOf(['api', 'dispatch', 'tasks', 'smtp']),
    'api,dispatch,tasks',
    'The work of this process: `api` serves the API, `dispatch` sends messages and POSTs events, `tasks` runs the periodic tasks, `smtp` takes mails at `SMTP_LISTEN`. If this is unset and `SMTP_LISTEN` is set, the process has all four.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
    'The lowest level of lines in the log. The lines of a start and of its failure (`first_start`, `service.starting`, `service.started`, `service.not_started`, `service.failed`) come at every level.',
  ),
  logRequestEvery: setting(
    'LOG_REQUEST_EVERY',
    integer(0, 1_000_000),
    '1',
    'The log has a line `http.request` for every n-th request: 1 logs all of them, 100 one of a hundred, 0 none. Failed sends and attempts are always logged.',
  ),
  shutdownDelayMs: setting(
    'SHUTDOWN_DELAY',
    duration(0),
    '0s',
    'How long the service goes on after SIGTERM, with `/readyz` at 503, so that a load balancer stops sending requests first. Then the orderly stop begins.',
  ),
  shutdownTimeoutMs: setting(
    'SHUTDOWN_TIMEOUT',
    duration(),
    '15s',
    'How long an orderly stop may take. Then running work is cut off.',
  ),
  apiRateLimit: setting(
    'API_RATE_LIMIT',
    integer(0, 1_000_000, 'requests per second'),
    '500',
    'Requests allowed per account, with a burst of twice as many. A batch costs one more per 5 messages; a body or a replayed response costs one more per 16 KiB. 0 lifts these limits, and the limit of test events.',
  ),
  publicRateLimit: setting(
    'PUBLIC_RATE_LIMIT',
    integer(0, 1_000_000, 'requests per second'),
    '50',
    'Requests without a valid API key or session allowed per address, for each kind (pages, health, sign-in, invalid keys), with a burst of four times as many. A document costs one more per 64 KiB. Pixels, pages of preferences and reports of providers are allowed 20 times as often. 0 lifts these limits.',
  ),
  httpConnectionsMax: setting(
    'HTTP_CONNECTIONS_MAX',
    integer(10, 60_000),
    '10000',
    'Maximum number of connections to the API of this process. It is lower if the limit of open files (`ulimit -n`) requires it.',
  ),
  httpConnectionsPerAddressMax: setting(
    'HTTP_CONNECTIONS_PER_ADDRESS_MAX',
    integer(1, 60_000),
    '1000',
    'Maximum number of connections from one address (IPv6: one /64). One network (IPv4: /24, IPv6: /48) has at most a quarter of all. Connections from `TRUST_PROXY` are not counted.',
  ),
  metricsToken: optional(
    'METRICS_TOKEN',
    secret(metricsToken),
    'If set, `/metrics` requires the header `Authorization: Bearer <METRICS_TOKEN>`. 16 to 200 characters without spaces.',
  ),
  renderTimeLimit: setting(
    'RENDER_TIME_LIMIT',
    integer(0, 100_000, 'ms per second'),
    '250',
    'Processor time per account for rendering templates, in each process, with a burst of four times as much. 0 lifts the limit.',
  ),

  databaseUrl: optional(
    'DATABASE_URL',
    secret(postgresUrl),
    'The URL of a PostgreSQL 15 or newer. It may name several servers, `postgresql://user@a:5432,b:5432/tidings`: the service uses the one that accepts writes. Unset: the service runs an embedded PostgreSQL with its data in `DATA_DIR`.',
  ),
  migrationDatabaseUrl: optional(
    'MIGRATION_DATABASE_URL',
    secret(postgresUrl),
    'The connection for migrations, partitions, statistics and announcements of work, if they need another role or must bypass a connection pooler. Unset: `DATABASE_URL`.',
  ),
  databases: optional(
    'DATABASES',
    secret(databases),
    'Several PostgreSQL servers instead of one, as `name=URL` separated by commas or line ends: `a=postgresql://..., b=postgresql://...`. The first is the directory of accounts. Each account is on one of them (see [scaling](scaling.md)). `DATABASE_URL` is the same as one server with the name `main`.',
  ),
  dataDir: setting(
    'DATA_DIR',
    path,
    './data',
    'The directory of the embedded PostgreSQL and of the key file, closed to other users. Only one service at a time may use it.',
  ),
  databaseConnectionsMax: setting(
    'DATABASE_CONNECTIONS_MAX',
    integer(4, 1000),
    '20',
    'Maximum number of connections of this process to each database server: half for its own work, half for requests. Half of the connections for requests serve the requests of single accounts. One account may use a quarter of these, rounded up: 2 of 5 by default, so three accounts together can use all. With fewer than 8 connections, all accounts take turns on a single one.',
  ),
  databaseConnectTimeoutMs: setting(
    'DATABASE_CONNECT_TIMEOUT',
    duration(),
    '5s',
    'How long to wait for a connection to the database. If `DATABASE_URL` names several servers, each gets an equal part of this time.',
  ),
  statementTimeoutMs: setting('STATEMENT_TIMEOUT', duration(), '10s', 'How long one statement may run.'),

  secretsKeys: optional(
    'SECRETS_KEYS',
    secret(keyRing),
    'The keys for stored secrets: the first encrypts, all decrypt. Required with `DATABASE_URL` and `DATABASES`. With the embedded database, the service creates a key file in `DATA_DIR` if this is unset.',
  ),
  bootstrapApiKey: optional(
    'BOOTSTRAP_API_KEY',
    secret(apiKey),
    'The API key of the account "Default", created by the first start. A key given here is not printed. Unset: a random key, printed once.',
  ),
  bootstrapEmail: optional('BOOTSTRAP_EMAIL', email, 'The email address of the owner of this account.'),
  bootstrapPassword: optional(
    'BOOTSTRAP_PASSWORD',
    secret(text),
    'The password of this owner. A password given here is not printed. Unset: a random password, printed once.',
  ),
  operatorSmtpUrl: optional(
    'OPERATOR_SMTP_URL',
    secret(url(['smtp', 'smtps'])),
    "The mail server for the service's own mails. Unset: the mails are shown in the dashboard, and the log says so once.",
  ),
  operatorEmailFrom: optional(
    'OPERATOR_EMAIL_FROM',
    sender,
    "The sender of the service's own mails. Required with `OPERATOR_SMTP_URL`.",
  ),

  sendRetryScheduleMs: setting(
    'SEND_RETRY_SCHEDULE',
    schedule(5),
    '30s,2m,10m,30m,2h',
    'The waits before sends 2 to 6 of a delivery, each plus 0 to 20 %.',
  ),
  sendTimeoutMs: setting('SEND_TIMEOUT', duration(), '30s', 'How long one call to a provider may take.'),
  smtpListen: optional(
    'SMTP_LISTEN',
    hostAndPort,
    'The address and port for mails, for example `0.0.0.0:25`: [mails that come back](guides/bounces.md) and [mails to send](guides/sending-by-smtp.md). The role `smtp` requires it. Port 0 chooses a free port.',
  ),
  smtpTlsCertFile: optional(
    'SMTP_TLS_CERT_FILE',
    path,
    'A PEM file with the certificate of this mail server and its chain. Unset: no STARTTLS, so nobody can sign in to send. SIGHUP reads both files again.',
  ),
  smtpTlsKeyFile: optional('SMTP_TLS_KEY_FILE', path, 'A PEM file with the private key of this certificate.'),
  bounceDomain: optional(
    'BOUNCE_DOMAIN',
    domainName,
    'The domain to which the mails of SMTP channels return (MAIL FROM), for example `bounces.example.com`. Its MX must lead to `SMTP_LISTEN`. Unset: mails return to the sender of the channel.',
  ),
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
    'Messages and their deliveries are removed at this age, at most a day later. 0: they are kept for ever.',
  ),

  leaseDurationMs: setting(
    'LEASE_DURATION',
    duration(),
    '6s',
    'How long a process owns a bucket of accounts after it renewed the lease. It renews the lease in a third of this time.',
  ),
  sweepIntervalMs: setting(
    'SWEEP_INTERVAL',
    duration(),
    '30s',
    'The time between full scans of the queues of a bucket.',
  ),

  // The names and values of traces are those of OpenTelemetry. The exporter itself reads further ones: docs/operating.md lists them.
  otelExporterOtlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    baseUrl,
    'The URL of an OpenTelemetry receiver (OTLP over HTTP, protobuf): its HTTP port is often 4318. The service sends traces to its path `/v1/traces`. Unset: no traces.',
  ),
  otelExporterOtlpHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    secret(headers),
    'Headers for this receiver, for example `authorization=Bearer%20...`.',
  ),
  otelTracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf([
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ]),
    'parentbased_always_on',
    'Which traces are recorded. With `parentbased_*`, a request with a `traceparent` follows its caller, and a send or an attempt follows the request that created its message.',
  ),
  otelTracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    ratio,
    '1',
    'The share of recorded traces, for `traceidratio` and `parentbased_traceidratio`.',
  ),
  otelSdkDisabled: setting('OTEL_SDK_DISABLED', boolean, 'false', '`true` switches traces off.'),
  webhookTraceparent: setting(
    'WEBHOOK_TRACEPARENT',
    boolean,
    'false',
    'If traces are on, every POST to a receiver has the header `traceparent` of its attempt.',
  ),
} as const

/** Numbers without a variable: no operator needs to change them. Tests do. */
export const TUNING = {
  /** API keys per account, revoked keys not counted. People do not need more, and each list stays short. */
  accountApiKeysMax: 100,
  accountMembersMax: 100,
  accountChannelsMax: 100,
  /** Each template may have any number of versions. */
  accountTemplatesMax: 1000,
  /** DNS, TCP and TLS together: a receiver that needs longer is as good as away. The whole attempt has a variable. */
  webhookConnectTimeoutMs: 5_000,
  /** Polls find work that was not handed over in memory. Ten empty polls a second cost a process 1 %. */
  pollIntervalMs: 100,
  /**
   * A poll stays so far behind the clock, because transactions do not commit in the order of their ids. An event gets its id
   * before it waits for its batch, so this time is longer than the wait.
   */
  pollCursorLagMs: 10_000,
  /** A write that waits longer for its batch is refused: its caller repeats it. */
  batchWaitMs: 5_000,
}

/** Parts of LEASE_DURATION since the last renewal. Each step leaves a margin for a slow process before the next one. */
export function leaseTimes(leaseDurationMs: number) {
  return {
    leaseRenewIntervalMs: leaseDurationMs / 3,
    /** From now on, the process starts nothing new for the bucket. */
    leaseStartMarginMs: (leaseDurationMs * 2) / 3,
    /** From now on, it cuts off running sends and attempts. */
    leaseAbortMarginMs: (leaseDurationMs * 5) / 6,
  }
}
