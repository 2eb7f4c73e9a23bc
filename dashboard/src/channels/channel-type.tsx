import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Line } from '../ui/table.tsx'

export const CHANNEL_TYPES = ['email', 'push', 'sms', 'in_app'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

export const TYPE_TITLES: Record<ChannelType, string> = { email: 'Email', push: 'Push', sms: 'SMS', in_app: 'In-app' }

const ICONS: Record<ChannelType, IconName> = { email: 'mail', push: 'bell', sms: 'phone', in_app: 'app' }

/** The icon of a type of channel. A newer service may have other types. */
export function iconOfType(type: string): IconName {
  return ICONS[type as ChannelType] ?? 'channel'
}

export function titleOfType(type: string): string {
  return TYPE_TITLES[type as ChannelType] ?? type
}

/** The name of a channel with the icon of its type, in one line. */
export function ChannelName({
  channel: { name, channel_type: type },
}: {
  channel: { name: string; channel_type: string }
}) {
  return (
    <span className="with-icon">
      <Icon name={iconOfType(type)} label={titleOfType(type)} />
      <Line text={name} />
    </span>
  )
}

/** The icon of a channel, with its name and type as its name. */
export function ChannelIcon({
  channel: { name, channel_type: type },
}: {
  channel: { name: string; channel_type: string }
}) {
  return (
    <span className="with-icon" title={name}>
      <Icon name={iconOfType(type)} label={`${titleOfType(type)}: ${name}`} />
    </span>
  )
}

/** A type of channel with its icon. */
export function ChannelTypeName({ type }: { type: string }) {
  return (
    <span className="with-icon">
      <Icon name={iconOfType(type)} />
      {titleOfType(type)}
    </span>
  )
}
