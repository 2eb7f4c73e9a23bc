import { addressOf, checkWritable } from './servers/address.ts'
import type { DatabaseAddress } from './servers/address.ts'
import { ServerConnection } from './servers/server-connection.ts'

export interface Listening {
  stop(): Promise<void>
}

export interface ListenOptions {
  onMessage(payload: string): void
  /** Called whenever listening has begun. Messages may have been missed before. */
  onListening(): void
  onLost(error: unknown): void
}

const RECONNECT_MS = 1000
const CONNECT_TIMEOUT_MS = 5000
/** The interval of checks on a silent connection, and the time limit of a check, ms. */
const CHECK_INTERVAL_MS = 15_000
const CHECK_TIMEOUT_MS = 5000
const CLIENT_CONFIG = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: CHECK_TIMEOUT_MS,
  application_name: 'tidings hints',
}
/** The longest wait for a connection to close, ms. A silent one never closes. */
const CLOSE_TIMEOUT_MS = 1000

/** Listens to a NOTIFY channel on a separate connection. Reconnects whenever the connection is lost. */
export function listen(
  url: DatabaseAddress | string,
  channel: string,
  { onMessage, onListening, onLost }: ListenOptions,
): Listening {
  const address = addressOf(url)
  let stopped = false
  let client: ServerConnection | undefined
  let timer: NodeJS.Timeout | undefined
  let endWait: () => void = () => {}

  /** Resolves after the time, or at `stop`. */
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      endWait = resolve
      // A lost connection ends the wait for the next check, but not its timer.
      clearTimeout(timer)
      timer = setTimeout(resolve, ms)
    })

  /** Throws when the connection ends. */
  async function hear(connection: ServerConnection): Promise<void> {
    const lost = new Promise<never>((_, reject) => {
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('The connection has ended')))
    })
    lost.catch(() => {})
    connection.on('notification', ({ payload = '' }) => onMessage(payload))
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`)
    onListening()
    while (!stopped) {
      await Promise.race([lost, wait(CHECK_INTERVAL_MS)])
      clearTimeout(timer)
      if (!stopped) await Promise.race([lost, checkWritable(connection)])
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        client = await ServerConnection.open(address, CLIENT_CONFIG, () => stopped)
        await hear(client)
      } catch (error) {
        if (!stopped) onLost(error)
      }
      if (client !== undefined) await Promise.race([client.end().catch(() => {}), wait(CLOSE_TIMEOUT_MS)])
      client = undefined
      clearTimeout(timer)
      if (!stopped) await wait(RECONNECT_MS)
    }
  }

  const running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      endWait()
      await running
    },
  }
}
