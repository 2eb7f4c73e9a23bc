/** All commands of `tidings`. Each one loads its code when it runs, so that help, completion and errors start fast. */
import type { Command, Option } from './command.ts'
import { completion, INSTALL } from './completion.ts'
import { PROFILE_DEFAULT, SERVICE_DEFAULT } from './profiles.ts'

const API_OPTIONS = {
  service: { value: 'URL', about: 'The service. Default: TIDINGS_URL, or the URL of the profile' },
  profile: { value: 'NAME', about: 'Use the key of this profile (`tidings login` makes it)' },
  'key-stdin': { value: null, about: 'Read the API key from standard input' },
} satisfies Record<string, Option>

const DRY_RUN: Record<string, Option> = { 'dry-run': { value: null, about: 'Print the plan, and change nothing' } }

const PROFILE_OPTION = { value: 'NAME', about: `The name of the profile. Default: ${PROFILE_DEFAULT}` }

const TEMPLATE_FILES =
  'Each file NAME.liquid has the settings between two lines `---`, then the body. A file partials/NAME.liquid is the text ' +
  'of a partial. The default of FOLDER is `templates`.'

export const CLIENT_COMMANDS: readonly Command[] = [
  {
    words: ['send'],
    positional: ['TEMPLATE_NAME', 'EXTERNAL_USER_ID', '[NAME=VALUE...]'],
    options: {
      email: { value: 'ADDRESS', about: 'Create the recipient, or change its address' },
      attach: { value: 'FILE', about: 'Attach a file to the mails. Repeat it for several', isList: true },
      reference: { value: 'TEXT', about: 'Your own id, for example of the order: each event shows it' },
      metadata: { value: 'NAME=VALUE', about: 'Your own value for each event. Repeat it for several', isList: true },
      priority: { value: 'WORD', about: 'high: before all others. low: after them. Default: normal' },
      ...API_OPTIONS,
    },
    summary: 'Send a message to a recipient',
    details: ['NAME=VALUE is a value for the texts of the template: order.id=A-1'],
    run: async (input) => (await import('./send.ts')).send(input),
  },
  {
    words: ['resend'],
    positional: ['[MESSAGE_ID...]'],
    options: {
      template: { value: 'NAME', about: 'The failed messages of this template' },
      cause: { value: 'WORD', about: 'The messages that failed for this reason, for example timeout' },
      'channel-type': { value: 'WORD', about: 'The messages that failed on email, push or sms' },
      since: { value: 'TIME', about: 'The messages since then: 15m, 2h, 7d, or 2026-06-08T10:20:00Z' },
      ...DRY_RUN,
      ...API_OPTIONS,
    },
    summary: 'Send failed messages again, on the channels that failed',
    details: [
      'Give the ids of messages, or at least one of the filters. The service skips messages that were sent again before, and those that cannot arrive. The command waits for the end. If you end it, the service goes on.',
    ],
    run: async (input) => (await import('./resend.ts')).resend(input),
  },
  {
    words: ['call'],
    positional: ['METHOD', 'PATH'],
    options: { data: { value: 'JSON', about: 'The body of the request' }, ...API_OPTIONS },
    summary: 'Call a route of the API, and print its response',
    details: [
      'PATH is below /api/v1: notification_users/by_external_id/ada. It may have a query: "deliveries?status=failed". The API reference has all routes.',
    ],
    run: async (input) => (await import('./call.ts')).call(input),
  },
  {
    words: ['listen'],
    positional: [],
    options: {
      forward: { value: 'URL', about: 'The receiver, for example http://localhost:4000/webhooks' },
      since: { value: 'TIME', about: 'Begin with the events since then: 15m, 2h, 7d, or 2026-06-08T10:20:00Z' },
      ...API_OPTIONS,
    },
    summary: 'Forward the events of the account to a receiver on this machine',
    details: [
      'The first run begins with new events. A later run continues after the last forwarded event. If the receiver is down, the command waits for it. If the receiver refuses an event 8 times, the next event follows. Ctrl+C ends the command.',
      'Requests are signed with TIDINGS_WEBHOOK_SECRET, in the format of the service and in that of Standard Webhooks. If it is not set, the command makes a secret in the first run, keeps it and prints it.',
    ],
    run: async (input) => (await import('./listen/listen.ts')).listen(input),
  },
  {
    words: ['webhooks', 'verify'],
    positional: ['BODY_FILE'],
    options: {
      header: { value: 'TEXT', about: 'The value of X-Service-Signature, or of webhook-signature' },
      id: { value: 'TEXT', about: 'The value of webhook-id, if the request has this header' },
      timestamp: { value: 'UNIX_SECONDS', about: 'The value of webhook-timestamp, if the request has this header' },
      now: { value: 'UNIX_SECONDS', about: 'The time of the check. Default: the clock of this machine' },
    },
    summary: 'Check the signature of a request',
    details: [
      'The file has the body, byte for byte as received. The secret of the webhook endpoint is in TIDINGS_WEBHOOK_SECRET. The command calls no service.',
      'A request in the format of Standard Webhooks has three headers: give --header, --id and --timestamp.',
    ],
    run: async (input) => (await import('./verify.ts')).verify(input),
  },
  {
    words: ['templates', 'pull'],
    positional: ['[FOLDER]'],
    options: { ...DRY_RUN, ...API_OPTIONS },
    summary: 'Write the templates of the account into files',
    details: [TEMPLATE_FILES, 'Files without a template of the account stay as they are.'],
    run: async (input) => (await import('./templates/commands.ts')).pull(input),
  },
  {
    words: ['templates', 'push'],
    positional: ['[FOLDER]'],
    options: { ...DRY_RUN, ...API_OPTIONS },
    summary: 'Create and update the templates of the account from files',
    details: [
      TEMPLATE_FILES,
      'The service checks all texts before anything changes. Templates without a file stay as they are. The key needs the role full.',
    ],
    run: async (input) => (await import('./templates/commands.ts')).push(input),
  },
  {
    words: ['templates', 'diff'],
    positional: ['[FOLDER]'],
    options: API_OPTIONS,
    summary: 'Show how the files differ from the templates of the account',
    details: [TEMPLATE_FILES, 'The exit code is 1 if something differs.'],
    run: async (input) => (await import('./templates/commands.ts')).diff(input),
  },
  {
    words: ['doctor'],
    positional: [],
    options: API_OPTIONS,
    summary: 'Check the service, its clock, the key and the webhook endpoint',
    details: [
      'For each fault, the doctor prints the remedy. The exit code is 1 if there is a fault. Names and certificates are checked from this machine.',
    ],
    run: async (input) => (await import('./doctor/doctor.ts')).doctor(input),
  },
  {
    words: ['login'],
    positional: [],
    options: {
      service: { value: 'URL', about: `The service. Default: TIDINGS_URL, or ${SERVICE_DEFAULT}` },
      profile: PROFILE_OPTION,
    },
    summary: 'Store an API key on this machine',
    details: [
      'The command reads the key from standard input, or asks for it. It calls the service with the key, and stores both in a file for you only. Later commands use the profile if TIDINGS_API_KEY is not set.',
    ],
    run: async (input) => (await import('./login.ts')).login(input),
  },
  {
    words: ['logout'],
    positional: [],
    options: { profile: PROFILE_OPTION },
    summary: 'Remove a stored API key from this machine',
    details: ['The key stays valid. Revoke it in the dashboard if it is lost.'],
    run: async (input) => (await import('./login.ts')).logout(input),
  },
  {
    words: ['mcp'],
    positional: [],
    // Standard input has the messages of the protocol, so the key cannot come from there.
    options: { service: API_OPTIONS.service, profile: API_OPTIONS.profile },
    summary: 'Serve the tools of the account to an assistant',
    details: [
      'The assistant starts this command, and speaks the Model Context Protocol on its standard input and output. A key with the role read gets read-only tools. The service has the same tools at /mcp.',
    ],
    run: async (input) => (await import('./mcp.ts')).serve(input),
  },
  {
    words: ['completion'],
    positional: ['bash|zsh|fish'],
    options: {},
    summary: 'Print the completion for a shell',
    details: Object.values(INSTALL),
    run: (input) => Promise.resolve(completion(input)),
  },
]
