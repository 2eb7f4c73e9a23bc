/** The callback URL of a channel: `/callbacks/<token>`, with a token that cannot be guessed. */
import { createIdTokens } from '../../platform/id-tokens.ts'

/** The path under which providers report. */
export const CALLBACK_PATH = '/callbacks'

/** A guess succeeds with a probability of 1 in 2^128. */
const MAC_BYTES = 16

export interface CallbackChannel {
  accountId: number
  channelId: number
}

export interface CallbackAddresses {
  /** The callback URL of a channel, to be entered in the provider's settings. */
  urlOf(channel: CallbackChannel): string
  /** The channel of a token from the path, or null if the token is not authentic. */
  read(token: string): CallbackChannel | null
}

/** The first of `keys` makes tokens, all of them verify tokens. `baseUrl`: the public URL of the service. */
export function createCallbackAddresses(keys: readonly Buffer[], baseUrl: () => string): CallbackAddresses {
  const tokens = createIdTokens(keys, MAC_BYTES)
  return {
    urlOf: ({ accountId, channelId }) => `${baseUrl()}${CALLBACK_PATH}/${tokens.write(accountId, channelId)}`,
    read(token) {
      const ids = tokens.read(token)
      return ids === null ? null : { accountId: ids[0], channelId: ids[1] }
    },
  }
}
