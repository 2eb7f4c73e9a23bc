/** Breakages of messages on their way: templates, recipients, deliveries, the dispatch and providers. */
import type { Mutant } from './mutant.ts'

export const MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'HTML not escaped',
    edits: [
      {
        file: 'server/src/core/rendering/engine.ts',
        find: 'return escapeHtml(textOf(this.context, value))',
        replace: "return textOf(this.context, value).replaceAll('&', '&amp;')",
      },
    ],
    tests: ['server/src/core/rendering/render.test.ts'],
  },
  {
    name: 'language without its region',
    edits: [
      {
        file: 'server/src/platform/http/locale.ts',
        find: 'parts.map((_, index) => parts.slice(0, parts.length - index)',
        replace: 'parts.slice(0, 1).map((_, index) => parts.slice(0, parts.length - index)',
      },
    ],
    tests: ['server/test/flows/locales.test.ts'],
  },
  {
    name: 'quiet hours until midnight',
    edits: [
      {
        file: 'server/src/core/recipients/preferences/quiet-hours.ts',
        find: '=> (minutes + MINUTES_PER_DAY) % MINUTES_PER_DAY',
        replace: '=> minutes',
      },
    ],
    tests: ['server/src/core/recipients/preferences/quiet-hours.test.ts'],
  },
  {
    name: 'pause of a required topic',
    edits: [
      {
        file: 'server/src/core/recipients/preferences/preferences.ts',
        find: `  if (topic?.required === true) return null
  if (columns.paused) return 'recipient_paused'`,
        replace: "  if (columns.paused) return 'recipient_paused'",
      },
    ],
    tests: ['server/test/flows/preferences.test.ts'],
  },
  {
    name: 'cancel after the dispatch',
    edits: [
      {
        file: 'server/src/core/deliveries/status.ts',
        find: `    case 'canceled':
      return queued === null`,
        replace: `    case 'canceled':
      return !isSettled(state)`,
      },
    ],
    tests: ['server/src/core/deliveries/status.test.ts'],
  },
  {
    name: 'address in capitals',
    edits: [
      {
        file: 'server/src/core/deliveries/suppressions.ts',
        find: 'readEmailAddress(address)?.toLowerCase()',
        replace: 'readEmailAddress(address)',
      },
    ],
    tests: ['server/src/core/deliveries/suppression-routes.test.ts'],
  },
  {
    name: 'one in flight too many',
    edits: [
      {
        file: 'server/src/core/dispatch/lanes.ts',
        find: 'lane.waiting === 0 || lane.inFlight >= lane.cap',
        replace: 'lane.waiting === 0 || lane.inFlight > lane.cap',
      },
    ],
    tests: ['server/src/core/dispatch/lanes.test.ts'],
  },
  {
    name: 'full mailbox suppressed',
    edits: [
      {
        file: 'server/src/core/providers/bounce.ts',
        find: "isDead: refusal === 'no_such_address' }",
        replace: "isDead: refusal === 'no_such_address' || refusal === 'mailbox_full' }",
      },
    ],
    tests: ['server/src/core/providers/bounce.test.ts'],
  },
  {
    name: 'signature by its beginning',
    edits: [
      {
        file: 'server/src/core/providers/twilio-signature.ts',
        find: 'return expected.length === given.length && timingSafeEqual(expected, given)',
        replace: 'return timingSafeEqual(expected.subarray(0, given.length), given.subarray(0, expected.length))',
      },
    ],
    tests: ['server/src/core/providers/twilio-signature.test.ts'],
  },
  {
    name: 'refusal for now is final',
    edits: [
      {
        file: 'server/src/core/providers/smtp-result.ts',
        find: 'const isFinal = responseCode >= 500 &&',
        replace: 'const isFinal = responseCode >= 400 &&',
      },
    ],
    tests: ['server/src/core/providers/smtp-result.test.ts'],
  },
]
