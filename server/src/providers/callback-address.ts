/** Where the provider of a channel reports: `/callbacks/<token>`, a path that nobody can guess. */
import { createIdTokens } from '../ids-token.ts'

/** Below it providers report. */
export const CALLBACK_PATH = '/callbacks'

/** A guess is right once in 2^128. */
const MAC_BYTES = 16

export interface CallbackChannel {
  accountId: number
  channelId: number
}

export interface CallbackAddresses {
  /** The URL of a channel; it stands in the settings of its provider. */
  urlOf(channel: CallbackChannel): string
  /** The channel of a path's token, or null if this service has not made the token. */
  read(token: string): CallbackChannel | null
}

/** `keys`: the first makes tokens, all are accepted. `baseUrl`: where providers reach the service. */
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
