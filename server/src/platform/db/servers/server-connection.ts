import pg from 'pg'
import type { ClientConfig, Connection as ProtocolConnection } from 'pg'
import { checkWritable } from './address.ts'
import type { DatabaseAddress } from './address.ts'

/** With the codes of a failed connect, so that it counts as an outage and not as an unknown result. */
const didNotRespond = () =>
  Object.assign(new Error('The database server did not respond in time'), { code: 'ETIMEDOUT', syscall: 'connect' })

/** A connection to the current server of an address. It is open when the server has shown that it accepts writes. */
export class ServerConnection extends pg.Client {
  readonly #limitMs: number

  /**
   * `connectionTimeoutMillis` is the time limit for all servers of the address together. It covers TLS, the sign-in and
   * the check. `options`: more settings of the session.
   */
  constructor(address: DatabaseAddress, config: ClientConfig, options?: string) {
    super({ ...config, ...address.configOf(options), keepAlive: true, connectionTimeoutMillis: 0 })
    this.#limitMs = address.timeoutOf(config.connectionTimeoutMillis ?? 0)
    // Without a listener, a connection lost between two statements would end the process. The next statement fails
    // anyway.
    this.on('error', () => {})
  }

  /** Opens a connection to the first server that works. Makes no further try if `isStopped` returns true. */
  static open(
    address: DatabaseAddress,
    config: ClientConfig,
    isStopped: () => boolean = () => false,
  ): Promise<ServerConnection> {
    return address.tryServers(async () => {
      if (isStopped()) throw new Error('The work has stopped')
      const connection = new ServerConnection(address, config)
      await connection.connect()
      return connection
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = this.#connect()
    if (callback === undefined) return connected
    connected.then(() => (callback as (error: Error | null) => void)(null), callback)
  }

  /** Missing in the driver's types. Its stream changes when TLS begins. */
  get #protocol(): ProtocolConnection {
    return (this as unknown as { connection: ProtocolConnection }).connection
  }

  /** Closes the connection at once, whatever the server sends. */
  abort(): void {
    this.#protocol.stream.destroy()
  }

  async #connect(): Promise<this> {
    const timer = setTimeout(() => this.#protocol.stream.destroy(didNotRespond()), this.#limitMs)
    try {
      await super.connect()
      await checkWritable(this)
      return this
    } catch (error) {
      await this.end().catch(() => {})
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
