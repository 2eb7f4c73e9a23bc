import { createContext, Fragment, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '../router.ts'
import { CopyButton } from './copy.tsx'
import './page.css'

let isFirstPage = true

/** The place of the actions in the header of the page. */
const ActionsContext = createContext<HTMLElement | null>(null)

/** Shows its children behind the actions of the page: those of a list that is a part of the page. */
export function PageActions({ children }: { children: ReactNode }) {
  const place = useContext(ActionsContext)
  return place === null ? null : createPortal(children, place)
}

interface PageProps {
  /** Several parts have colons between them. Each keeps its direction, and the first is at the left. */
  title: string | readonly string[]
  actions?: ReactNode
  children: ReactNode
}

/** A page with its title. A new page puts the focus on its heading, so screen readers read it. */
export function Page({ title, actions, children }: PageProps) {
  const parts = typeof title === 'string' ? [title] : title
  const text = parts.join(': ')
  const heading = useRef<HTMLHeadingElement>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    document.title = `${text} · Tidings`
  }, [text])
  // A layout effect: a little later, it would take the focus from a member who types already.
  useLayoutEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <div className="page">
      <header>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            <span>
              {parts.map((part, place) => (
                <Fragment key={place}>
                  {place > 0 && ': '}
                  <bdi>{part}</bdi>
                </Fragment>
              ))}
            </span>
          </h1>
        </div>
        <div className="row" ref={setPlace}>
          {actions}
        </div>
      </header>
      <ActionsContext value={place}>{children}</ActionsContext>
    </div>
  )
}

/** A framed part of a page. */
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

/** The content at the left, and the facts about it at the right. On a narrow window, the facts follow the content. */
export function Sides({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className="sides">
      <div className="stack">{children}</div>
      <div className="stack side">{facts}</div>
    </div>
  )
}

/** Names and values. Rows with null or false are left out. */
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

/** Tabs for related pages. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { to: string; title: string }[]
  /** The `to` of the shown tab. */
  current: string
}) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // If the tabs do not fit, scroll to the shown tab.
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
