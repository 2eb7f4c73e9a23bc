/** The signed-in member, and the rights of this member. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { setLivePosition, startLiveAfter } from '../live/live-position.ts'
import { ApiFailure, call, setCsrfToken } from './call.ts'
import type { Answer } from './call.ts'

export type Session = Answer<'POST /api/v1/session'>['session']
type FirstStepsDone = Answer<'GET /api/v1/session'>['session']['first_steps']
/** A session that has another cookie, or could not be read yet, has no steps: they are read with it the next time. */
export type PageSession = Session & { first_steps?: FirstStepsDone }

export const SESSION_KEY = ['GET /api/v1/session', {}]

/** null: no member is signed in. `ended`: the service has ended the session. */
export type SessionState = PageSession | null | 'ended'

/** The service writes into the page whether the browser sent a session cookie. */
function mayHaveSession(): boolean {
  return document.querySelector('meta[name="session"]')?.getAttribute('content') !== 'none'
}

/** Reads the session, and keeps what it has of other operations as if it had just been read. */
async function readSession({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<SessionState> {
  if (!mayHaveSession()) return null
  try {
    const { session } = await call('GET /api/v1/session', {}, signal)
    const { webhook_endpoint: endpoint, webhook_health: health, live_after: position, ...own } = session
    setCsrfToken(own.csrf_token)
    startLiveAfter(position)
    const endpoints: Answer<'GET /api/v1/webhook_endpoints'> = {
      webhook_endpoints: endpoint === null ? [] : [endpoint],
    }
    client.setQueryData(['GET /api/v1/webhook_endpoints', {}], endpoints)
    if (endpoint !== null)
      client.setQueryData(['GET /api/v1/webhook_endpoints/{id}/health', { path: { id: endpoint.id } }], { health })
    return own
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return 'ended'
    throw error
  }
}

/** Sets the session, or its end. A read of the session on its way is older, so its response is dropped. */
export function setSession(client: QueryClient, session: SessionState): void {
  void client.cancelQueries({ queryKey: SESSION_KEY })
  client.setQueryData(SESSION_KEY, session)
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
  const forget = () => {
    setLivePosition('')
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] })
  }
  return {
    /** The first page of another member waits for what is read with the session, so it reads nothing twice. */
    async begin(session: Session): Promise<void> {
      const before = client.getQueryData<SessionState>(SESSION_KEY)
      const isSame = before != null && before !== 'ended' && placeOf(before) === placeOf(session)
      if (!isSame) forget()
      tellTabs(session)
      setCsrfToken(session.csrf_token)
      document.querySelector('meta[name="session"]')?.setAttribute('content', 'possible')
      if (isSame) return setSession(client, session)
      await client.cancelQueries({ queryKey: SESSION_KEY })
      const read = client.fetchQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: 0 })
      await read.catch(() => setSession(client, session))
    },
    end(): void {
      setCsrfToken(null)
      forget()
      setSession(client, null)
    },
    /** Reloads the page in the account of the session, so nothing of the previous account is left, nor its live stream. */
    enter(session: Session): void {
      tellTabs(session)
      window.location.assign('/')
    },
  }
}

/** Returns a function that gives the account of the session another name. */
export function useRename(): (name: string) => void {
  const client = useQueryClient()
  return (name) =>
    client.setQueryData<SessionState>(SESSION_KEY, (session) =>
      session == null || session === 'ended'
        ? session
        : {
            ...session,
            account: { ...session.account, name },
            accounts: session.accounts.map((one) => (one.id === session.account.id ? { ...one, name } : one)),
          },
    )
}

const SessionContext = createContext<PageSession | null>(null)

export function SessionProvider({ session, children }: { session: PageSession; children: ReactNode }) {
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
export function useSession(): PageSession {
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
