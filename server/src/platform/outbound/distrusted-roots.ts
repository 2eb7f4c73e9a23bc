import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { errorCode } from '../db/database-error.ts'
import { StartError } from '../db/servers/start-error.ts'

/**
 * Root certificates that browsers and newer versions of Node no longer trust. An older Node, `NODE_EXTRA_CA_CERTS` or the
 * certificates of the system may still contain them.
 */

/**
 * SHA-256 of the certificates. Attackers have the keys of eight intermediate certificates of their owner, which lead to
 * these roots (CVE-2026-111943, October 2026).
 */
const DISTRUSTED = new Set([
  // emSign ECC Root CA - G3
  '86a1ecba089c4a8d3bbe2734c612ba341d813e043cf9e8a862cd5c57a36bbe6b',
  // emSign Root CA - C1
  '125609aa301da0a249b97a8239cb6a34216f44dcac9f3954b14292f2e8c8608f',
  // emSign ECC Root CA - C3
  'bc4d809b15189d78db3e1d8cf4f9726a795da1643ca5f1358e1ddb0edc0d7eb3',
  // AAA Certificate Services, the former root of Comodo
  'd7a7a0fb5d7e2731d771e9484ebcdef71d5f0c3e0a2948782bc83ee0ea699ef4',
])

function digestOf(pem: string): string {
  const [, body = ''] = /-----BEGIN [^-]+-----([^-]+)/.exec(pem) ?? []
  return createHash('sha256').update(body, 'base64').digest('hex')
}

/**
 * Removes them for all TLS connections of the process. Call it before the first one. If there are none, Node keeps its
 * own shared list.
 */
export function removeDistrustedRoots(): void {
  const certificates = getCACertificates('default')
  const trusted = certificates.filter((pem) => !DISTRUSTED.has(digestOf(pem)))
  if (trusted.length < certificates.length) setDefaultCACertificates(trusted)
}

/**
 * The certificates of WEBHOOK_EXTRA_CA_FILE, in PEM. Null without a file.
 * @throws {StartError} if the file cannot be read, or contains no certificate.
 */
export function readExtraCa(path: string | null): string | null {
  if (path === null) return null
  try {
    const pem = readFileSync(path, 'utf8')
    // A TLS context silently accepts any text, so check it here.
    void new X509Certificate(pem)
    return pem
  } catch (error) {
    const problem =
      error instanceof Error && 'syscall' in error
        ? `cannot be read (${errorCode(error)})`
        : 'contains no certificate in PEM'
    throw new StartError(`WEBHOOK_EXTRA_CA_FILE ${path} ${problem}`, { cause: error })
  }
}
