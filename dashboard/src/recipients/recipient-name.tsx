import { Line } from '../ui/table.tsx'
import { addressOf, nameOf } from './recipient.ts'
import type { Named } from './recipient.ts'

/** The name of a recipient over its address. `onPhone`: shown behind the name on a small screen. */
export function RecipientName({ recipient, onPhone }: { recipient: Named; onPhone?: string | undefined }) {
  const address = addressOf(recipient)
  const name = nameOf(recipient)
  return (
    <>
      {onPhone === undefined ? (
        <Line text={name} />
      ) : (
        <span className="line" title={name}>
          <bdi>{name}</bdi>
          <span className="of-phone muted" />
          <bdi className="of-phone muted">{onPhone}</bdi>
        </span>
      )}
      {address !== null && <Line text={address} />}
    </>
  )
}
