/**
 * All limits that callers share: what waits its turn, what is refused and what is forgotten. The code takes its numbers from
 * here, and so do the tables in `docs/configuration.md` and `SECURITY.md`. The bounds of one request alone, like the largest
 * length of a field, are in its schema.
 */
import type { SETTINGS, TUNING } from '../config/settings.ts'

type SettingName = keyof typeof SETTINGS | keyof typeof TUNING

export interface TokenRate {
  /** Tokens of a full bucket. This many may be taken at once. */
  burst: number
  /** Time until a bucket gains one token, ms. */
  refillMs: number
}

/** A part of something else, in words for the tables. */
interface Part {
  part: number
  whole: string
}

/** The number of a variable, or of `TUNING`. */
interface FromSetting {
  setting: SettingName
}

/** The rate of a variable, `times` as much, with a burst of so many seconds. */
interface RateFromSetting extends FromSetting {
  times: number
  burstSeconds: number
}

export type Unit = 'bytes' | 'characters' | 'ms'

export interface Limit<Max = number | TokenRate | Part | FromSetting | RateFromSetting> {
  max: Max
  /** Null: a number of what `of` names. */
  unit: Unit | null
  /** Whose number of what it is. */
  of: string
  /** What happens to a caller who meets it. */
  met: string
  /** The file of the test that meets it, without `.test.ts`. */
  test: string
  /** All processes together count it. Otherwise each process has a count of its own. */
  everywhere: boolean
}

function limit<const Max extends Limit['max']>(
  max: Max,
  of: string,
  met: string,
  test: string,
  unit: Unit | null = null,
): Limit<Max> {
  return { max, unit, of, met, test, everywhere: false }
}

/** A limit that the database counts. */
function everywhere<const Max extends Limit['max']>(max: Max, of: string, met: string, test: string): Limit<Max> {
  return { ...limit(max, of, met, test), everywhere: true }
}

const KIB = 1024
const MIB = 1024 * KIB

const WAITS = 'waits for its turn'
const REFUSED = '`rate_limited`'
const OVERLOADED = '`overloaded`'
const CLOSED = 'the new connection closes'
const REFUSED_UNREAD = '`rate_limited`, the body is not read and the connection closes'
const LATER = '421 or 451: the client tries again later'
const FULL = '`limit_reached`'
const FORGOTTEN = 'the one used longest ago is forgotten'

const CONNECTIONS = 'server/test/hostile/connections'
const PUBLIC = 'server/test/hostile/public-routes'
const TURNS = 'server/src/platform/admission/turns'
const BODIES = 'server/test/hostile/bodies'
const SHARES = 'server/src/platform/admission/shares'
const DATABASE = 'server/test/hostile/database-share'
const CALLBACKS = 'server/test/hostile/callbacks'
const ADMISSION = 'server/test/hostile/admission'
const BATCHES = 'server/src/core/messages/batch'
const BATCHER = 'server/src/platform/db/batcher'
const GUESSES = 'server/src/features/sign-in/guesses'
const SIGN_IN = 'server/test/hostile/sign-in'
const MAILS = 'server/src/features/smtp/places'
const RENDERING = 'server/src/core/rendering/rendering'
const GATE = 'server/src/platform/admission/fair-gate'
const CAPS = 'server/test/hostile/caps'

const ALL_CONNECTIONS = '`HTTP_CONNECTIONS_MAX`'
const OF_REQUESTS = 'the half of `DATABASE_CONNECTIONS_MAX` for requests'

/** Requests of one address without a key, `times` as often as PUBLIC_RATE_LIMIT says. */
const ofAddress = (times: number) => ({ setting: 'publicRateLimit', times, burstSeconds: 4 }) as const

