/**
 * Programs that fetch the pixels of mails without a reader: proxies that load images in advance, scanners of mail gateways,
 * and other programs. They say so in their User-Agent.
 */

const MACHINES = new RegExp(
  [
    // Proxies of mail services, which may fetch the images of a mail when it arrives.
    ...['GoogleImageProxy', 'ggpht\\.com', 'YahooMailProxy', 'YahooCacheSystem', 'ImageProxy', 'MailProxy'],
    // Scanners of mail gateways.
    ...['Barracuda', 'Mimecast', 'Proofpoint', 'FireEye', 'Symantec', 'TrendMicro', 'Sophos', 'Cisco-?IronPort'],
    ...['SafeLinks', 'MS-?Defender', '\\bVade', 'Zscaler', 'Forcepoint', 'Cloudmark'],
    // Programs that follow links.
    ...[
      '(?<!cu)bot\\b',
      'crawl',
      'spider',
      'scan',
      'preview',
      'facebookexternalhit',
      'WhatsApp/',
      'HeadlessChrome',
      'PhantomJS',
    ],
    // Libraries.
    ...[
      '^curl/',
      '^Wget/',
      '^python-',
      '^Python/',
      '^Go-http-client',
      '^Java/',
      '^okhttp/',
      '^libwww-perl',
      '^Apache-HttpClient',
    ],
    ...['^axios/', '^node-fetch', '^PostmanRuntime/'],
    // Apple loads all images of a mail through proxies that say nothing more.
    '^Mozilla/5\\.0$',
  ].join('|'),
  'i',
)

/** True if a known program asks, and not a mail program that shows the mail. */
export const isMachine = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && MACHINES.test(userAgent.trim())
