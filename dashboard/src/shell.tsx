import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { AccountSwitch } from './accounts.tsx'
import { useIsAway } from './api/connection.ts'
import { useChange } from './api/queries.ts'
import { useSession, useSessionChanges } from './api/session.tsx'
import { guideTo } from './guides.ts'
import { useShortcuts } from './keyboard/shortcuts.tsx'
import { NAVIGATION } from './navigation.ts'
import { Link, navigate, usePath } from './router.ts'
import { SearchButton, useSearchDialog } from './search/search.tsx'
import './shell.css'
import { PasswordPrompt } from './sign-in/password-dialog.tsx'
import { ThemeSwitch } from './theme.tsx'
import { Button } from './ui/button.tsx'
import { Icon } from './ui/icon.tsx'
import { Toasts } from './ui/toast.tsx'
import { DisabledFlag } from './webhooks/disabled-flag.tsx'

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/icon.svg" alt="" width={22} height={22} />
      Tidings
    </Link>
  )
}

function Navigation() {
  const path = usePath()
  return (
    <nav aria-label="Main">
      <ul>
        {NAVIGATION.map(({ to, title, icon }) => {
          const isHere = path === to || (to !== '/' && path.startsWith(`${to}/`))
          return (
            <li key={to}>
              <Link to={to} aria-current={isHere ? 'page' : undefined}>
                <Icon name={icon} />
                {title}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Opens beside the dashboard: what is being written stays there. */
function Help() {
  const { title, address } = guideTo(usePath())
  return (
    <a className="help-link" href={address} target="_blank" rel="noopener">
      <Icon name="help" />
      <span>
        Help<span className="small muted">{title}</span>
      </span>
    </a>
  )
}

function Who({ onShortcuts }: { onShortcuts: () => void }) {
  const { member, account } = useSession()
  const sessions = useSessionChanges()
  const signOut = useChange('DELETE /api/v1/session')

  async function leave(): Promise<void> {
    // If the service cannot be reached, the page still ends its session. The next start finds the session again.
    await signOut.mutateAsync({}).catch(() => null)
    navigate('/', { replace: true })
    sessions.end()
  }

  return (
    <div className="who">
      <div>
        <p title={account.name}>{account.name}</p>
        <p className="small muted" title={member.email}>
          {member.email}
        </p>
      </div>
      <AccountSwitch />
      <div className="row apart">
        <Button tone="quiet" icon="leave" busy={signOut.isPending} onClick={() => void leave()}>
          Sign out
        </Button>
        <span className="row tight">
          <Button
            tone="quiet"
            icon="keyboard"
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            aria-haspopup="dialog"
            onClick={onShortcuts}
          />
          <ThemeSwitch />
        </span>
      </div>
    </div>
  )
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function ConnectionBanner() {
  const online = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  const isAway = useIsAway()
  return (
    <div className="banner" role="status">
      {!online
        ? 'You are offline: the page may be old, and you can’t change anything.'
        : isAway && 'The service cannot be reached: the page may be old. The dashboard connects again by itself.'}
    </div>
  )
}

/** The frame of every page: the navigation, the signed-in member, and the global notices. */
export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [searchDialog, openSearch] = useSearchDialog()
  const [shortcutsDialog, openShortcuts] = useShortcuts(openSearch)
  const path = usePath()
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className="shell">
        <header className="chrome">
          <div className="topbar">
            <Brand />
            <div className="row">
              <SearchButton compact onOpen={openSearch} />
              <Button
                tone="quiet"
                icon={open ? 'close' : 'menu'}
                aria-label="Menu"
                aria-expanded={open}
                aria-controls="sidebar"
                onClick={() => setOpen(!open)}
              />
            </div>
          </div>
          <div id="sidebar" className={open ? 'sidebar open' : 'sidebar'}>
            <Brand />
            <SearchButton onOpen={openSearch} />
            <Navigation />
            <Help />
            <Who onShortcuts={openShortcuts} />
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          <ConnectionBanner />
          <DisabledFlag />
          {children}
        </main>
      </div>
      {searchDialog}
      {shortcutsDialog}
      <PasswordPrompt />
      <Toasts />
    </>
  )
}
