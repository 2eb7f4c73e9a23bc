import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from '../router.ts'
import { CopyButton } from './copy.tsx'
import './page.css'

let isFirstPage = true

/** A whole page under its title. When it comes, its heading has the focus, so that screen readers tell it. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Tidings`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="page">
      <header>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions != null && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a page, in a frame. */
export function Card({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header>
          <h2 id={id}>{title}</h2>
          {actions != null && <div className="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

/** Names and what they are; rows that are null or false are left out. */
export function Facts({ rows }: { rows: readonly ([name: string, value: ReactNode] | null | false)[] }) {
  return (
    <dl className="facts">
      {rows.map((row) => {
        if (row === null || row === false) return null
        const [name, value] = row
        return (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Pages that belong together. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { to: string; title: string }[]
  /** The `to` of the one that is shown. */
  current: string
}) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // Where they do not all fit beside each other, the one that is shown is in sight.
    const shown = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (shown != null) nav.current!.scrollLeft = shown.offsetLeft - nav.current!.offsetLeft
  }, [current])
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {tabs.map(({ to, title }) => (
        <Link key={to} to={to} aria-current={current === to ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Text in a fixed-width font, to copy. */
export function Code({ text, label, wrapped = false }: { text: string; label: string; wrapped?: boolean }) {
  return (
    <div className="code">
      <pre className={wrapped ? 'wrapped' : ''} tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <div>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  )
}
