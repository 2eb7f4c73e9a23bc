/** Groups of operations, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Messages: 'Create messages, and read, cancel, move and mark them',
  Deliveries: 'The state of a message on one channel',
  'Notification users': 'The recipients of messages',
  Devices: 'The phones and browsers of a notification user, for push deliveries',
  'Topics and preferences': 'The subjects of messages, and the choices of notification users',
  'Message templates': 'The texts of messages, and their channels',
  'Notification channels': 'Email, push and SMS channels, each with its provider',
  Suppressions: 'Blocked addresses: nothing is sent to them',
  Sandbox: 'Messages of the sandbox provider, for tests: they are stored, not sent',
  'Webhook endpoints': 'The receiver of the events',
  'Webhook events': 'Every state change of every delivery',
  Account: 'The account, its limits and its log',
  'API keys': 'The keys of programs',
  Members: 'The members of the account',
  Sessions: 'Sign in to the dashboard',
  Health: 'For supervisors and load balancers',
}
