import Type from 'typebox'
import type { App } from '../../platform/http/route.ts'
import { Choice, RequiredText } from '../../platform/http/schemas.ts'
import { find, findRecipients } from './find.ts'
import { KINDS, readSearch, RECIPIENTS_LIMIT_MAX, RESULTS_MAX, SEARCH_CHARACTERS_MAX, SearchResult } from './search.ts'

const DESCRIPTION = `Returns at most ${RESULTS_MAX} results, the most useful first. A text finds recipients by the start of
each word of their name or email, and by the start of their external id or phone number. The best of them are followed by their newest
deliveries. It also finds messages by their whole reference, templates by a part of the name, and the newest 500 messages by a part of the subject.
\`#42\` finds the delivery, message, recipient or template with this id. An id like \`evt_...\` finds the event, and
\`req_...\` the request in the log with its messages. Upper and lower case are the same. So are names with
and without accents, and their words may come in any order: \`Lovelace, Ada\`.`

/** The route of the search. */
export function searchRoutes(app: App): void {
  app.get(
    '/api/v1/search',
    {
      schema: {
        tags: ['Search'],
        summary: 'Search recipients, deliveries, messages, templates, events and requests',
        description: DESCRIPTION,
        querystring: Type.Object({
          kind: Type.Optional(Choice(['recipient'], { description: 'Finds only recipients, and more of them' })),
          limit: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: RECIPIENTS_LIMIT_MAX,
              default: RESULTS_MAX,
              description: 'The largest number of results. Only with `kind`',
            }),
          ),
          q: RequiredText(SEARCH_CHARACTERS_MAX, { description: 'The text', examples: ['ada'] }),
        }),
        response: {
          200: Type.Object({
            results: Type.Array(SearchResult),
            more_of: Type.Array(Choice(KINDS), {
              description: 'Kinds of which there may be more objects than these results. A longer text finds fewer',
            }),
          }),
        },
      },
    },
    async ({ pool, caller, query: { q, kind, limit } }) => {
      const sought = readSearch(q.trim())
      return kind === undefined ? find(pool, caller, sought) : findRecipients(pool, caller, sought, limit)
    },
  )
}
