/**
 * The commands for the operator of the service. Each one loads its code when it runs, so that help, completion and
 * errors do not load the service.
 */
import type { OperatorCommand } from './command.ts'
import { LIMIT_KEYS } from '../../core/accounts/account-limits.ts'
import { API_KEY_ROLES, MEMBER_ROLES } from '../../core/accounts/role-names.ts'

const ACCOUNT_OPTION = { account: { value: 'ID', about: 'The account. Needed if there are several' } }

/** One of the servers in DATABASES. */
const SERVER_OPTION = { server: { value: 'NAME', about: 'The database server. Needed if there are several' } }

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  {
    words: ['accounts', 'create'],
    positional: ['NAME'],
    options: { empty: { value: null, about: 'Without the sandbox channels and the template' } },
    summary: 'Create an account and its API key, shown only once, with sandbox channels and a template',
    run: async (input) => (await import('./accounts.ts')).runAccountsCreate(input),
  },
  {
    words: ['api-keys', 'create'],
    positional: ['[NAME]'],
    options: { ...ACCOUNT_OPTION, role: { value: API_KEY_ROLES.join('|'), about: 'Default: full' } },
    summary: 'Create an API key, shown only once',
    run: async (input) => (await import('./accounts.ts')).runApiKeysCreate(input),
  },
  {
    words: ['api-keys', 'list'],
    positional: [],
    options: ACCOUNT_OPTION,
    summary: 'List the API keys, newest first',
    run: async (input) => (await import('./accounts.ts')).runApiKeysList(input),
  },
  {
    words: ['api-keys', 'revoke'],
    positional: ['KEY_ID'],
    options: ACCOUNT_OPTION,
    summary: 'Revoke an API key, at once',
    run: async (input) => (await import('./accounts.ts')).runApiKeysRevoke(input),
  },
  {
    words: ['accounts', 'limits'],
    positional: ['ACCOUNT_ID', `[LIMIT=NUMBER|none...]`],
    options: {},
    summary: `Show or set the monthly limits of an account (${Object.values(LIMIT_KEYS).join(', ')})`,
    run: async (input) => (await import('./accounts.ts')).runAccountsLimits(input),
  },
  {
    words: ['buckets', 'list'],
    positional: [],
    options: {},
    summary: 'List the buckets with their server, accounts, rows (an estimate) and events of the last day',
    run: async (input) => (await import('./buckets.ts')).runBucketsList(input),
  },
  {
    words: ['buckets', 'rebalance'],
    positional: [],
    options: { run: { value: null, about: 'Make the moves, one after another' } },
    summary: 'Print the moves that give all servers about the same load',
    run: async (input) => (await import('./buckets.ts')).runBucketsRebalance(input),
  },
  {
    words: ['buckets', 'move'],
    positional: ['BUCKET'],
    options: {
      to: { value: 'SERVER', about: 'The name of the new server' },
      abort: { value: null, about: 'Undo an unfinished move' },
      'source-url-file': { value: 'FILE', about: 'Has the URL of the old server for the new one, if it differs' },
    },
    summary: 'Move a bucket to another database server while the service works',
    run: async (input) => (await import('./buckets.ts')).runBucketsMove(input),
  },
  {
    words: ['members', 'add'],
    positional: ['EMAIL'],
    options: { ...ACCOUNT_OPTION, role: { value: MEMBER_ROLES.join('|'), about: 'Default: developer' } },
    summary: 'Add a member and print the link to set the password, shown only once',
    run: async (input) => (await import('./members.ts')).runMembersAdd(input),
  },
  {
    words: ['members', 'invite'],
    positional: ['EMAIL'],
    options: ACCOUNT_OPTION,
    summary: 'Make a new link for a member with an unused invitation',
    run: async (input) => (await import('./members.ts')).runMembersInvite(input),
  },
  {
    words: ['members', 'reset-password'],
    positional: ['EMAIL'],
    options: ACCOUNT_OPTION,
    summary: 'Set a new password for a member, shown only once, and end all sessions of the member',
    run: async (input) => (await import('./members.ts')).runMembersResetPassword(input),
  },
  {
    words: ['members', 'list'],
    positional: [],
    options: ACCOUNT_OPTION,
    summary: 'List the members, newest first',
    run: async (input) => (await import('./members.ts')).runMembersList(input),
  },
  {
    words: ['recipients', 'export'],
    positional: ['RECIPIENT_ID', 'FILE'],
    options: ACCOUNT_OPTION,
    summary: 'Write all data of a recipient to a new file, as JSON',
    run: async (input) => (await import('./recipients.ts')).runRecipientsExport(input),
  },
  {
    words: ['recipients', 'erase'],
    positional: ['RECIPIENT_ID'],
    options: ACCOUNT_OPTION,
    summary: 'Erase all personal data of a recipient, also of a deleted one; this cannot be undone',
    run: async (input) => (await import('./recipients.ts')).runRecipientsErase(input),
  },
  {
    words: ['secrets', 'reencrypt'],
    positional: [],
    options: {},
    summary: 'Encrypt every stored secret with the first key of SECRETS_KEYS; then you can remove the others',
    run: async (input) => (await import('./secrets.ts')).runSecretsReencrypt(input),
  },
  {
    words: ['backup'],
    positional: ['FILE'],
    options: SERVER_OPTION,
    summary:
      'Write all data of a database server to a file, without the keys of the secrets; the service may keep running',
    runAlone: async (input) => (await import('./backup.ts')).runBackup(input),
  },
  {
    words: ['restore'],
    positional: ['FILE'],
    options: SERVER_OPTION,
    summary: 'Load a backup file into an empty database',
    runAlone: async (input) => (await import('./backup.ts')).runRestore(input),
  },
  {
    words: ['migrate'],
    positional: [],
    options: {},
    summary: 'Migrate the database to this version (every start does it too)',
    run: async () => (await import('./migrate.ts')).runMigrate(),
  },
]
