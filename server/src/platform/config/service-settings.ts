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
} from './kinds.ts'
import { optional, setting } from './setting.ts'

/** Variables of the service itself: address, database, secrets, its own mails. */
export const SERVICE_SETTINGS = {
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
    someOf(['api', 'dispatch', 'tasks']),
    'api,dispatch,tasks',
    'The work of this process: `api` serves the API, `dispatch` sends messages and POSTs events, `tasks` runs the periodic tasks.',
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
    'Requests allowed per account, with a burst of twice as many. A batch costs one more per 5 messages; a body or a replayed response costs one more per 16 KiB. For each request, an account may read 4 KiB per second. 0 lifts these limits, and the limit of test events.',
  ),
  accountApiKeysMax: setting(
    'ACCOUNT_API_KEYS_MAX',
    integer(1, 10_000),
    '100',
    'Maximum number of API keys per account, revoked keys not counted. If you lower this variable or one of the next three, nothing is removed.',
  ),
  accountMembersMax: setting(
    'ACCOUNT_MEMBERS_MAX',
    integer(1, 10_000),
    '100',
    'Maximum number of members per account.',
  ),
  accountChannelsMax: setting(
    'ACCOUNT_CHANNELS_MAX',
    integer(1, 10_000),
    '100',
    'Maximum number of channels per account.',
  ),
  accountTemplatesMax: setting(
    'ACCOUNT_TEMPLATES_MAX',
    integer(1, 100_000),
    '1000',
    'Maximum number of message templates per account. Each may have any number of versions.',
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
} as const
