/**
 * The files by which the machine resolves names: its hosts file, which comes before all name servers, and the search domains
 * of its resolver. They are read here and not by getaddrinfo, which keeps a thread of few for each name, however long a name
 * server is silent.
 */
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'

export interface MachineNames {
  /** The host's addresses in the hosts file, in its order; null if the name (lower case, no trailing dot) is not there. */
  addressesOf(hostname: string): readonly string[] | null
  /** The names to ask the name servers for, in turn, until one has addresses. `isAbsolute`: no search domain completes it. */
  questionsFor(hostname: string, isAbsolute: boolean): readonly string[]
}

export interface NameFiles {
  hosts: string
  /** Of the search domains; null: there are none. */
  resolver: string | null
}

const IS_WINDOWS = process.platform === 'win32'
export const HOSTS_FILE = IS_WINDOWS ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
export const RESOLVER_FILE = IS_WINDOWS ? null : '/etc/resolv.conf'

/** How long what was read of a file stands before it is looked at again, ms. */
const LOOK_AGAIN_MS = 1000
/** What is parsed of a file at the most, bytes, of those that are read: a list of 100,000 names takes 3 MB. */
const FILE_BYTES_MAX = 8 * 1024 * 1024
const SEARCH_DOMAINS_MAX = 16
/** As in the C library. */
const DOTS_DEFAULT = 1
const DOTS_MAX = 15
const NAME_CHARACTERS_MAX = 253

export interface SearchDomains {
  domains: string[]
  /** A name with as many dots is asked for as it stands before the domains are tried. */
  dots: number
}

const NO_SEARCH: SearchDomains = { domains: [], dots: DOTS_DEFAULT }

/** The lines of a file of the machine, each as its words; `comment` begins what is no part of it. */
function wordsOf(text: string, comment: RegExp): string[][] {
  return text.split('\n').map((line) => line.replace(comment, '').trim().split(/\s+/))
}

/** hosts(5): an address and its names on each line. A name may have several lines. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const [address = '', ...names] of wordsOf(text, /#.*/)) {
    // With a zone (`fe80::1%eth0`) it is of this link alone.
    if (isIP(address) === 0 || address.includes('%')) continue
    for (const name of names.map(plainName)) {
      const known = hosts.get(name)
      if (known === undefined) hosts.set(name, [address])
      else if (!known.includes(address)) known.push(address)
    }
  }
  return hosts
}

/** resolv.conf(5): of several `search` and `domain` lines the last counts. */
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

/** In lower case, without the dot that may end it. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** The name as it stands and with each domain behind it, in the order of the C library. */
export function questionsFor(hostname: string, { domains, dots }: SearchDomains): readonly string[] {
  if (domains.length === 0) return [hostname]
  const longer = domains
    .map((domain) => `${hostname}.${domain}`)
    .filter((question) => question.length <= NAME_CHARACTERS_MAX)
  return hostname.split('.').length > dots ? [hostname, ...longer] : [...longer, hostname]
}

/** What `parse` makes of the file as it is now, at most `LOOK_AGAIN_MS` ago; `absent` if it cannot be read. */
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

/** The names of the files given, which may change while the process runs. */
export function createMachineNames(files: NameFiles, clock: Pick<Clock, 'monotonic'>): MachineNames {
  const hosts = createFileReader(files.hosts, clock, parseHosts, new Map<string, string[]>())
  const search =
    files.resolver === null ? () => NO_SEARCH : createFileReader(files.resolver, clock, parseSearch, NO_SEARCH)
  return {
    addressesOf: (hostname) => hosts().get(hostname) ?? null,
    questionsFor: (hostname, isAbsolute) => questionsFor(hostname, isAbsolute ? NO_SEARCH : search()),
  }
}
