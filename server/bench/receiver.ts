import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createCertificateAuthority } from '../test/certificates.ts'
import type { CreateResponse } from './creates.ts'
import { closedAtInterrupt } from './interrupt.ts'

/** The address of the receiver. Port 0 is any free port. */
export interface ReceiverPlace {
  address: string
  port: number
}

const ANY_PORT: ReceiverPlace = { address: '127.0.0.1', port: 0 }

/** Messages to the receiver's process. */
export type ToReceiver =
  /** Certificate null: plain HTTP. */
  | { kind: 'start'; certificate: { key: string; cert: string } | null; place: ReceiverPlace }
  /** Counts from 0 again, and reports when each of these numbers of POSTs is reached. */
  | { kind: 'expect'; marks: number[] }
  /** From now on this share of the responses says `connection: close`, and closes. */
  | { kind: 'close'; share: number }
  /** Starts or stops keeping the arrival of each event, and forgets the kept arrivals. */
  | { kind: 'keep'; arrivals: boolean }
  /** Asks for the kept arrivals. */
  | { kind: 'tell' }

export interface Mark {
  /** POSTs since the start of the count. */
  posts: number
  /** Connections since then. */
  connections: number
  /** Monotonic ms of the receiver's process. */
  atMs: number
}

/** Messages from the receiver's process. */
export type FromReceiver =
  | { kind: 'listening'; port: number }
  | { kind: 'expecting' }
  | ({ kind: 'mark' } & Mark)
  | { kind: 'arrivals'; arrivals: Arrival[] }
  | { kind: 'answers'; responses: CreateResponse[] }

/** An event's id, and the arrival of the first byte of its first POST, ms since the epoch with fractions. */
export type Arrival = [eventId: string, atMs: number]

export interface Receiver {
  processId: number
  /** `https://<address>:<port>`, or `http:` if it has no certificate. */
  origin: string
  /** The file of the authority that signed its certificate, if there is one. */
  caFile: string
  /** Counts from 0 again. Each promise resolves after its number of POSTs. */
  expect(marks: number[]): Promise<Promise<Mark>[]>
  /** From now on this share of the responses, evenly spread, ends its connection. At first it is 0. */
  closeShare(share: number): void
  /** Keeps the arrival of each event from now on, until `arrivals` has returned them. */
  keepArrivals(): void
  arrivals(): Promise<Arrival[]>
  close(): Promise<void>
}

/** The receiver's certificate covers every name below it. */
export const RECEIVER_DOMAIN = 'receivers.example.com'

const PROCESS = fileURLToPath(new URL('receiver-process.ts', import.meta.url))

/** Resolves with the next message of this kind from the process. */
export function told<Kind extends FromReceiver['kind']>(
  child: ChildProcess,
  kind: Kind,
  satisfies: (message: FromReceiver & { kind: Kind }) => boolean = () => true,
): Promise<FromReceiver & { kind: Kind }> {
  return new Promise((resolve) => {
    const onMessage = (message: FromReceiver) => {
      if (message.kind !== kind || !satisfies(message as FromReceiver & { kind: Kind })) return
      child.off('message', onMessage)
      resolve(message as FromReceiver & { kind: Kind })
    }
    child.on('message', onMessage)
  })
}

/** Makes the process count from 0 again, and report each of the numbers. */
export async function expectMarks(child: ChildProcess, marks: number[]): Promise<Promise<Mark>[]> {
  child.removeAllListeners('message')
  const reached = marks.map((posts) => told(child, 'mark', (mark) => mark.posts === posts))
  const expecting = told(child, 'expecting')
  child.send({ kind: 'expect', marks } satisfies ToReceiver)
  await expecting
  return reached
}

/**
 * A receiver in its own process, on 127.0.0.1 unless another place is given. It responds to every POST with 200, over TLS, or
 * over plain HTTP if the scheme is `http`.
 */
export async function startReceiver(
  place: ReceiverPlace = ANY_PORT,
  scheme: 'https' | 'http' = 'https',
): Promise<Receiver> {
  const authority = await createCertificateAuthority()
  const child = fork(PROCESS)
  const exited = once(child, 'exit')
  const close = closedAtInterrupt(async () => {
    child.kill()
    await exited
    authority.close()
  })
  // The callers wait for its reports. If it has ended, it needs no message.
  const tell = (message: ToReceiver): void => {
    child.send(message, () => {})
  }
  const listening = told(child, 'listening')
  const certificate = scheme === 'http' ? null : await authority.issue({ names: [`*.${RECEIVER_DOMAIN}`] })
  tell({ kind: 'start', place, certificate })
  const failed = exited.then(async () => {
    await close()
    throw new Error(`The receiver does not listen at ${place.address}:${place.port}; why, it has said above.`)
  })
  const { port } = await Promise.race([listening, failed])
  return {
    processId: child.pid!,
    origin: `${scheme}://${place.address}:${port}`,
    caFile: authority.pemPath,
    expect: (marks) => expectMarks(child, marks),
    closeShare: (share) => tell({ kind: 'close', share }),
    keepArrivals: () => tell({ kind: 'keep', arrivals: true }),
    async arrivals() {
      const response = told(child, 'arrivals')
      tell({ kind: 'tell' })
      const { arrivals } = await response
      tell({ kind: 'keep', arrivals: false })
      return arrivals
    },
    close,
  }
}
