/** The process of the name server. Every name has the single IPv4 address of loopback. It sends its port to its parent. */
import { startNameServer, TYPE_A } from '../test/name-server.ts'

/**
 * More than 300 datagrams at once would overflow the usual buffer of Linux. The bench would then measure its own name
 * server.
 */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

const reply = (_name: string, type: number) => (type === TYPE_A ? ['127.0.0.1'] : [])
const { server } = await startNameServer(reply, { receiveBufferBytes: RECEIVE_BUFFER_BYTES })
process.send!(server)
// The parent has ended.
process.on('disconnect', () => process.exit(0))
