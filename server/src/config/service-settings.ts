import {
  addressesOrCidrs,
  apiKey,
  baseUrl,
  duration,
  email,
  integer,
  keyRing,
  metricsToken,
  oneOf,
  path,
  secret,
  sender,
  someOf,
  text,
  url,
} from './kinds.ts'
import { optional, setting } from './setting.ts'

const postgresUrl = secret(url(['postgres', 'postgresql']))

/** The variables of the service itself: where it listens, its database, its secrets, its own mails. */
export const SERVICE_SETTINGS = {
  host: setting('HOST', text, '127.0.0.1', 'The address to listen on.'),
  port: setting('PORT', integer(0, 65_535), '3000', 'The port to listen on; 0 takes any free one.'),
  publicUrl: optional(
    'PUBLIC_URL',
    baseUrl,
    'The base of pixels, callbacks and links. Unset: the bound address; if that is not loopback, there are no links and pixels.',
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
    'Requests that an account may make, with a burst of twice as many. A batch costs one more for each 5 messages, a body or a replayed answer one for each 16 KiB. For each request an account may read 4 KiB a second. 0 lifts these limits and that of the test event.',
  ),
  accountApiKeysMax: setting(
    'ACCOUNT_API_KEYS_MAX',
    integer(1, 10_000),
    '100',
    'API keys that an account may have; revoked ones do not count. If you lower this variable or one of the next three, nothing is removed.',
  ),
  accountMembersMax: setting('ACCOUNT_MEMBERS_MAX', integer(1, 10_000), '100', 'Members that an account may have.'),
  accountChannelsMax: setting('ACCOUNT_CHANNELS_MAX', integer(1, 10_000), '100', 'Channels that an account may have.'),
  accountTemplatesMax: setting(
    'ACCOUNT_TEMPLATES_MAX',
    integer(1, 100_000),
    '1000',
    'Message templates that an account may have; each may have any number of versions.',
  ),
  publicRateLimit: setting(
    'PUBLIC_RATE_LIMIT',
    integer(0, 1_000_000, 'requests per second'),
    '50',
    'Requests without a valid API key or session that one address may make of each kind (pages, health, sign-in, keys that are not valid), with a burst of four times as many. A document costs one more for each 64 KiB. Pixels and reports of providers may come 20 times as often. 0 lifts these limits.',
  ),
  httpConnectionsMax: setting(
    'HTTP_CONNECTIONS_MAX',
    integer(10, 60_000),
    '10000',
    'Connections to the API, of this process, at the most; fewer if the limit of open files (`ulimit -n`) does not allow them.',
  ),
  httpConnectionsPerAddressMax: setting(
    'HTTP_CONNECTIONS_PER_ADDRESS_MAX',
    integer(1, 60_000),
    '1000',
    'Connections of one address (IPv6: one /64) at the most, and never over half of all; those of `TRUST_PROXY` are not counted.',
  ),
  metricsToken: optional(
    'METRICS_TOKEN',
    secret(metricsToken),
    'If set, `/metrics` wants the header `Authorization: Bearer <METRICS_TOKEN>`.',
  ),
  renderTimeLimit: setting(
    'RENDER_TIME_LIMIT',
    integer(0, 100_000, 'ms per second'),
    '250',
    "Processor time that each process spends on rendering an account's templates, with a burst of four times as much; 0 lifts the limit.",
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
    'Connections to the database, of this process, at the most: half for its own work, half for requests. Half of those of requests are for what single accounts ask for, and one account has a quarter of them, rounded up: 2 of 5 by default, so that three accounts together can use up all. With fewer than 8 connections all accounts take turns at a single one.',
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
    'The API key of the account "Default" that the first start makes, which is then not printed. Unset: a random one, printed once.',
  ),
  bootstrapEmail: optional('BOOTSTRAP_EMAIL', email, 'The email address of its owner.'),
  bootstrapPassword: optional(
    'BOOTSTRAP_PASSWORD',
    secret(text),
    'The password of its owner, which is then not printed. Unset: a random one, printed once.',
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
} as const
