import type { ReactNode } from 'react'
import { ApiFailure } from '../api/call.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import './notice.css'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent'

/** The icon of a tone, so that a state is not told by its colour alone. */
const ICONS: Partial<Record<Tone, IconName>> = { good: 'check', warn: 'warning', bad: 'close' }
const BADGE_ICON_PX = 12

/** A word for a state. `icon`: instead of the icon of the tone. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  const shown = icon ?? ICONS[tone]
  return (
    <span className={`badge ${tone}`}>
      {shown !== undefined && <Icon name={shown} size={BADGE_ICON_PX} />}
      <span>{children}</span>
    </span>
  )
}

/** A notice. `live`: screen readers read it when it appears. */
export function Notice({
  tone = 'neutral',
  live = false,
  children,
}: {
  tone?: Exclude<Tone, 'accent'>
  live?: boolean
  children: ReactNode
}) {
  return (
    <div className={`notice ${tone}`} role={live ? 'alert' : undefined}>
      <Icon name={tone === 'good' ? 'check' : tone === 'neutral' ? 'info' : 'warning'} />
      <div>{children}</div>
    </div>
  )
}

/** The error as a sentence for people. Nothing without an error. */
export function ErrorNotice({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  if (error === null) return null
  const requestId = error instanceof ApiFailure ? error.requestId : null
  return (
    <Notice tone="bad" live>
      <p>
        {error.message}
        {error instanceof ApiFailure &&
          error.retryAfterSeconds !== null &&
          `. Try again in ${error.retryAfterSeconds} s`}
      </p>
      {requestId !== null && <p className="muted small">Request {requestId}</p>}
      {onRetry !== undefined && (
        <div>
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Notice>
  )
}

/** An empty state: its title, and a hint to fill it. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children != null && <p>{children}</p>}
      {action}
    </div>
  )
}

export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="loading" role="status" aria-label={label}>
      <span />
      <span />
      <span />
    </div>
  )
}

/** Shows a read while it loads, if it failed, and its result. */
export function Loaded<Data>({
  of: { data, error, refetch },
  children,
}: {
  of: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
}) {
  if (data !== undefined) {
    return (
      <>
        {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {children(data)}
      </>
    )
  }
  return error === null ? <Loading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />
}
