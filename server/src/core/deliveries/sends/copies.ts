/** Copies of mails (cc and bcc). They have no delivery of their own, so only their addresses are judged. */
import { findSuppressions } from '../suppressions.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { RenderedEmail } from '../../providers/content.ts'
import type { SendInput } from '../../providers/provider.ts'

/** A decided send. */
interface Judged {
  row: { bucket: number; accountId: number; channelType: string }
  input: Pick<SendInput, 'to' | 'content'> | null
}

const copiesOf = ({ cc = [], bcc = [] }: RenderedEmail): string[] => [...cc, ...bcc]

/** The copies that are not in `left`. Without copies, the field is absent. */
function withoutCopies({ cc = [], bcc = [], ...email }: RenderedEmail, left: ReadonlySet<string>): RenderedEmail {
  const kept = { cc: cc.filter((address) => !left.has(address)), bcc: bcc.filter((address) => !left.has(address)) }
  return {
    ...email,
    ...(kept.cc.length === 0 ? {} : { cc: kept.cc }),
    ...(kept.bcc.length === 0 ? {} : { bcc: kept.bcc }),
  }
}

/** Leaves out copies to suppressed addresses, and to the recipient, who gets the mail anyway. One read for all sends. */
export async function withoutSuppressedCopies<Send extends Judged>(
  tx: Transaction,
  judged: readonly Send[],
): Promise<Send[]> {
  const copies = judged.flatMap(({ row, input }) => {
    const { bucket, accountId, channelType } = row
    const email = input?.content.email
    return email === undefined ? [] : copiesOf(email).map((address) => ({ bucket, accountId, channelType, address }))
  })
  const reasons = await findSuppressions(tx, copies)
  const left = new Set(copies.flatMap(({ accountId, address }, at) => (reasons[at] ? `${accountId}/${address}` : [])))
  return judged.map((one) => {
    const { row, input } = one
    const email = input?.content.email
    if (input === null || email === undefined) return one
    const suppressed = copiesOf(email).filter((address) => left.has(`${row.accountId}/${address}`))
    const to = input.to.email?.toLowerCase()
    const own = copiesOf(email).filter((address) => address.toLowerCase() === to)
    const content = { ...input.content, email: withoutCopies(email, new Set([...suppressed, ...own])) }
    return { ...one, input: { ...input, content } }
  })
}
