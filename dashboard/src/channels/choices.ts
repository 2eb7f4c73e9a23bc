import { useRead } from '../api/queries.ts'
import { areWanted, namedChoices } from '../ui/named-choices.ts'
import type { NamedFilter } from '../ui/named-choices.ts'

const CHANNELS_MAX = 200

/** The channels for a filter. They are read when they are wanted. */
export function useChannelChoices(filter: NamedFilter) {
  const input = { query: { limit: CHANNELS_MAX } }
  const { data } = useRead('GET /api/v1/notification_channels', input, { enabled: areWanted(filter) })
  return namedChoices(data?.notification_channels, filter)
}
