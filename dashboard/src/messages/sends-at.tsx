/** The times of a list with scheduled messages. */
import type { Column } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'

/** When a row is sent. Null: it is not scheduled. */
type SendsAt<Row> = (row: Row) => string | null

/** Only in a list with a scheduled message. */
export function sendsAtColumn<Row>(rows: readonly Row[], sendsAt: SendsAt<Row>): Column<Row>[] {
  if (rows.every((row) => sendsAt(row) === null)) return []
  const cell = (row: Row) => sendsAt(row) !== null && <ListTime at={sendsAt(row)} />
  return [{ title: 'Sends at', width: 8.5, cell }]
}

/** On a phone, a scheduled message has the time of its send there. */
export function createdColumn<Row extends { created_at: string }>(sendsAt: SendsAt<Row>): Column<Row> {
  return {
    title: 'Created',
    width: 8.5,
    phone: 'time',
    cell: (row) =>
      sendsAt(row) === null ? (
        <ListTime at={row.created_at} />
      ) : (
        <>
          <span className="of-phone">
            Sends at <Time at={sendsAt(row)} full />
          </span>
          <div className="of-screen">
            <ListTime at={row.created_at} />
          </div>
        </>
      ),
  }
}
