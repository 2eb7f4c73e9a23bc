/** The name server's process: every name has the one IPv4 address of loopback. It tells its parent where it listens. */
import { startNameServer, TYPE_A } from '../test/name-server.ts'

const { server } = await startNameServer((_name, type) => (type === TYPE_A ? ['127.0.0.1'] : []))
process.send!(server)
// The parent has gone.
process.on('disconnect', () => process.exit(0))
