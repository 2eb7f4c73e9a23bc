import type { ReactNode } from 'react'

/** Icons of 16 by 16 px, in the colour of the text around them. */
const DRAWINGS = {
  home: <path d="M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z" />,
  message: <path d="M2 3.5h12v8H8l-3.5 2.5v-2.5H2z" />,
  delivery: <path d="M14 2 7 9m7-7-4.5 12L7 9 2 6.5z" />,
  template: <path d="M3 2h10v12H3zM5.5 5h5M5.5 8h5M5.5 11h3" />,
  recipient: <path d="M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8Zm-5.5 5.5c.5-2.5 2.5-4 5.5-4s5 1.5 5.5 4" />,
  channel: <path d="M4 13.5V6m4 7.5v-11m4 11V9" />,
  numbers: <path d="M2.5 13.5h11M3.5 11V8m3 3V5m3 6V6.5m3 4.5v-8" />,
  webhook: <path d="M5.5 5A2.5 2.5 0 1 1 9 7.3l2 3.2M8 5l-3 5.5m-.2 0a2 2 0 1 0 1.7 2h5m-.5-2a2 2 0 1 1-1.2 3.6" />,
  inbox: <path d="M2 9.5 4 3h8l2 6.5v4H2zM2 9.5h3.5L6.5 11h3l1-1.5H14" />,
  mail: <path d="M2 3.5h12v9H2zM2 4l6 4.75L14 4" />,
  bell: <path d="M8 2a4 4 0 0 0-4 4v3l-1.25 2.5h10.5L12 9V6a4 4 0 0 0-4-4ZM6.5 13.75h3" />,
  phone: <path d="M4.5 1.75h7v12.5h-7zM7.25 12h1.5" />,
  app: <path d="M2 3h12v10H2zM2 6h12M4 4.5h.01m1.99 0h.01" />,
  clock: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.75V8l2.25 1.5" />,
  queue: <path d="M2.5 4h11M2.5 8h7M2.5 12h4" />,
  eye: (
    <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z" />
  ),
  bounce: <path d="M6 3 2.5 6.5 6 10M2.5 6.5h7.25a3.5 3.5 0 0 1 0 7H7" />,
  ban: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM3.75 3.75l8.5 8.5" />,
  settings: <path d="M2 4.5h7m3 0h2M2 11.5h2m3 0h7M10.5 3v3M5.5 10v3" />,
  copy: <path d="M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1" />,
  check: <path d="m3 8.5 3.5 3.5L13 4.5" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
  search: <path d="M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.25-1.25L14 14" />,
  refresh: <path d="M13.5 8A5.5 5.5 0 1 1 12 4.2M12.5 1.5v3h-3" />,
  warning: <path d="M8 2 1.5 13.5h13zM8 6.5v3.25M8 11.5v.5" />,
  info: <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.5V11M8 5v.5" />,
  help: (
    <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.25 6.5a1.75 1.75 0 1 1 2.6 1.55c-.6.3-.85.7-.85 1.2M8 11.25v.25" />
  ),
  key: <path d="M6 10.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM9 7.5h5v2.25M11.75 7.5V9" />,
  keyboard: <path d="M1.5 4h13v8h-13zM4 6.75h.01m2.66 0h.01m2.66 0h.01m2.66 0H12M5 9.5h6" />,
  plus: <path d="M8 3v10M3 8h10" />,
  trash: <path d="M2.5 4h11M6 4V2.5h4V4m2 0-.5 9.5h-7L4 4m2.5 2.5v4.5m3-4.5v4.5" />,
  sort: <path d="M5 6.5 8 3.5l3 3m-6 3 3 3 3-3" />,
  up: <path d="M8 12.5v-9m-3.5 3.5L8 3.5 11.5 7" />,
  down: <path d="M8 3.5v9M4.5 9 8 12.5 11.5 9" />,
  chevron: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  sun: (
    <path d="M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm0-9.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7" />
  ),
  moon: <path d="M13.5 9.5A5.75 5.75 0 0 1 6.5 2.5a5.75 5.75 0 1 0 7 7Z" />,
  leave: <path d="M6.5 2.5h-4v11h4M10 5l3 3-3 3m3-3H6" />,
  play: <path d="m4.5 2.5 8 5.5-8 5.5z" />,
  pause: <path d="M5 3v10m6-10v10" />,
  download: <path d="M8 2v8m-3-3 3 3 3-3M2.5 13.5h11" />,
  link: <path d="M7 4.5 8.5 3A3 3 0 0 1 13 7.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7m1.5 3 4-4" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof DRAWINGS

/** An icon next to a text with the same meaning. Without the text, it has a `label`. */
export function Icon({ name, size = 16, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {label !== undefined && <title>{label}</title>}
      {DRAWINGS[name]}
    </svg>
  )
}
