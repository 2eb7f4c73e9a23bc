/**
 * The machine's files for name resolution: its hosts file, used before name servers, and the search domains of its
 * resolver. They are read here because getaddrinfo blocks one of a few threads per name while a name server is silent.
 */
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'

export interface MachineNames {
  /** The host's addresses in the hosts file, in order. Null if the name (lower case, no trailing dot) is missing. */
  addressesOf(hostname: string): readonly string[] | null
  /** The names to look up in turn, until one has addresses. `isAbsolute`: no search domains are added. */
  questionsFor(hostname: string, isAbsolute: boolean): readonly string[]
}

export interface NameFiles {
  hosts: string
  /** The file with the search domains. Null: no search domains. */
  resolver: string | null
}

const IS_WINDOWS = process.platform === 'win32'
export const HOSTS_FILE = IS_WINDOWS ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
export const RESOLVER_FILE = IS_WINDOWS ? null : '/etc/resolv.conf'

/** A file is checked for changes this long after the last check, ms. */
const LOOK_AGAIN_MS = 1000
/** The parsed part of a file, bytes. A list of 100,000 names takes 3 MB. */
const FILE_BYTES_MAX = 8 * 1024 * 1024
const SEARCH_DOMAINS_MAX = 16
/** As in the C library. */
const DOTS_DEFAULT = 1
const DOTS_MAX = 15
const NAME_CHARACTERS_MAX = 253

export interface SearchDomains {
  domains: string[]
  /** Names with more dots than this are looked up as written before the domains are tried. */
  dots: number
}

const NO_SEARCH: SearchDomains = { domains: [], dots: DOTS_DEFAULT }

/** The words of each line of a file. `comment` matches comments. */
function wordsOf(text: string, comment: RegExp): string[][] {
  return text.split('\n').map((line) => line.replace(comment, '').trim().split(/\s+/))
}

/** Parses hosts(5): each line has an address and its names. A name may have several lines. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const [address = '', ...names] of wordsOf(text, /#.*/)) {
    // An address with a zone (`fe80::1%eth0`) is valid on one link only.
    if (isIP(address) === 0 || address.includes('%')) continue
    for (const name of names.map(plainName)) {
      const known = hosts.get(name)
      if (known === undefined) hosts.set(name, [address])
      else if (!known.includes(address)) known.push(address)
    }
  }
  return hosts
}

/** Parses resolv.conf(5). The last `search` or `domain` line counts. */
export function parseSearch(text: string): SearchDomains {
  let { domains, dots } = NO_SEARCH
  for (const [keyword, ...words] of wordsOf(text, /[#;].*/)) {
    if (keyword === 'search') domains = words
    else if (keyword === 'domain') domains = words.slice(0, 1)
    else if (keyword === 'options')
      for (const word of words) {
        const given = /^ndots:(\d{1,9})$/.exec(word)?.[1]
        if (given !== undefined) dots = Math.min(Number(given), DOTS_MAX)
      }
  }
  const named = domains.map(plainName).filter((domain) => domain !== '')
  return { domains: named.slice(0, SEARCH_DOMAINS_MAX), dots }
}

/** In lower case, without a trailing dot. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** The name as written and with each domain appended, in the order of the C library. */
export function questionsFor(hostname: string, { domains, dots }: SearchDomains): readonly string[] {
  if (domains.length === 0) return [hostname]
  const longer = domains
    .map((domain) => `${hostname}.${domain}`)
    .filter((question) => question.length <= NAME_CHARACTERS_MAX)
  return hostname.split('.').length > dots ? [hostname, ...longer] : [...longer, hostname]
}

/** Reads a file through `parse`, with a cache of up to `LOOK_AGAIN_MS`. Returns `absent` if the file cannot be read. */
function createFileReader<Parsed>(
  path: string,
  { monotonic }: Pick<Clock, 'monotonic'>,
  parse: (text: string) => Parsed,
  absent: Parsed,
): () => Parsed {
  let parsed = absent
  let version = ''
  let lookAt = -Infinity
  return () => {
    const now = monotonic()
    if (now < lookAt) return parsed
    lookAt = now + LOOK_AGAIN_MS
    try {
      const { mtimeMs, size, ino } = statSync(path)
      const found = `${mtimeMs} ${size} ${ino}`
      if (found === version) return parsed
      parsed = parse(readFileSync(path).toString('utf8', 0, FILE_BYTES_MAX))
      version = found
    } catch {
      parsed = absent
      version = ''
    }
    return parsed
  }
}

/** Names from the given files, which may change while the process runs. */
export function createMachineNames(files: NameFiles, clock: Pick<Clock, 'monotonic'>): MachineNames {
  const hosts = createFileReader(files.hosts, clock, parseHosts, new Map<string, string[]>())
  const search =
    files.resolver === null ? () => NO_SEARCH : createFileReader(files.resolver, clock, parseSearch, NO_SEARCH)
  return {
    addressesOf: (hostname) => hosts().get(hostname) ?? null,
    questionsFor: (hostname, isAbsolute) => questionsFor(hostname, isAbsolute ? NO_SEARCH : search()),
  }
}
