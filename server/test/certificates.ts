import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isIP } from 'node:net'
import { generate } from 'selfsigned'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Certificate {
  key: string
  cert: string
}

export interface CertificateOptions {
  /** Names and addresses in the certificate, besides 127.0.0.1, ::1 and localhost. */
  names?: string[]
  /** If true, the certificate has only the given names. */
  onlyNames?: boolean
  /** If true, the certificate expired yesterday. */
  expired?: boolean
}

export interface CertificateAuthority {
  /** The authority's certificate, and the path of a file with it. */
  pem: string
  pemPath: string
  issue(options?: CertificateOptions): Promise<Certificate>
  /** Deletes the file. */
  close(): void
}

/** Creates a certificate authority for one test file or demonstration. */
export async function createCertificateAuthority(): Promise<CertificateAuthority> {
  const startMs = Date.now()
  const authority = await generate([{ name: 'commonName', value: 'Tidings test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(startMs - 10 * DAY_MS),
    notAfterDate: new Date(startMs + 10 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const directory = mkdtempSync(join(tmpdir(), 'tidings-authority-'))
  const pemPath = join(directory, 'ca.pem')
  writeFileSync(pemPath, authority.cert)
  return {
    pem: authority.cert,
    pemPath,
    async issue(options = {}) {
      const names = [...(options.onlyNames ? [] : ['127.0.0.1', '::1', 'localhost']), ...(options.names ?? [])]
      const issued = await generate([{ name: 'commonName', value: 'Tidings test receiver' }], {
        keyType: 'ec',
        algorithm: 'sha256',
        notBeforeDate: new Date(startMs - 5 * DAY_MS),
        notAfterDate: new Date(startMs + (options.expired ? -DAY_MS : 5 * DAY_MS)),
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
          },
        ],
        ca: { key: authority.private, cert: authority.cert },
      })
      return { key: issued.private, cert: issued.cert }
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}
