/** What an error of the driver means to us. */

/** SQLSTATE classes of values that the statement could not take: cardinality, data exception, integrity constraint. */
const BAD_INPUT_CLASSES = new Set(['21', '22', '23'])

/**
 * Classes that pass: connection exception, refused sign-in (a password is being rotated), insufficient resources (disk full,
 * too many connections), operator intervention, system error.
 */
const OUTAGE_CLASSES = new Set(['08', '28', '53', '57', '58'])

/**
 * A failover shows by these: the server takes no writes (25006); the connection is in a transaction that it lost (25P01) or
 * that failed (25P02), or was idle in one for too long (25P03).
 */
const OUTAGE_CODES = new Set(['25006', '25P01', '25P02', '25P03'])

/** Serialization failure, deadlock, lock not available: the same work may succeed when it is run again. */
const CONTENTION_CODES = new Set(['40001', '40P01', '55P03'])

/** The SQLSTATE of a database error, or the system's code of a network error, or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** No class of PostgreSQL begins with E, as the codes of the system do: EPIPE has five characters too. */
function isSqlState(code: string): boolean {
  return /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)
}

/** The network and TLS, by the names of the system and of Node. */
const CONNECTION_CODE = /^(E[A-Z]+|EAI_[A-Z]+|ERR_(STREAM|SOCKET|SSL|TLS)_\w+)$/

/** The tables have no partition for the day of a row. A violated check has the same code, and the name of its constraint. */
export function isMissingPartition(error: unknown): boolean {
  return errorCode(error) === '23514' && (error as { constraint?: string }).constraint === undefined
}

/** The data of one item made the whole batch fail: without that item the others succeed. */
export function isBadInput(error: unknown): boolean {
  const code = errorCode(error)
  if (code === null || isMissingPartition(error)) return false
  return isSqlState(code) && BAD_INPUT_CLASSES.has(code.slice(0, 2))
}

/** Running the same work again at once may succeed. A pool has made a missing partition before its caller sees the error. */
export function isContention(error: unknown): boolean {
  const code = errorCode(error)
  return (code !== null && CONTENTION_CODES.has(code)) || isMissingPartition(error)
}

/** The database is away or cannot work just now: callers get 503, background work tries again. */
export function isOutage(error: unknown): boolean {
  const code = errorCode(error)
  if (isMissingPartition(error)) return true
  if (code !== null && isSqlState(code))
    return OUTAGE_CLASSES.has(code.slice(0, 2)) || OUTAGE_CODES.has(code) || CONTENTION_CODES.has(code)
  return isConnectionLost(error)
}

/** The connection has failed, or the server did not answer on it: there is no more use for it. */
function isConnectionLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== null && isSqlState(code)) return false
  if (code !== null && CONNECTION_CODE.test(code)) return true
  // The driver gives these no code.
  return /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/.test(
    error.message,
  )
}

/** The connection was lost while the server had the statement: whether it was carried out is not known. */
export function isResultUnknown(error: unknown): boolean {
  if (!isConnectionLost(error) || error.message.startsWith('timeout exceeded when trying to connect')) return false
  return !('syscall' in error) || !['connect', 'getaddrinfo'].includes(String(error.syscall))
}

/** The server refuses the user or the password. */
export function isRefusedSignIn(error: unknown): boolean {
  return errorCode(error)?.startsWith('28') === true
}

/** The connection is of no more use although it stands: its server takes no writes, or its transaction cannot go on. */
export function isUselessConnection(error: unknown): error is Error {
  return isConnectionLost(error) || OUTAGE_CODES.has(errorCode(error) ?? '')
}

/** Classes of errors for the metrics, by the beginning of their SQLSTATE: the longest that fits. */
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
  if (isConnectionLost(error)) return 'connection'
  const code = errorCode(error) ?? ''
  const classes: Record<string, string> = ERROR_CLASSES
  return classes[code] ?? classes[code.slice(0, 2)] ?? 'other'
}
