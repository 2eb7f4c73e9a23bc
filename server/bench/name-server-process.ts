/** The name server's process: every name has the one IPv4 address of loopback. It tells its parent where it listens. */
import { startNameServer, TYPE_A } from '../test/name-server.ts'

/** More than 300 datagrams at once would overflow Linux' usual buffer: then the bench would measure its own name server. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

const reply = (_name: string, type: number) => (type === TYPE_A ? ['127.0.0.1'] : [])
const { server } = await startNameServer(reply, { receiveBufferBytes: RECEIVE_BUFFER_BYTES })
process.send!(server)
// The parent has gone.
process.on('disconnect', () => process.exit(0))
