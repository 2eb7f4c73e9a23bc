/** Guides for the form of a channel: where each provider shows the credentials, and the settings that come first. */

interface ProviderGuide {
  /** One line for the card. */
  about: string
  /** The things to have at hand. */
  needs: string
  /** The settings shown at first, in this order. The others are below "More settings". */
  first: readonly string[]
  steps: readonly string[]
  /** The page of the provider with the credentials, if it has one address. */
  console: readonly [title: string, address: string] | null
  /** The page of the documentation. */
  guide: string
}

const GUIDES: Record<string, ProviderGuide> = {
  sandbox: {
    about: 'Shows your messages in the sandbox inbox. Nothing leaves the service.',
    needs: 'Nothing',
    first: [],
    steps: ['Create the channel, then send a message: it appears in the sandbox inbox.'],
    console: null,
    guide: '/docs/guides/testing',
  },
  smtp: {
    about: 'Any mail server: your own, or of a provider without a card here.',
    needs: 'Host, user name and password',
    first: ['host', 'username', 'password', 'from'],
    steps: [
      'Host: the name of the outgoing mail server, for example smtp.example.com.',
      'User name and password: those of the mailbox. Some providers want an app password.',
      'From: an address that the server lets you use.',
      'The port is 587. If the server wants TLS from the first byte, open More settings and set the port to 465.',
    ],
    console: null,
    guide: '/docs/providers/smtp',
  },
  sendgrid: {
    about: 'Email by Twilio SendGrid, with reports of deliveries, bounces and opens.',
    needs: 'An API key',
    first: ['api_key', 'from'],
    steps: [
      'Settings, Sender Authentication: authenticate the domain of your sender.',
      'Settings, API Keys, Create API Key: Restricted Access with Mail Send. The key begins with SG. and is shown once.',
    ],
    console: ['API keys at SendGrid', 'https://app.sendgrid.com/settings/api_keys'],
    guide: '/docs/providers/sendgrid',
  },
  postmark: {
    about: 'Email by Postmark, with reports of deliveries, bounces and opens.',
    needs: 'A Server API token',
    first: ['server_token', 'from'],
    steps: [
      'Sender Signatures: add the domain of your sender and its DNS records.',
      'Open your server, then API Tokens: copy the Server API token.',
    ],
    console: ['Servers at Postmark', 'https://account.postmarkapp.com/servers'],
    guide: '/docs/providers/postmark',
  },
  resend: {
    about: 'Email by Resend, with reports of deliveries and bounces.',
    needs: 'An API key',
    first: ['api_key', 'from'],
    steps: [
      'Domains: add the domain of your sender and its DNS records.',
      'API Keys, Create API Key: Sending access. The key begins with re_ and is shown once.',
    ],
    console: ['API keys at Resend', 'https://resend.com/api-keys'],
    guide: '/docs/providers/resend',
  },
  ses: {
    about: 'Email by Amazon SES, with reports through Amazon SNS.',
    needs: 'An access key and the region',
    first: ['access_key_id', 'secret_access_key', 'region', 'from'],
    steps: [
      'SES, Identities: verify the domain of your sender.',
      'IAM: make a user that may ses:SendEmail, and an access key for it.',
      'Region: where SES has your identity, for example eu-central-1.',
    ],
    console: ['Users at AWS', 'https://console.aws.amazon.com/iam/home#/users'],
    guide: '/docs/providers/ses',
  },
  apns: {
    about: 'Notifications to apps on Apple devices, directly to Apple.',
    needs: 'A key (.p8), its id, the team id and the bundle id',
    first: ['key_id', 'team_id', 'bundle_id', 'private_key'],
    steps: [
      'Keys: make a key with Apple Push Notifications service (APNs), and download its .p8 file. Apple offers it once.',
      'Key id: ten characters, also in the name of the file.',
      'Team id: under Membership details. Bundle id: of your app.',
    ],
    console: ['Keys at Apple', 'https://developer.apple.com/account/resources/authkeys/list'],
    guide: '/docs/providers/apns',
  },
  fcm: {
    about: 'Notifications to Android, and to all other apps in Firebase.',
    needs: 'The key file of a service account',
    first: ['service_account'],
    steps: [
      'Project settings, Cloud Messaging: the Firebase Cloud Messaging API (V1) must be enabled.',
      'Service accounts, Generate new private key: paste the whole text of the downloaded file.',
    ],
    console: ['The Firebase console', 'https://console.firebase.google.com'],
    guide: '/docs/providers/fcm',
  },
  web_push: {
    about: 'Notifications in browsers, by open standards and without an account.',
    needs: 'A pair of VAPID keys',
    first: ['vapid_public_key', 'vapid_private_key', 'vapid_subject'],
    steps: [
      'Make the keys once, for example with npx web-push generate-vapid-keys. Keep them as long as you send.',
      'Subject: mailto: and your address. Push services contact you there.',
    ],
    console: null,
    guide: '/docs/providers/web-push',
  },
  expo: {
    about: 'Notifications to apps built with Expo.',
    needs: 'Nothing, or an access token',
    first: ['access_token'],
    steps: [
      'Set up the push credentials of the project at Expo.',
      'If Enhanced security for push notifications is on: Account settings, Access tokens.',
    ],
    console: ['Access tokens at Expo', 'https://expo.dev/settings/access-tokens'],
    guide: '/docs/providers/expo',
  },
  twilio: {
    about: 'Text messages, with reports of deliveries.',
    needs: 'Account SID, auth token and a number',
    first: ['account_sid', 'auth_token', 'from', 'messaging_service_sid'],
    steps: [
      'On the first page of the console: Account SID and Auth Token. An API key does not do.',
      'From: a number that can send SMS. Or leave it empty, and enter the SID of a messaging service.',
    ],
    console: ['The Twilio console', 'https://console.twilio.com'],
    guide: '/docs/providers/twilio',
  },
  inbox: {
    about: 'Messages in your own app: a bell with the newest messages, live.',
    needs: 'Nothing',
    first: [],
    steps: ['Create the channel and attach it to templates.', 'Put the bell into your page, as the guide shows.'],
    console: null,
    guide: '/docs/guides/inbox',
  },
}

const UNKNOWN: ProviderGuide = {
  about: 'The dashboard has no guide to this provider.',
  needs: 'See its documentation',
  first: [],
  steps: [],
  console: null,
  guide: '/docs/providers',
}

/** The guide to a provider. A newer service may have other providers. */
export function guideToProvider(name: string): ProviderGuide {
  return GUIDES[name] ?? UNKNOWN
}

/** All pages of the documentation, for the test that they exist. */
export const PROVIDER_GUIDE_ADDRESSES: readonly string[] = [...Object.values(GUIDES), UNKNOWN].map(({ guide }) => guide)