export const LIMITS = {
  // Connections, and what arrives on them.
  connections: limit(
    { setting: 'httpConnectionsMax' },
    'Connections of callers',
    'the oldest without a response closes, else the new one',
    CONNECTIONS,
  ),
  connectionsOfAddress: limit(
    { setting: 'httpConnectionsPerAddressMax' },
    'Connections of one address (IPv6: a /64)',
    CLOSED,
    CONNECTIONS,
  ),
  connectionsOfNetwork: limit(
    { part: 1 / 4, whole: ALL_CONNECTIONS },
    'Connections of one network (IPv4: a /24, IPv6: a /48)',
    CLOSED,
    CONNECTIONS,
  ),
  endedReadings: limit(
    { burst: 20, refillMs: 50 },
    'Connections of one address whose reading the service ended',
    'new connections are read later, by 1 s at most',
    TURNS,
  ),
  smallChunks: limit(
    1_000,
    'Chunks of a body below 32 bytes on average',
    '`malformed_body`, and the connection closes',
    TURNS,
  ),

  // Addresses without a valid key or session.
  pages: limit(
    ofAddress(1),
    'Pages of one address, its health checks, its sign-ins, its invalid keys: each',
    REFUSED_UNREAD,
    PUBLIC,
  ),
  links: limit(
    ofAddress(20),
    'Pixels of one address, its callbacks, pages of preferences, preflight requests and mails: each',
    REFUSED_UNREAD,
    PUBLIC,
  ),
  network: limit({ part: 10, whole: 'the rate of one address' }, 'The same, of one network', REFUSED_UNREAD, PUBLIC),
  signInBodies: limit(2_000, 'Bodies of sign-ins in progress', OVERLOADED, GATE),
  signInBodiesOfNetwork: limit(64, 'Bodies of sign-ins in progress, of one network', REFUSED_UNREAD, PUBLIC),
  signInBodiesOfAddress: limit(16, 'Bodies of sign-ins in progress, of one address', REFUSED_UNREAD, PUBLIC),
  preferenceBodies: limit(1_000, 'Requests for pages of preferences in progress', OVERLOADED, GATE),
  preferenceBodiesOfAddress: limit(
    64,
    'Requests for pages of preferences in progress, of one address',
    REFUSED_UNREAD,
    GATE,
  ),
  callbackBodiesOfAddress: limit(32, 'Callbacks in progress, of one address', REFUSED_UNREAD, GATE),
  preferenceLinks: limit(
    { burst: 20, refillMs: 100 },
    'Requests with the links of one recipient',
    REFUSED_UNREAD,
    PUBLIC,
  ),

  // Accounts.
  requests: limit(
    { setting: 'apiRateLimit', times: 1, burstSeconds: 2 },
    'Requests of an account, and those of its inboxes',
    REFUSED,
    'server/test/hostile/account-limits',
  ),
  inboxRequests: limit({ burst: 60, refillMs: 100 }, 'Requests of one recipient to its inbox', REFUSED, ADMISSION),
  testsOfObject: limit(
    { burst: 6, refillMs: 10_000 },
    'Tests of one channel, and test events of one endpoint',
    REFUSED,
    'server/src/core/webhooks/routes',
  ),
  testsOfAccount: limit(
    { burst: 30, refillMs: 2_000 },
    'Tests of all channels of an account',
    REFUSED,
    'server/test/hostile/smtp',
  ),
  renders: limit(
    { setting: 'renderTimeLimit', times: 1, burstSeconds: 4 },
    'Processor time for the renders of an account, ms',
    '`render_budget`',
    'server/test/hostile/templates',
  ),
  rendersWaiting: limit(10_000, 'Renders that wait', OVERLOADED, RENDERING),
  rendersWaitingOfAccount: limit(1_500, 'Renders that wait, of an account', OVERLOADED, RENDERING),
  renderTurn: limit(10, 'Rendering in one turn of the event loop', WAITS, RENDERING, 'ms'),
  apiKeys: everywhere({ setting: 'accountApiKeysMax' }, 'API keys of an account', FULL, CAPS),
  members: everywhere({ setting: 'accountMembersMax' }, 'Members of an account', FULL, CAPS),
  channels: everywhere({ setting: 'accountChannelsMax' }, 'Channels of an account', FULL, CAPS),
  templates: everywhere({ setting: 'accountTemplatesMax' }, 'Templates of an account', FULL, CAPS),

  // Memory of requests and responses.
  bodies: limit(32 * MIB, 'Bodies above 16 KiB in progress', `${WAITS}, then ${OVERLOADED}`, BODIES, 'bytes'),
  bodiesOfAccount: limit(
    16 * MIB,
    'Bodies above 16 KiB in progress, of an account',
    `${WAITS}, then ${REFUSED}`,
    BODIES,
    'bytes',
  ),
  bodiesWaiting: limit(500, 'Bodies that wait', OVERLOADED, GATE),
  bodiesWaitingOfAccount: limit(100, 'Bodies that wait, of an account', OVERLOADED, GATE),
  bodyWait: limit(10_000, 'The wait of a body', OVERLOADED, BODIES, 'ms'),
  responses: limit(
    { part: 1 / 4, whole: OF_REQUESTS },
    'Responses of reads in memory, of an account',
    `${WAITS}, then ${OVERLOADED}`,
    DATABASE,
  ),
  largeResponses: limit(
    128 * MIB,
    'Responses above 64 KiB in progress, of an account',
    'the connection closes',
    'server/test/hostile/large-responses',
    'characters',
  ),

  // Connections to the database.
  ofAccounts: limit(
    { part: 1 / 2, whole: OF_REQUESTS },
    'Statements of single accounts',
    `${WAITS}, then ${OVERLOADED}`,
    SHARES,
  ),
  ofOneAccount: limit(
    { part: 1 / 4, whole: 'the part of single accounts' },
    'Statements of an account, of its sessions, and of the sign-ins of a network: each',
    `${WAITS}, then ${OVERLOADED}`,
    SHARES,
  ),
  statementsWaiting: limit(1_000, 'Statements that wait, of an account', OVERLOADED, GATE),
  statementWait: limit({ setting: 'databaseConnectTimeoutMs' }, 'The wait of a statement', OVERLOADED, GATE, 'ms'),

  // Work for callers.
  messages: limit(200, 'Messages of batches in progress, of an account', `${WAITS}, then ${OVERLOADED}`, BATCHES),
  messagesWaiting: limit(10_000, 'Messages of batches that wait, of an account', OVERLOADED, GATE),
  createsWaiting: limit(5_000, 'Creates that wait for their statement', OVERLOADED, BATCHER),
  itemsWaiting: limit(
    10_000,
    'Look-ups, reads, opens and the like that wait for their statement: each kind',
    OVERLOADED,
    BATCHER,
  ),
  itemsWaitingOfAccount: limit(
    { part: 1 / 4, whole: 'the items of a kind' },
    'Creates, look-ups, reads and the like that wait, of an account: each kind',
    OVERLOADED,
    BATCHER,
  ),
  callbacks: limit(128, 'Callbacks in progress', OVERLOADED, GATE),
  callbacksOfAccount: limit(32, 'Callbacks in progress, of an account', OVERLOADED, CALLBACKS),
  callbacksOfChannel: limit(16, 'Callbacks in progress, of a channel', OVERLOADED, CALLBACKS),
  reportsOfCallback: limit(250, 'Reports of one callback that wait for their statement', WAITS, CALLBACKS),
  feeds: limit(500, 'Streams of events', REFUSED, GATE),
  feedsOfAccount: limit(20, 'Streams of events, of an account', REFUSED, 'server/test/flows/live'),
  inboxStreams: limit({ part: 3 / 4, whole: ALL_CONNECTIONS }, 'Streams of inboxes', REFUSED, ADMISSION),
  inboxStreamsOfAccount: limit(
    { part: 3 / 4, whole: 'the streams of inboxes' },
    'Streams of inboxes, of an account',
    REFUSED,
    ADMISSION,
  ),
  inboxStreamsOfRecipient: limit(20, 'Streams of one inbox', REFUSED, ADMISSION),
  exports: limit(50, 'Exports of a person in progress', REFUSED, GATE),
  exportsOfAccount: limit(2, 'Exports of a person in progress, of an account', REFUSED, ADMISSION),
  toolCalls: limit(4, 'Calls of `/mcp` in progress, of an account', WAITS, GATE),
  toolCallsWaiting: limit(1_000, 'Calls of `/mcp` that wait, of an account', OVERLOADED, GATE),
  toolCallWait: limit(10_000, 'The wait of a call of `/mcp`', OVERLOADED, GATE, 'ms'),
  connectionTests: limit(8, 'Tests of the receivers of endpoints in progress', OVERLOADED, ADMISSION),
  sendsWithFiles: limit(16, 'Sends with attachments in progress', WAITS, GATE),
  sendsWithFilesOfAccount: limit(
    4,
    'Sends with attachments in progress, of an account',
    WAITS,
    'server/test/flows/attachments',
  ),
  loggedRequests: limit(
    { burst: 200, refillMs: 50 },
    'Changes of an account in its log of requests',
    'not in the log',
    'server/src/features/request-log/recorder',
  ),
  loggedRefusals: limit(
    { burst: 200, refillMs: 500 },
    'Refused requests of an account in its log',
    'not in the log',
    'server/src/features/request-log/recorder',
  ),
  loggedRequestsWaiting: limit(
    10_000,
    'Requests that wait to be written to the log',
    'not in the log',
    'server/src/features/request-log/recorder',
  ),

  // Passwords. Each network gets few attempts of a reserve, so 200 networks at once, or 1,200 over a day, cannot use it up.
  passwordOfSource: limit(
    { burst: 10, refillMs: 60_000 },
    'Wrong passwords for one email from one address, from a known browser, or in a session: each',
    REFUSED,
    GUESSES,
  ),
  passwordOfNetwork: limit(
    { burst: 20, refillMs: 60_000 },
    'Wrong passwords for one email from one network',
    REFUSED,
    GUESSES,
  ),
  passwordsOfAddress: limit(
    { burst: 30, refillMs: 6_000 },
    'Wrong passwords from one address, perhaps a whole office',
    REFUSED,
    GUESSES,
  ),
  passwordsOfNetwork: limit({ burst: 120, refillMs: 1_500 }, 'Wrong passwords from one network', REFUSED, GUESSES),
  passwordOfEmail: limit(
    { burst: 200, refillMs: 10_000 },
    'Wrong passwords for one email from everywhere',
    'the reserve of the email is used',
    GUESSES,
  ),
  reserveOfNetwork: limit(
    { burst: 3, refillMs: 20 * 60_000 },
    'The reserve of an email, from one network',
    REFUSED,
    GUESSES,
  ),
  reserveOfEmail: limit({ burst: 600, refillMs: 1_000 }, 'The reserve of an email, from everywhere', REFUSED, GUESSES),
  passwordChecks: limit(2, 'Checks of passwords in progress, for strangers and members each', WAITS, SIGN_IN),
  passwordChecksWaiting: limit(
    50,
    'Checks of passwords that wait, for strangers and members each',
    OVERLOADED,
    SIGN_IN,
  ),
  hashes: limit(2, 'Hashes of passwords in progress', WAITS, SIGN_IN),
  hashesWaiting: limit(50, 'Hashes of passwords that wait', OVERLOADED, SIGN_IN),

  // The mail server. No group of connections takes the places of another, so strangers cannot lock out programs, nor programs reports.
  mailsArriving: limit(20, 'Connections of strangers to the mail server', 'the oldest closes', MAILS),
  mailsReturning: limit(40, 'Connections with the return path of a delivery', LATER, MAILS),
  mailsSending: limit(40, 'Connections of programs that have signed in', LATER, MAILS),
  mailsSendingOfAccount: limit(20, 'Connections of programs that have signed in, of an account', LATER, MAILS),
  mailsOfNetwork: limit(30, 'Connections of strangers to the mail server, of one network', LATER, MAILS),
  mailsOfAddress: limit(10, 'Connections of strangers to the mail server, of one address', LATER, MAILS),
  mailBytes: limit(96 * MIB, 'Mails to send in progress', LATER, GATE, 'bytes'),
  mailBytesOfAccount: limit(24 * MIB, 'Mails to send in progress, of an account', LATER, GATE, 'bytes'),

  // Connections to others.
  webhookConnections: limit(
    { setting: 'webhookConnectionsMax' },
    'Connections to the receivers of webhooks',
    WAITS,
    'server/src/platform/outbound/judged-connections',
  ),
  channelConnectionsOfOrigin: limit(
    64,
    'Connections of channels to one host and port that an account names',
    WAITS,
    GATE,
  ),
  providerConnections: limit(4_096, 'Connections to providers at constant addresses', WAITS, GATE),
  providerConnectionsOfHost: limit(256, 'Connections to one of these providers', WAITS, GATE),

  // Memory of what callers have shown.
  credentials: limit(50_000, 'API keys and sessions that were valid in a process', FORGOTTEN, PUBLIC),
  credentialsOfAccount: limit(
    500,
    'API keys and sessions that were valid in a process, of an account',
    FORGOTTEN,
    PUBLIC,
  ),
  callers: limit(
    20_000,
    'Callers that pass while the directory is away',
    FORGOTTEN,
    'server/src/core/accounts/known-callers',
  ),
  callersOfAccount: limit(
    100,
    'Callers that pass while the directory is away, of an account',
    'not kept',
    'server/src/core/accounts/known-callers',
  ),
  rates: limit(
    10_000,
    'Keys of one rate, for example addresses',
    `${FORGOTTEN}: its rate is full again`,
    'server/src/platform/admission/requests',
  ),
} as const
