/**
 * The oldest versions of Node without a vulnerability of its last security release (2026-07-29), one for each supported line:
 * https://nodejs.org/en/blog/vulnerability
 */
const SECURE_VERSIONS = ['24.18.1', '26.5.1']

const partsOf = (version: string): number[] => version.split('.').map(Number)

function isOlder(version: string, other: string): boolean {
  const parts = partsOf(version)
  const others = partsOf(other)
  const different = parts.findIndex((part, index) => part !== others[index])
  return different !== -1 && parts[different]! < others[different]!
}

/**
 * The oldest version to use instead of this one, `24.1.0` for example, if it has published vulnerabilities. Otherwise null.
 * The version for a line without security releases is one of the next line.
 */
export function secureNodeFor(version: string): string | null {
  const [major] = partsOf(version)
  const secure = SECURE_VERSIONS.find((each) => partsOf(each)[0]! >= major!)
  return secure !== undefined && isOlder(version, secure) ? secure : null
}
