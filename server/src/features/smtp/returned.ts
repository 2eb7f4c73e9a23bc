/** Mails that come back to the return path of a delivery. They are recorded like the reports of other providers. */
import type { Clock } from '../../platform/clock.ts'
import { bucketOf } from '../../platform/ids.ts'
import type { Callbacks } from '../../core/deliveries/callbacks.ts'
import type { ReturnPath } from '../../core/providers/return-path.ts'
import { later, noRelay } from './reply.ts'

export interface ReturnedTools {
  clock: Clock
  /** The server with the bucket's rows. */
  serverOf(bucket: number): { callbacks: Pick<Callbacks, 'find' | 'receive'> }
}

/** The header line of final delivery (RFC 5321 section 4.4). An empty path marks the mail of a mail server. */
const returnPathLine = (sender: string) =>
  Buffer.from(`Return-Path: <${sender.replaceAll(/[^\x21-\x7e]|[<>]/g, '')}>\r\n`)

/**
 * Records the report in a mail. `source`: the start of the mail. Resolves when it is durable. Throws `Refused` if the
 * channel is deleted, and other errors if the database is away.
 */
export async function takeReturned(
  { clock, serverOf }: ReturnedTools,
  returnPath: ReturnPath,
  { sender, source }: { sender: string; source: Buffer },
): Promise<void> {
  const { accountId } = returnPath.delivery
  const { callbacks } = serverOf(bucketOf(accountId))
  const channel = await callbacks.find({ accountId, channelId: returnPath.channelId })
  if (channel === null) throw noRelay()
  const result = await callbacks.receive(channel, {
    ...{ method: 'SMTP', url: '', headers: {}, returnPath },
    body: Buffer.concat([returnPathLine(sender), source]),
    receivedAt: clock.wall(),
  })
  if (result === 'unavailable') throw later()
}
