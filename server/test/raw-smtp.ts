/** A client of SMTP that sends exactly the given bytes. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface RawSmtp {
  /** Writes the bytes, and returns the next reply. */
  say(bytes: string): Promise<string>
  write(bytes: string): void
  /** The next reply without writing anything. */
  reply(): Promise<string>
  /** Goes on under TLS, without checking the certificate. Returns its fingerprint. */
  startTls(): Promise<string>
  /** Writes `first`, and then `more` until the connection is closed. */
  flood(first: string, more: string): Promise<{ bytes: number; replies: string }>
  /** Resolves when the server has closed the connection. */
  closed: Promise<unknown>
  close(): void
}

/** Connects to `host:port`, and reads the greeting. */
export async function rawSmtp(address: string): Promise<RawSmtp & { greeting: string }> {
  const [host, port] = address.split(':')
  let socket: Socket = connect({ host: host!, port: Number(port) })
  let text = ''
  let wake = () => {}
  let ended = false
  const listen = () => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      wake()
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      ended = true
      wake()
    })
  }
  const closed = new Promise((resolve) => socket.once('close', resolve))
  listen()

  /** The lines up to the first without a hyphen behind its code. */
  async function reply(): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text)
      if (found !== null) {
        text = text.slice(found[0].length)
        return found[0]
      }
      if (ended) return 'closed'
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  return {
    greeting: await reply(),
    closed,
    reply,
    write: (bytes) => void socket.write(bytes),
    say(bytes) {
      socket.write(bytes)
      return reply()
    },
    async flood(first, more) {
      socket.write(first)
      let bytes = 0
      while (!ended) {
        bytes += more.length
        if (socket.write(more)) await new Promise(setImmediate)
        else await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
      }
      return { bytes, replies: text }
    },
    async startTls() {
      socket.removeAllListeners('data')
      const secure = connectTls({ socket, rejectUnauthorized: false })
      await once(secure, 'secureConnect')
      socket = secure
      listen()
      return secure.getPeerCertificate().fingerprint256
    },
    close: () => void socket.destroy(),
  }
}
