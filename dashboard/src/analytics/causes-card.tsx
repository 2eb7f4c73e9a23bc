import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { canHelp } from '../deliveries/cause.ts'
import { ResendProgress } from '../messages/resend-progress.tsx'
import { ResendDialog } from '../messages/resend-dialog.tsx'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { endOf, listOf } from './outcomes.ts'
import type { DeliveryCounts } from './outcomes.ts'
import { READ_EVERY_MS } from './period.ts'
import type { Period } from './period.ts'

type Group = DeliveryCounts['groups'][number]
export type Cause = NonNullable<Group['cause']>

const failuresOf = ({ counts }: Group): number => counts.failed + counts.bounced

function CauseTable({ counts, onSend }: { counts: DeliveryCounts; onSend: (group: Group) => void }) {
  const [since, end] = [Date.parse(counts.groups_since), endOf(counts)]
  const whyNot = useWhyNot('change')
  const rows = counts.groups.filter((group) => failuresOf(group) > 0)
  return (
    <Table
      label="Failures by cause"
      rows={rows}
      keyOf={({ cause }) => cause ?? 'others'}
      columns={[
        {
          title: 'Cause',
          kind: 'whole',
          phone: 'name',
          cell: ({ cause, name }) => (
            <Link to={listOf({ cause: cause!, status: 'failed,bounced' }, since, end)}>{name}</Link>
          ),
        },
        {
          title: 'Deliveries',
          width: 7,
          kind: 'number',
          phone: 'text',
          cell: (group) => (
            <>
              {failuresOf(group).toLocaleString()}
              <span className="of-phone">{failuresOf(group) === 1 ? ' delivery' : ' deliveries'}</span>
            </>
          ),
        },
        {
          title: 'Send these again',
          kind: 'actions',
          phone: 'time',
          width: 11,
          cell: (group) =>
            canHelp(group.cause) && (
              <Button whyNot={whyNot} aria-label={`Send these again: ${group.name}`} onClick={() => onSend(group)}>
                Send these again
              </Button>
            ),
        },
      ]}
    />
  )
}

/** The failed and bounced deliveries by cause, with a way to send them again. */
export function CausesCard({ period }: { period: Period }) {
  const query = { ...period, group_by: 'cause' as const }
  const read = useRead('GET /api/v1/delivery_counts', { query }, { everyMs: READ_EVERY_MS })
  const [sent, setSent] = useState<{ cause: Cause; name: string; since: number; end: number } | null>(null)
  return (
    <Card title="Failures by cause">
      <ResendProgress />
      <Loaded of={read}>
        {(counts) =>
          counts.groups.every((group) => failuresOf(group) === 0) ? (
            <Empty title="None">No delivery of this period has failed or bounced.</Empty>
          ) : (
            <CauseTable
              counts={counts}
              onSend={({ cause, name }) =>
                setSent({ cause: cause!, name: name!, since: Date.parse(counts.since), end: endOf(counts) })
              }
            />
          )
        }
      </Loaded>
      {sent !== null && (
        <ResendDialog
          name={sent.name}
          wanted={{
            filters: {
              cause: sent.cause,
              created_after: new Date(sent.since - 1).toISOString(),
              created_before: new Date(sent.end).toISOString(),
            },
          }}
          onClose={() => setSent(null)}
        />
      )}
    </Card>
  )
}
