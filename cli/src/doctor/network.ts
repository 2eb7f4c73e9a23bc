/** Looks at the way to a server: its name and its certificate, as this machine sees them. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { reasonOf } from '../api.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5000
const DAY_MS = 86_400_000

/** Authorities renew certificates of 90 days at the latest 30 days before their end. */
const DAYS_LEFT_MIN = 14

/** `[::1]` without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

async function nameFinding(about: string, host: string): Promise<Finding> {
  const name = `${about} DNS`
  try {
    const found = await lookup(host, { all: true })
    return { name, state: 'ok', sentence: `${host} is ${found.map(({ address }) => address).join(', ')}` }
  } catch (error) {
    return {
      name,
      state: 'fault',
      sentence: `${host} has no address: ${(error as NodeJS.ErrnoException).code ?? reasonOf(error)}`,
      remedy: 'Correct the name in the URL, or add its DNS record.',
    }
  }
}

/** `endsAt`: ms since the epoch. */
type Certificate = { ok: true; endsAt: number } | { ok: false; mistake: string }

function readCertificate(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve) => {
    const servername = isIP(host) === 0 ? { servername: host } : {}
    // An invalid certificate is a result here.
    const socket = connect({ host, port, ...servername, rejectUnauthorized: false, timeout: TIMEOUT_MS })
    const end = (certificate: Certificate): void => {
      socket.destroy()
      resolve(certificate)
    }
    socket.once('secureConnect', () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
      end(socket.authorized ? { ok: true, endsAt } : { ok: false, mistake: String(socket.authorizationError) })
    })
    socket.once('timeout', () => end({ ok: false, mistake: `no response within ${TIMEOUT_MS / 1000} s` }))
    socket.once('error', (error) => end({ ok: false, mistake: reasonOf(error) }))
  })
}

async function certificateFinding(about: string, url: URL): Promise<Finding> {
  const name = `${about} certificate`
  const certificate = await readCertificate(hostOf(url), Number(url.port || 443))
  if (!certificate.ok)
    return {
      name,
      state: 'fault',
      sentence: `${url.host} has no valid certificate: ${certificate.mistake}`,
      remedy: 'Renew the certificate, or set NODE_EXTRA_CA_CERTS to the authority of your own.',
    }
  const days = Math.floor((certificate.endsAt - Date.now()) / DAY_MS)
  return days < DAYS_LEFT_MIN
    ? { name, state: 'fault', sentence: `It ends in ${days} days`, remedy: 'Renew the certificate.' }
    : { name, state: 'ok', sentence: `Valid for ${days} days` }
}

/** The findings about the name and the certificate of a URL. `about`: `Service`. */
export async function networkFindings(about: string, address: string): Promise<Finding[]> {
  const url = new URL(address)
  const host = hostOf(url)
  const findings: Finding[] = []
  if (isIP(host) === 0) findings.push(await nameFinding(about, host))
  const isFound = findings.every(({ state }) => state !== 'fault')
  if (isFound && url.protocol === 'https:') findings.push(await certificateFinding(about, url))
  return findings
}
