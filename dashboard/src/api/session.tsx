/** The signed-in member, and the rights of this member. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import type { Session } from '../../../sdk/src/types.ts'
import { ApiFailure, call, setCsrfToken } from './call.ts'

export type { Session } from '../../../sdk/src/types.ts'

export const SESSION_KEY = ['GET /api/v1/session', {}]

/** null: no member is signed in. `ended`: the service has ended the session. */
export type SessionState = Session | null | 'ended'

/** The service writes into the page whether the browser sent a session cookie. */
function mayHaveSession(): boolean {
  return document.querySelector('meta[name="session"]')?.getAttribute('content') !== 'none'
}

async function readSession(): Promise<SessionState> {
  if (!mayHaveSession()) return null
  try {
    const { session } = await call('GET /api/v1/session', {})
    setCsrfToken(session.csrf_token)
    return session
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return 'ended'
    throw error
  }
}

/** The signed-in member, as far as the page knows. */
export function useSessionState(): UseQueryResult<SessionState> {
  return useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: Infinity })
}

/** All tabs of a browser share one cookie. If it changes to another account, the other tabs reload. */
const tabs = new BroadcastChannel('session')

function tellTabs(session: Session): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  tabs.postMessage(placeOf(session))
}

const placeOf = ({ account, member }: Session) => `${account.id} ${member.id}`

/** Called when a session begins, gets another cookie, or ends. Responses for another session are dropped. */
export function useSessionChanges() {
  const client = useQueryClient()
  const forget = () => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
  return {
    begin(session: Session): void {
      const before = client.getQueryData<SessionState>(SESSION_KEY)
      const isSame = before != null && before !== 'ended' && placeOf(before) === placeOf(session)
      if (!isSame) forget()
      tellTabs(session)
      setCsrfToken(session.csrf_token)
      document.querySelector('meta[name="session"]')?.setAttribute('content', 'possible')
      client.setQueryData(SESSION_KEY, session)
    },
    end(): void {
      setCsrfToken(null)
      forget()
      client.setQueryData(SESSION_KEY, null)
    },
    /** Reloads the page in the account of the session, so nothing of the previous account is left, nor its live stream. */
    enter(session: Session): void {
      tellTabs(session)
      window.location.assign('/')
    },
  }
}

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const place = placeOf(session)
  useEffect(() => {
    const listen = ({ data }: MessageEvent<string>) => {
      if (data !== place) window.location.replace('/')
    }
    tabs.addEventListener('message', listen)
    return () => tabs.removeEventListener('message', listen)
  }, [place])
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session of the signed-in member, for all components inside the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('Not signed in: sign in first')
  return session
}

/** The rights: to change things, or to manage members and API keys. */
export type Permission = 'change' | 'manage members'

/** null if the member has the right. Otherwise the reason, for the disabled control. */
export function useWhyNot(permission: Permission): string | null {
  const { role } = useSession().member
  if (role === 'owner') return null
  if (permission === 'manage members') return 'Only an owner of the account may do this'
  return role === 'viewer' ? 'You are a viewer: you can only read' : null
}
