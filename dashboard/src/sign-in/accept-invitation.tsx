import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { useSessionChanges } from '../api/session.tsx'
import { navigate } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Entrance } from './entrance.tsx'
import { Throttled, useThrottle } from './throttled.tsx'

const PASSWORD_CHARACTERS_MIN = 10

/** The token of an invitation, from the fragment of the URL. */
export function invitationOf(hash: string): string | null {
  return /^#\/invitation\/([\w-]+)$/.exec(hash)?.[1] ?? null
}

/** The account, the role and the inviter. Nothing if the invitation has ended: the form then shows the error. */
function Shown({ token }: { token: string }) {
  const { data } = useRead('POST /api/v1/invitations/show', { body: { invitation: { token } } })
  if (data === undefined) return null
  const { account_name: account, email, role, invited_by: inviter } = data.invitation
  return (
    <p>
      {inviter === null ? 'You are' : <bdi>{inviter} has</bdi>} invited {inviter === null ? '' : 'you '}to the account{' '}
      <strong>
        <bdi>{account}</bdi>
      </strong>{' '}
      as {role}, with the email <bdi>{email}</bdi>.
    </p>
  )
}

/** Accepts an invitation with a new or an existing password, and signs in. The link works once. */
export function AcceptInvitation({ token }: { token: string }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { begin } = useSessionChanges()
  const accept = useChange('POST /api/v1/invitations/accept', {
    async onSuccess({ session }) {
      await begin(session)
      navigate('/', { replace: true })
    },
  })
  const secondsLeft = useThrottle(accept.error)
  const { token: tokenProblems, password: passwordProblems, name: nameProblems } = accept.error?.errors ?? {}

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (accept.isPending || secondsLeft > 0) return
    accept.mutate({ body: { invitation: { token, password, name: name === '' ? null : name } } })
  }

  return (
    <Entrance title="Accept the invitation">
      <Shown token={token} />
      <p className="muted">
        If you already sign in with the invited email, enter the same password: the account is then added to your
        sign-in. With another password you get a separate sign-in, without your other accounts. The link works once.
      </p>
      <form className="stack" onSubmit={submit}>
        <TextField label="Name" autoComplete="name" value={name} onChange={setName} problems={nameProblems} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_CHARACTERS_MIN}
          help={`At least ${PASSWORD_CHARACTERS_MIN} characters`}
          value={password}
          onChange={setPassword}
          problems={passwordProblems}
        />
        {tokenProblems !== undefined && (
          <Notice tone="bad" live>
            <p>This invitation was already used or has expired. Ask an owner of the account for a new one.</p>
          </Notice>
        )}
        {accept.error?.code === 'rate_limited' && <Throttled secondsLeft={secondsLeft} />}
        {accept.error !== null && accept.error.code !== 'rate_limited' && tokenProblems === undefined && (
          <ErrorNotice error={accept.error} />
        )}
        <Button type="submit" tone="primary" busy={accept.isPending}>
          Accept and sign in
        </Button>
      </form>
    </Entrance>
  )
}
