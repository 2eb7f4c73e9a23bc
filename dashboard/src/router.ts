/** The URL as state: paths with the history API, filters in the query. */
import { createElement, useSyncExternalStore } from 'react'
import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from 'react'

const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

window.addEventListener('popstate', changed)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Goes to a path. `replace` replaces the entry of the browser history. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const from = window.location.pathname
  if (replace) window.history.replaceState(null, '', to)
  else window.history.pushState(null, '', to)
  if (!replace && window.location.pathname !== from) window.scrollTo(0, 0)
  changed()
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

/** The fragment of the URL, with its `#`. No server sees it. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash)
}

/** The query of the URL, and a function to change some of its names. An empty value removes the name. */
export function useSearch(): [search: URLSearchParams, change: (values: Record<string, string | null>) => void] {
  const text = useSyncExternalStore(subscribe, () => window.location.search)
  return [
    new URLSearchParams(text),
    (values) => {
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(values)) {
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
      }
      const search = next.toString()
      navigate(`${window.location.pathname}${search === '' ? '' : `?${search}`}`, { replace: true })
    },
  ]
}

/** The values of `:names` in a pattern like `/messages/:id`, or null if the path does not match. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/')
  const parts = path.replace(/(?<=.)\/$/, '').split('/')
  if (names.length !== parts.length) return null
  const values: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index]!
    if (name.startsWith(':')) values[name.slice(1)] = part
    else if (name !== part) return null
  }
  return values
}

/** A link to another path, without a reload of the page. */
export function Link({
  to,
  onClick,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }): ReactElement<AnchorHTMLAttributes<HTMLAnchorElement>> {
  return createElement('a', {
    ...rest,
    href: to,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (event.defaultPrevented || elsewhere) return
      event.preventDefault()
      navigate(to)
    },
  })
}
