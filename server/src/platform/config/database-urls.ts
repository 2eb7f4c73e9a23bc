/** The database servers of `DATABASES`: `name=postgres://...`, separated by commas or line ends. */
import { parsePostgresUrl } from './postgres-url.ts'

export interface NamedDatabase {
  name: string
  url: string
}

const SERVERS_MAX = 64

/** A URL may contain commas too, so an item begins only where a name and a scheme follow. */
const BETWEEN_ITEMS = /(?<![\s,])[\s,]+(?=[^\s,=]{1,100}=postgres(?:ql)?:\/\/)/i
const ITEM = /^([^\s,=]{1,100})=(postgres(?:ql)?:\/\/.*)$/is
/** A second item with a wrong scheme would become a part of the first URL. */
const OTHER_SCHEME = /[\s,][^\s,=]{1,100}=[a-z]{1,20}:\/\//i
const NAME = /^[a-z][a-z0-9-]{0,30}$/

const FORM = 'must be a list of name=postgresql://user@host:5432/database'

/** The servers in their order, or the rule that the text breaks. The rule repeats names, and no part of a URL. */
export function parseDatabases(text: string): { value: readonly NamedDatabase[] } | { must: string } {
  const databases: NamedDatabase[] = []
  for (const [index, item] of text.trim().split(BETWEEN_ITEMS).entries()) {
    const [, name, url] = ITEM.exec(item.replace(/[\s,]+$/, '')) ?? []
    if (name === undefined || url === undefined || OTHER_SCHEME.test(url))
      return { must: `${FORM}: item ${index + 1} is not valid` }
    if (!NAME.test(name))
      return {
        must: `${FORM}: the name ${name} must begin with a lower-case letter, with lower-case letters, digits and hyphens, at most 31`,
      }
    if (databases.some((one) => one.name === name)) return { must: `${FORM}: the name ${name} occurs twice` }
    const parsed = parsePostgresUrl(url)
    if ('must' in parsed) return { must: `${FORM}: the URL of ${name} ${parsed.must}` }
    databases.push({ name, url })
  }
  return databases.length > SERVERS_MAX ? { must: `must name at most ${SERVERS_MAX} servers` } : { value: databases }
}
