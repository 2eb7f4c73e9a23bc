import type { IconName } from './ui/icon.tsx'

export interface NavigationPage {
  to: string
  title: string
  icon: IconName
  /** Pressed after `g`, it opens the page. */
  letter: string
}

/** The pages in the navigation, in their order. */
export const NAVIGATION: readonly NavigationPage[] = [
  { to: '/', title: 'Home', icon: 'home', letter: 'h' },
  { to: '/messages', title: 'Messages', icon: 'message', letter: 'm' },
  { to: '/deliveries', title: 'Deliveries', icon: 'delivery', letter: 'd' },
  { to: '/analytics', title: 'Analytics', icon: 'numbers', letter: 'a' },
  { to: '/templates', title: 'Templates', icon: 'template', letter: 't' },
  { to: '/recipients', title: 'Recipients', icon: 'recipient', letter: 'r' },
  { to: '/webhooks', title: 'Webhooks', icon: 'webhook', letter: 'w' },
  { to: '/channels', title: 'Channels', icon: 'channel', letter: 'c' },
  { to: '/inbox', title: 'Sandbox inbox', icon: 'inbox', letter: 'i' },
  { to: '/settings', title: 'Settings', icon: 'settings', letter: 's' },
]
