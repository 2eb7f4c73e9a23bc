import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useChange } from '../api/queries.ts'
import { useSessionChanges } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Entrance } from './entrance.tsx'
import { Throttled, useThrottle } from './throttled.tsx'

/** Sign-in with email and password. `hasEnded`: the session ended while the page was open. */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { begin } = useSessionChanges()
  const signIn = useChange('POST /api/v1/session', { onSuccess: ({ session }) => begin(session) })
  const secondsLeft = useThrottle(signIn.error)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (signIn.isPending || secondsLeft > 0) return
    signIn.mutate({ body: { session: { email, password } } })
  }

  return (
    <Entrance title="Sign in">
      {hasEnded && signIn.error === null && <Notice>Your session has ended. Sign in to continue.</Notice>}
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        {signIn.error?.code === 'rate_limited' ? (
          <Throttled secondsLeft={secondsLeft} />
        ) : (
          <ErrorNotice error={signIn.error} />
        )}
        <Button
          type="submit"
          tone="primary"
          busy={signIn.isPending}
          whyNot={secondsLeft > 0 ? 'Too many failed tries: wait' : null}
        >
          {signIn.isPending ? 'Signing in …' : 'Sign in'}
        </Button>
      </form>
      <p className="small muted">
        Forgot the password? The operator of the service can set a new one with{' '}
        <code>npm run tidings -- members reset-password EMAIL</code>, or an owner of the account can remove you and
        invite you again under Settings, Members.
      </p>
    </Entrance>
  )
}
