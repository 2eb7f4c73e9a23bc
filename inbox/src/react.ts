'use client'
/** The inbox in React 18 and 19: the web component as `TidingsInbox`, and the headless client as `useInbox`. */
import { createElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CSSProperties, ReactElement } from 'react'
import './element.ts'
import type { TidingsInboxElement, Words } from './element.ts'
import { createInbox } from './inbox.ts'
import type { Inbox, InboxOptions } from './inbox.ts'
import type { InboxMessage } from './message.ts'
import type { InboxState } from './model.ts'

export type { Inbox, InboxMessage, InboxOptions, InboxState, Words }

export interface TidingsInboxProps {
  /** The URL of the service, without `/api/v1`. */
  url: string
  token?: string
  /** Returns a recipient token from your backend. It may be a new function in each render. */
  getToken?: () => Promise<string>
  /** A client of your own, for example of `useInbox`. */
  inbox?: Inbox
  words?: Partial<Words>
  lang?: string
  theme?: 'light' | 'dark' | 'auto'
  pageSize?: number
  className?: string
  style?: CSSProperties
  onMessage?: (message: InboxMessage) => void
  /** Return false if your app opens the message itself, for example by its router. */
  onOpen?: (message: InboxMessage) => boolean | void
}

/** The bell with its panel. */
export function TidingsInbox(props: TidingsInboxProps): ReactElement {
  const { url, token, getToken, inbox, words, lang, theme, pageSize, className, style } = props
  const element = useRef<TidingsInboxElement>(null)
  const newest = useRef(props)
  const hasGetToken = getToken !== undefined

  useEffect(() => void (newest.current = props))
  useEffect(() => {
    const sharing = element.current!
    if (inbox === undefined) return
    sharing.inbox = inbox
    return () => void (sharing.inbox = null)
  }, [inbox])
  // React 18 sets no properties of custom elements.
  useEffect(() => {
    element.current!.getToken = hasGetToken ? () => newest.current.getToken!() : null
  }, [hasGetToken])
  useEffect(() => void (element.current!.words = words ?? {}), [words])
  useEffect(() => {
    const listening = element.current!
    const onMessage = ({ detail }: CustomEvent<InboxMessage>): void => newest.current.onMessage?.(detail)
    const onOpen = (event: CustomEvent<InboxMessage>): void => {
      if (newest.current.onOpen?.(event.detail) === false) event.preventDefault()
    }
    listening.addEventListener('tidings-message', onMessage)
    listening.addEventListener('tidings-open', onOpen)
    return () => {
      listening.removeEventListener('tidings-message', onMessage)
      listening.removeEventListener('tidings-open', onOpen)
    }
  }, [])

  const attributes = { url, token, lang, theme, 'page-size': pageSize, class: className, style }
  return createElement('tidings-inbox', { ref: element, ...attributes })
}

/** A client and its state, from the first to the last render of the component. Only another `url` makes another client. */
export function useInbox(options: InboxOptions): { inbox: Inbox; state: InboxState } {
  const newest = useRef(options)
  useEffect(() => void (newest.current = options))
  const create = (): Inbox => {
    const { getToken, ...others } = options
    return createInbox({ ...others, getToken: getToken == null ? null : () => newest.current.getToken!() })
  }
  const [made, setMade] = useState(() => ({ url: options.url, inbox: create() }))
  const current = made.url === options.url ? made : { url: options.url, inbox: create() }
  if (current !== made) setMade(current)
  const { inbox } = current

  useEffect(() => {
    inbox.start()
    return () => inbox.stop()
  }, [inbox])
  useEffect(() => {
    if (options.token != null) inbox.setToken(options.token)
  }, [inbox, options.token])
  const state = useSyncExternalStore(
    inbox.subscribe,
    () => inbox.state,
    () => inbox.state,
  )
  return { inbox, state }
}
