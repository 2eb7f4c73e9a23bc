/** The fallbacks of a channel: which channels they may be. */
import { invalid } from '../../platform/errors.ts'
import type { Row } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { ChannelType } from '../providers/provider.ts'
import { findFallbacks, findFallbackUser } from './queries.ts'

/** Types with providers that reach every address. A device belongs to one push service, and there is one inbox. */
const TYPES: readonly ChannelType[] = ['email', 'sms']

/** The known channels among the given ones, and the name of a channel that falls back to this one. */
interface KnownFallbacks {
  found: Row<typeof findFallbacks>[]
  usedBy: string | null
}

/** The first error of the fallbacks, or null. `id`: of the channel, null if it is new. Pure. */
function fallbackError(
  { id, channelType: type }: { id: number | null; channelType: ChannelType },
  ids: readonly number[],
  { found, usedBy }: KnownFallbacks,
): string | null {
  if (!TYPES.includes(type)) return `must be empty: only channels of ${TYPES.join(' and ')} have fallbacks`
  if (usedBy !== null) return `must be empty, because this channel is a fallback of ${usedBy}`
  if (new Set(ids).size < ids.length) return 'must name each channel once'
  for (const one of ids) {
    const channel = found.find((other) => other.id === one)
    if (one === id) return 'must not name the channel itself'
    if (channel === undefined) return `names an unknown channel: ${one}`
    if (channel.channelType !== type) return `must be channels of the type ${type}: ${one} is not`
    if (channel.fallbackChannelIds.length > 0) return `must be channels without fallbacks: ${one} has some`
  }
  return null
}

/** Throws 422 if the channel may not have these fallbacks. The caller has locked the account, so no other request adds some. */
export async function requireFallbacks(
  tx: Transaction,
  { bucket, accountId }: { bucket: number; accountId: number },
  channel: { id: number | null; channelType: ChannelType },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await findFallbacks(tx, bucket, accountId, ids)
  const [user] = channel.id === null ? [] : await findFallbackUser(tx, bucket, accountId, channel.id)
  const error = fallbackError(channel, ids, { found, usedBy: user?.name ?? null })
  if (error !== null) throw invalid({ fallback_channel_ids: [error] })
}
