/** Breakages of accounts, requests and personal data. */
import type { Mutant } from './mutant.ts'

export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'role send reads channels',
    edits: [
      {
        file: 'server/src/core/accounts/roles.ts',
        find: "configuration: { read: 'read', send: 'none'",
        replace: "configuration: { read: 'read', send: 'read'",
      },
    ],
    tests: ['server/test/hostile/roles.test.ts'],
  },
  {
    name: 'guesses from a whole network',
    edits: [
      {
        file: 'server/src/features/sign-in/guesses.ts',
        find: '      [networks, network],\n',
        replace: '',
      },
    ],
    tests: ['server/src/features/sign-in/guesses.test.ts'],
  },
  {
    name: 'session without use',
    edits: [
      {
        file: 'server/src/features/sign-in/sessions/queries.ts',
        find: 's.token_hash = $3 and s.expires_at > $4 and s.last_used_at > $5',
        replace: 's.token_hash = $3 and s.expires_at > $4 and $5::timestamptz is not null',
      },
    ],
    tests: ['server/src/features/sign-in/sessions/sessions.test.ts'],
  },
  {
    name: 'one object too many',
    edits: [
      {
        file: 'server/src/core/accounts/quotas.ts',
        find: 'return found!.count < max',
        replace: 'return found!.count <= max',
      },
    ],
    tests: ['server/test/hostile/caps.test.ts'],
  },
  {
    name: 'key for another body',
    edits: [{ file: 'server/src/platform/http/request-head.ts', find: '    .update(rawBody(request))\n', replace: '' }],
    tests: ['server/test/flows/idempotency-keys.test.ts'],
  },
  {
    name: 'last row on two pages',
    edits: [
      {
        file: 'server/src/platform/http/pages.ts',
        find: '${table}.id) < ($3::timestamptz, $4::bigint)',
        replace: '${table}.id) <= ($3::timestamptz, $4::bigint)',
      },
    ],
    tests: ['server/src/core/deliveries/routes.test.ts'],
  },
  {
    name: 'unknown field of an item',
    edits: [
      {
        file: 'server/src/platform/http/validate.ts',
        find: 'reading.unknown.push({ path, name, fields: properties, instead })',
        replace: 'if (path.length === 0) reading.unknown.push({ path, name, fields: properties, instead })',
      },
    ],
    tests: ['server/src/platform/http/validate.test.ts'],
  },
  {
    name: 'address left in sends',
    edits: [
      {
        file: 'server/src/core/deliveries/erasure.ts',
        find: 'provider_message_id = null, sent_to = null',
        replace: 'provider_message_id = null',
      },
    ],
    tests: ['server/test/flows/erasure.test.ts'],
  },
]
