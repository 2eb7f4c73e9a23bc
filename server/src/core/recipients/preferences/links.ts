/**
 * Links with which a recipient changes her preferences without signing in. The token in a link names the account, the
 * recipient and the topic. It stays valid as long as its key is in the ring, because people unsubscribe from old mails.
 */
import type { LinkBase } from '../../../platform/http/own-address.ts'
import { bucketOf } from '../../../platform/ids.ts'
import { createIdTokens } from '../../../platform/id-tokens.ts'

/** The paths of the pages. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'
export const PREFERENCES_PATH = '/preferences'

/** A guess succeeds with a probability of 1 in 2^128. */
const MAC_BYTES = 16

/** In the token of a link to all preferences. Ids begin with 1. */
const NO_TOPIC = 0

/** A recipient. `topicId` null: the link is not about a topic. */
export interface Linked {
  accountId: number
  recipientId: number
  topicId: number | null
}

export interface PreferenceLinks {
  /** The page that asks if the topic's messages shall end. Null without a topic, or if no address of the service is known. */
  unsubscribe(linked: Linked): string | null
  /** The page with all preferences. Null if no address of the service is known. */
  preferences(linked: Linked): string | null
  /** The link of the header `List-Unsubscribe`, null unless it is https (RFC 8058 section 3.1). */
  oneClick(linked: Linked): string | null
  /** The recipient of a token from a path, with the bucket of her account. Null if the token is not authentic. */
  read(token: string): (Linked & { bucket: number }) | null
}

/** The first of `keys` makes tokens, all of them verify tokens. `linkBase`: the public URL of the service. */
export function createPreferenceLinks(keys: readonly Buffer[], linkBase: LinkBase): PreferenceLinks {
  const tokens = createIdTokens<[accountId: number, recipientId: number, topicId: number]>(keys, MAC_BYTES, 3)
  const link = (path: string, { accountId, recipientId, topicId }: Linked) => {
    const base = linkBase()
    return base === null ? null : `${base}${path}/${tokens.write(accountId, recipientId, topicId ?? NO_TOPIC)}`
  }
  const unsubscribe = (linked: Linked) => (linked.topicId === null ? null : link(UNSUBSCRIBE_PATH, linked))
  return {
    unsubscribe,
    preferences: (linked) => link(PREFERENCES_PATH, linked),
    oneClick: (linked) => (linkBase()?.startsWith('https://') === true ? unsubscribe(linked) : null),
    read(token) {
      const ids = tokens.read(token)
      if (ids === null) return null
      const [accountId, recipientId, topicId] = ids
      return { bucket: bucketOf(accountId), accountId, recipientId, topicId: topicId === NO_TOPIC ? null : topicId }
    },
  }
}
