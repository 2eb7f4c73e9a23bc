import type { AddressInfo } from 'node:net'
import { errorCode } from '../db/database-error.ts'
import { StartError } from '../db/servers/start-error.ts'
import type { App } from './route.ts'

export interface ListenAddress {
  host: string
  port: number
  /** The variable to change if the port cannot be used. */
  variable: string
  /** What else the operator may do if the port is taken. */
  otherwise?: string
}

/**
 * Listens, and returns the port.
 * @throws {StartError} if the port or the address cannot be used.
 */
export async function listen(app: App, { host, port, variable, otherwise = '' }: ListenAddress): Promise<number> {
  try {
    // For `localhost`, Fastify would open a second server for the other family, without this one's limits.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} of ${host} is already in use: set ${variable} to another port${otherwise}`, {
        cause: error,
      })
    if (code === 'EACCES')
      throw new StartError(
        `Port ${port} of ${host} is not allowed for this user: set ${variable} to a port above 1023`,
        { cause: error },
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine`, { cause: error })
    throw error
  }
  return (app.server.address() as AddressInfo).port
}
