/** Classifies the driver's errors. */

/** SQLSTATE classes of unacceptable values: cardinality, data exception, integrity constraint. */
const BAD_INPUT_CLASSES = new Set(['21', '22', '23'])

/**
 * SQLSTATE classes of temporary failures: connection exception, refused sign-in (during a password rotation),
 * insufficient resources (disk full, too many connections), operator intervention, system error.
 */
const OUTAGE_CLASSES = new Set(['08', '28', '53', '57', '58'])

/**
 * SQLSTATEs seen during a failover: a read-only server (25006), a lost transaction (25P01), a failed one (25P02), a
 * transaction idle for too long (25P03).
 */
const OUTAGE_CODES = new Set(['25006', '25P01', '25P02', '25P03'])

/** Serialization failure, deadlock, lock not available. The same work may succeed if it runs again. */
const CONTENTION_CODES = new Set(['40001', '40P01', '55P03'])

/** The SQLSTATE of our own: the rows of the bucket are on another server (`fence.ts`, `places.ts`). */
const ELSEWHERE = 'TB001'

/** This process does not know the server of the bucket, as if its database had refused the write. */
export class ElsewhereError extends Error {
  readonly code = ELSEWHERE
  constructor(bucket: number) {
    super(`The rows of bucket ${bucket} are on a server that this process does not know`)
    this.name = 'ElsewhereError'
  }
}

/** The server has been away since the start of this process. `code` is PostgreSQL's SQLSTATE for "cannot connect now". */
export class ServerAwayError extends Error {
  readonly code = '57P03'
  constructor(server: string) {
    super(`The database server ${server} has been away since the start of this process`)
    this.name = 'ServerAwayError'
  }
}

/** The SQLSTATE of a database error, or the system's code of a network error, or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** True if the statement would have stored a value twice that may be stored once. */
export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === '23505'
}

/** No SQLSTATE starts with E, but system codes do: EPIPE also has five characters. */
function isSqlState(code: string): boolean {
  return /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)
}

/** Codes of the network and of TLS, from the system and Node. Those of certificates come from OpenSSL. */
const CONNECTION_CODE =
  /^(E[A-Z]+|EAI_[A-Z]+|ERR_(STREAM|SOCKET|SSL|OSSL|TLS)_\w+|CERT_\w+|UNABLE_TO_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*)$/

/**
 * True if a table has no partition for the day of a row. A violated check has the same code, and also the name of its
 * constraint.
 */
export function isMissingPartition(error: unknown): boolean {
  return errorCode(error) === '23514' && (error as { constraint?: string }).constraint === undefined
}

/** True if the rows of a bucket have moved to another server. The same work may succeed there. */
export function isElsewhere(error: unknown): boolean {
  return errorCode(error) === ELSEWHERE
}

/** True if one item's data made its whole batch fail. Without this item the others succeed. */
export function isBadInput(error: unknown): boolean {
  const code = errorCode(error)
  if (code === null || isMissingPartition(error)) return false
  return isSqlState(code) && (BAD_INPUT_CLASSES.has(code.slice(0, 2)) || isElsewhere(error))
}

/**
 * True if the same work may succeed when run again at once. The pool creates a missing partition before its caller gets
 * the error.
 */
export function isContention(error: unknown): boolean {
  const code = errorCode(error)
  return (code !== null && CONTENTION_CODES.has(code)) || isMissingPartition(error)
}

/** True if the database is temporarily unavailable. Callers get 503, and background work retries. */
export function isOutage(error: unknown): boolean {
  const code = errorCode(error)
  if (isMissingPartition(error) || isElsewhere(error)) return true
  if (code !== null && isSqlState(code))
    return OUTAGE_CLASSES.has(code.slice(0, 2)) || OUTAGE_CODES.has(code) || CONTENTION_CODES.has(code)
  return isConnectionLost(error)
}

/** True if the connection failed or the server did not respond. The connection is unusable. */
function isConnectionLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== null && isSqlState(code)) return false
  if (code !== null && CONNECTION_CODE.test(code)) return true
  // The driver's errors without a code.
  return /^(The server does not support SSL|There was an error establishing an SSL|Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/.test(
    error.message,
  )
}

/** True if the connection was lost during a statement, so that its result is unknown. */
export function isResultUnknown(error: unknown): boolean {
  if (!isConnectionLost(error) || error.message.startsWith('timeout exceeded when trying to connect')) return false
  return !('syscall' in error) || !['connect', 'getaddrinfo'].includes(String(error.syscall))
}

/**
 * True if a prepared statement exists already (42P05) or no longer (26000): the session is that of another connection,
 * given by a pooler.
 */
export function isSharedSession(error: unknown): boolean {
  return ['42P05', '26000'].includes(errorCode(error) ?? '')
}

/** True if the server refused the user or the password. */
export function isRefusedSignIn(error: unknown): boolean {
  return errorCode(error)?.startsWith('28') === true
}

/** True if the connection is unusable: it is lost, its server is read-only, or its transaction cannot continue. */
export function isUselessConnection(error: unknown): error is Error {
  return isConnectionLost(error) || OUTAGE_CODES.has(errorCode(error) ?? '')
}

/** Error classes for metrics, by the beginning of the SQLSTATE. The longest match counts. */
const ERROR_CLASSES = {
  '08': 'connection',
  '22': 'data',
  '23': 'constraint',
  '25006': 'read_only',
  '28': 'sign_in',
  '40': 'contention',
  '42501': 'privileges',
  '53': 'resources',
  '55P03': 'contention',
  '57014': 'canceled',
  '57': 'shutdown',
  '58': 'system',
} as const satisfies Record<string, string>

/** The class of a database error: one of about a dozen words. */
export function errorClass(error: unknown): string {
  if (isMissingPartition(error)) return 'no_partition'
  if (isElsewhere(error)) return 'elsewhere'
  if (isConnectionLost(error)) return 'connection'
  const code = errorCode(error) ?? ''
  const classes: Record<string, string> = ERROR_CLASSES
  return classes[code] ?? classes[code.slice(0, 2)] ?? 'other'
}
