/** Registers the routes of inboxes. They know recipients by their tokens, and no API key or session. */
import type { RouteContext } from '../../platform/context.ts'
import { answerInPieces } from '../../platform/http/answers-in-pieces.ts'
import { countAs } from '../../platform/admission/addresses.ts'
import type { AddressLimits } from '../../platform/admission/addresses.ts'
import { limitAnswers } from '../../platform/admission/answers.ts'
import { limitBodies } from '../../platform/admission/bodies.ts'
import { limitRequests } from '../../platform/admission/requests.ts'
import type { App } from '../../platform/http/route.ts'
import { shareDatabase } from '../../platform/admission/share-database.ts'
import type { ServerShares } from '../../platform/admission/share-database.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { authenticateRecipients, credentialOf } from './authentication.ts'
import { allowOrigins, preflightRoutes } from './cors.ts'
import { limitRecipients } from './limits.ts'
import { inboxRoutes } from './routes.ts'
import type { InboxRouteDependencies } from './routes.ts'
import type { InboxServer } from './server.ts'
import { streamRoutes } from './stream-routes.ts'

export interface InboxScopeDependencies extends Omit<InboxRouteDependencies, 'fetchesOf'> {
  cipher: SecretsCipher
  addresses: Pick<AddressLimits, 'limitFailures'>
  httpConnectionsMax: number
  shares: ServerShares
  /** The server with the bucket's rows. */
  serverOf(bucket: number): InboxServer
  /** All servers that are there. */
  servers(): InboxServer[]
}

/** The limit of requests applies to each account, beside the limit of its API keys, and a second one to each recipient. */
export async function inboxScope(app: App, context: RouteContext, dependencies: InboxScopeDependencies): Promise<void> {
  const { clock, config } = context
  const { addresses, shares, serverOf, servers } = dependencies
  const paths = new Set<string>()

  await app.register((inbox: App, _options, done) => {
    inbox.addHook('onRoute', (route) => {
      paths.add(route.url)
      if (route.method !== 'HEAD') (route.schema ??= {}).security = [{ recipientToken: [] }]
    })
    countAs(inbox, null)
    addresses.limitFailures(inbox, credentialOf)
    allowOrigins(inbox)
    authenticateRecipients(inbox, {
      ...dependencies,
      publicUrl: config.publicUrl,
      poolOf: (bucket) => serverOf(bucket).pool,
    })
    limitRequests(inbox, context)
    limitRecipients(inbox, { clock, isLimited: config.apiRateLimit > 0 })
    limitBodies(inbox)
    limitAnswers(inbox, context)
    answerInPieces(inbox)
    shareDatabase(inbox, shares)
    inboxRoutes(inbox, { ...dependencies, fetchesOf: (bucket) => serverOf(bucket).fetches })
    streamRoutes(inbox, {
      ...dependencies,
      tailOf: (bucket) => serverOf(bucket).tail,
      endStreams: () => servers().forEach(({ tail }) => tail.endAll()),
    })
    done()
  })
  await app.register((open: App, _options, done) => {
    countAs(open, 'inbox')
    preflightRoutes(open, paths)
    done()
  })
}
