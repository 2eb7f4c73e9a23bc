/**
 * The oldest releases of Node and PostgreSQL without published vulnerabilities, one for each supported line. Read the
 * pages anew at least every 60 days, and change the date with the versions: an older date prevents a release of Tidings.
 */
export const READ_ON = '2026-11-27'

/** The security release of 2026-10-21: https://nodejs.org/en/blog/vulnerability */
const SECURE_NODE = ['24.22.1', '26.12.1']

/** The last security release of each line: https://www.postgresql.org/support/security */
const SECURE_POSTGRESQL = ['15.20', '16.15', '17.11', '18.6']

const partsOf = (version: string): number[] => version.split('.').map(Number)

function isOlder(version: string, other: string): boolean {
  const parts = partsOf(version)
  const others = partsOf(other)
  const different = parts.findIndex((part, index) => part !== others[index])
  return different !== -1 && parts[different]! < others[different]!
}

/** The line of a version is its major version. A line without security releases has the version of the next line. */
function secureFor(version: string, secureVersions: readonly string[]): string | null {
  const [major] = partsOf(version)
  const secure = secureVersions.find((each) => partsOf(each)[0]! >= major!)
  return secure !== undefined && isOlder(version, secure) ? secure : null
}

/**
 * The oldest Node to use instead of this one, `24.1.0` for example, if it has published vulnerabilities. Otherwise null.
 */
export const secureNodeFor = (version: string): string | null => secureFor(version, SECURE_NODE)

/** The same for PostgreSQL, `18.4` for example. */
export const securePostgresqlFor = (version: string): string | null => secureFor(version, SECURE_POSTGRESQL)
