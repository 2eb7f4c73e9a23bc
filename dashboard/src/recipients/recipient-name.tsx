import { Line } from '../ui/table.tsx'
import { addressOf, nameOf } from './recipient.ts'
import type { Named } from './recipient.ts'

/** The name of a recipient over its address. */
export function RecipientName({ recipient }: { recipient: Named }) {
  const address = addressOf(recipient)
  return (
    <>
      <Line text={nameOf(recipient)} />
      {address !== null && <Line text={address} />}
    </>
  )
}
