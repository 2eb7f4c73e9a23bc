/** URLs that lead to this service. The port is known after it listens. */
import { createOpenPixels } from '../core/deliveries/open-pixel.ts'
import { createCallbackAddresses } from '../core/providers/callback-address.ts'
import { createReturnPaths } from '../core/providers/return-path.ts'
import { createPreferenceLinks } from '../core/recipients/preferences/links.ts'
import type { Config } from '../platform/config/config.ts'
import { linkBaseOf, urlOf } from '../platform/http/own-address.ts'
import type { SecretsCipher } from '../platform/secrets.ts'

export function createOwnUrls(config: Config, cipher: SecretsCipher, portOf: () => number) {
  const baseUrl = () => config.publicUrl ?? urlOf(config.host, portOf())
  const linkBase = () => linkBaseOf(config, portOf())
  const pixels = createOpenPixels(cipher.deriveKeys('open pixels'), linkBase)
  const links = createPreferenceLinks(cipher.deriveKeys('preference links'), linkBase)
  const callbackAddresses = createCallbackAddresses(cipher.deriveKeys('callbacks'), baseUrl)
  const returnPaths = createReturnPaths(cipher.deriveKeys('return paths'), config.bounceDomain)
  return { baseUrl, linkBase, pixels, links, callbackAddresses, returnPaths }
}
