/** Exim, a mail transfer agent, with its own configuration, queue and mailbox in a temporary directory. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from './certificates.ts'

const INSTALL = 'apt-get install --no-install-recommends exim4-daemon-light'

/** This address has no mailbox. */
export const UNKNOWN_ADDRESS = 'unknown@example.com'
/** Refused temporarily, first as a recipient, then with the mail's content, until `take` is called. */
export const GREYLISTED_ADDRESS = 'greylisted@example.com'

export interface ArrivedMail {
  /** The recipient in the envelope. */
  to: string
  /** The whole mail with CRLF line ends. Each character is a byte. */
  text: string
}

/** An accepted mail, as in the log. */
export interface ReceivedLine {
  /** `esmtps` means SMTP over STARTTLS. */
  protocol: string
  /** The client's port. Each connection has another one. */
  clientPort: string
  tls: string
  messageId: string
}

export interface Exim {
  version: string
  port: number
  /** Resolves with the mailbox when it has `count` mails and no other mail is being delivered. */
  mails(count: number): Promise<ArrivedMail[]>
  received(): ReceivedLine[]
  /** Message-IDs of mails with temporarily refused content. */
  deferredMessageIds(): string[]
  /** Accepts the greylisted address as a recipient, or its mail with its content. */
  take(stage: 'recipient' | 'content'): void
  log(): string
  /** Stops Exim. Throws if its log has errors besides those about mail. */
  stop(): Promise<void>
}

function configuration(directory: string, uid: number, gid: number): string {
  return `
exim_user = ${uid}
exim_group = ${gid}
deliver_drop_privilege
primary_hostname = mail.example.com
spool_directory = ${directory}/spool
log_file_path = ${directory}/log/%slog
pid_file_path = ${directory}/exim.pid
keep_environment =
log_selector = +incoming_port +smtp_connection
rfc1413_hosts =
tls_advertise_hosts = *
tls_certificate = ${directory}/certificate.pem
tls_privatekey = ${directory}/key.pem
# The mails of one connection are delivered at once, however many: nobody runs the queue.
smtp_accept_queue_per_connection = 0
acl_smtp_connect = check_connect
acl_smtp_mail = check_mail
acl_smtp_rcpt = check_recipient
acl_smtp_data = check_content

begin acl
check_connect:
  # It would ask the internet for the key.
  accept control = dkim_disable_verify

check_mail:
  deny !encrypted = *
       message = 530 5.7.0 must issue a STARTTLS command first
  accept

check_recipient:
  defer local_parts = greylisted
        condition = \${if exists{${directory}/take-recipient}{no}{yes}}
        message = 450 4.7.1 greylisted, come again
  require verify = recipient
  accept

check_content:
  defer condition = \${if match{$recipients}{^greylisted@}}
        condition = \${if exists{${directory}/take-content}{no}{yes}}
        logwrite = deferred $h_message-id:
        message = 451 4.3.2 busy, come again
  accept

begin routers
mailboxes:
  driver = accept
  domains = example.com
  local_parts = ! unknown
  transport = mailbox

begin transports
mailbox:
  driver = appendfile
  maildir_format
  directory = ${directory}/mailbox
  envelope_to_add
  return_path_add
  user = ${uid}
  group = ${gid}
`
}

/** The program and its version. If Exim is missing, throws an error naming the package to install. */
function installed(): { program: string; version: string } {
  const names = ['/usr/sbin/exim4', '/usr/sbin/exim', 'exim4', 'exim']
  for (const program of names) {
    const tried = spawnSync(program, ['-bV'])
    const [, version] = /^Exim version (\S+)/m.exec(tried.stdout?.toString() ?? '') ?? []
    if (version !== undefined) return { program, version }
  }
  throw new Error(`Exim is not installed; to run this: ${INSTALL}`)
}

/** Exim runs as the test's user. If that is root, it runs as `nobody`. */
function owner(): { uid: number; gid: number } {
  const uid = process.getuid!()
  if (uid !== 0) return { uid, gid: process.getgid!() }
  const idOf = (option: string): number => Number(spawnSync('id', [option, 'nobody']).stdout.toString())
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Resolves with the file names in a directory when `satisfies` accepts them. */
function namesBecome(directory: string, satisfies: (names: string[]) => boolean): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const names = readdirSync(directory)
      if (!satisfies(names)) return
      watcher.close()
      resolve(names)
    }
    const watcher = watch(directory, look).on('error', reject)
    look()
  })
}

function readMail(path: string): ArrivedMail {
  const text = readFileSync(path, 'latin1').replaceAll('\n', '\r\n')
  return { to: /^Envelope-to: (.*)\r$/m.exec(text)![1]!, text }
}

const RECEIVED = / <= \S+ .*?\[127\.0\.0\.1\]:(\d+) P=(\S+) X=(\S+) .*? id=(\S+)$/gm

/** Starts Exim on a free port of 127.0.0.1. */
export async function startExim(certificate: Certificate): Promise<Exim> {
  const { program, version } = installed()
  const { uid, gid } = owner()
  const directory = mkdtempSync(join(tmpdir(), 'tidings-exim-'))
  const own = (name: string): string => join(directory, name)
  const queue = own('spool/input')
  const arrived = own('mailbox/new')
  for (const folder of [queue, own('log'), arrived, own('mailbox/cur'), own('mailbox/tmp')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(own('certificate.pem'), certificate.cert)
  writeFileSync(own('key.pem'), certificate.key)
  writeFileSync(own('exim.conf'), configuration(directory, uid, gid))
  for (const name of ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
    chownSync(own(name), uid, gid)

  // Exim inherits a socket that already listens. So no other process can take the port, and no wait for its start is
  // needed.
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  // Node has no public API for a listening socket's descriptor.
  const { _handle: handle } = listener as unknown as { _handle: { fd: number } }
  const options: SpawnOptions = { uid, gid, cwd: directory, stdio: [handle.fd, 'pipe', 'pipe'] }
  const daemon = spawn(program, ['-C', own('exim.conf'), '-bw'], options)
  listener.close()
  let output = ''
  for (const stream of [daemon.stdout!, daemon.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(daemon, 'close')

  const readLog = (name: string): string => (existsSync(own(name)) ? readFileSync(own(name), 'utf8') : '')
  const log = (): string => readLog('log/mainlog')
  return {
    version,
    port,
    async mails(count) {
      await namesBecome(arrived, (names) => names.length >= count)
      await namesBecome(queue, (names) => names.length === 0)
      return readdirSync(arrived).map((name) => readMail(join(arrived, name)))
    },
    received: () =>
      [...log().matchAll(RECEIVED)].map(([, clientPort, protocol, tls, messageId]) => {
        return { clientPort: clientPort!, protocol: protocol!, tls: tls!, messageId: messageId! }
      }),
    deferredMessageIds: () => [...log().matchAll(/ deferred <(\S+)>$/gm)].map((match) => match[1]!),
    take: (stage) => writeFileSync(own(`take-${stage}`), ''),
    log,
    async stop() {
      daemon.kill('SIGTERM')
      await ended
      const complaints = output + readLog('log/paniclog')
      rmSync(directory, { recursive: true, force: true })
      assert.equal(complaints, '')
    },
  }
}
