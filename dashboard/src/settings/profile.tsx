import { useState } from 'react'
import type { SubmitEvent } from 'react'
import type { Operations } from '../api/call.ts'
import { useChange, useRead } from '../api/queries.ts'
import { useSession, useSessionChanges } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Badge, ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'
import { TimesCard } from './times-card.tsx'

type ListedSession = Operations['GET /api/v1/sessions']['answer']['sessions'][number]

const PASSWORD_CHARACTERS_MIN = 10

function PasswordCard() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { begin } = useSessionChanges()
  const change = useChange('PUT /api/v1/session/password', { changes: ['GET /api/v1/sessions'] })
  const { current_password: currentProblems, new_password: nextProblems } = change.error?.errors ?? {}
  const isTold = currentProblems !== undefined || nextProblems !== undefined

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { body: { password: { current_password: current, new_password: next } } },
      {
        onSuccess: ({ session }) => {
          void begin(session)
          setCurrent('')
          setNext('')
        },
      },
    )
  }

  return (
    <Card title="Password">
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
          problems={currentProblems}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_CHARACTERS_MIN}
          help={`At least ${PASSWORD_CHARACTERS_MIN} characters. All your other sessions end.`}
          value={next}
          onChange={setNext}
          problems={nextProblems}
        />
        {!isTold && <ErrorNotice error={change.error} />}
        {change.isSuccess && current === '' && (
          <Notice tone="good" live>
            <p>The password has been changed.</p>
          </Notice>
        )}
        <div>
          <Button type="submit" tone="primary" busy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The browser and system of a user agent, in a form that people recognise. */
function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown'
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\w*\/(\d+)/.exec(userAgent)
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1]
  const name = browser === null ? userAgent.slice(0, 40) : `${names[browser[1]!] ?? browser[1]} ${browser[2]}`
  return system === undefined ? name : `${name}, ${system.replace(' OS X', '')}`
}

function SessionsCard() {
  const read = useRead('GET /api/v1/sessions', {})
  const end = useChange('DELETE /api/v1/sessions/{id}', { changes: ['GET /api/v1/sessions'] })
  return (
    <Card title="Your sessions">
      <ErrorNotice error={end.error} />
      <Loaded of={read}>
        {({ sessions }) => (
          <Table<ListedSession>
            label="Sessions"
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Browser',
                phone: 'name',
                cell: ({ user_agent: agent, current }) => (
                  <span className="row">
                    <span title={agent ?? undefined}>{browserOf(agent)}</span>
                    {current && <Badge tone="accent">this one</Badge>}
                  </span>
                ),
              },
              { title: 'From', width: 10, phone: 'text', cell: ({ from }) => from ?? '–' },
              { title: 'Signed in', width: 13, cell: ({ created_at: at }) => <Time at={at} full /> },
              { title: 'Last used', width: 8, phone: 'time', cell: ({ last_used_at: at }) => <ListTime at={at} /> },
              {
                title: 'End',
                width: 6.5,
                kind: 'actions',
                phone: 'state',
                cell: ({ id, current, user_agent: agent }) =>
                  !current && (
                    <Button
                      tone="danger"
                      busy={end.isPending}
                      aria-label={`End the session of ${browserOf(agent)}`}
                      onClick={() => end.mutate({ path: { id } })}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** The signed-in member: email and role, the password, and the sessions. */
export function Profile() {
  const { member } = useSession()
  return (
    <div className="stack">
      <Card title="You">
        <Facts rows={[['Email', member.email], member.name !== null && ['Name', member.name], ['Role', member.role]]} />
      </Card>
      <TimesCard />
      <SessionsCard />
      <PasswordCard />
    </div>
  )
}
