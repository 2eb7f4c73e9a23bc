/**
 * How the search of the pages ranks. It is given here and not in the configuration: functions of that come into a page as text,
 * which its policy does not run.
 */
const QUESTION_WORDS = new Set(
  (
    'a an and are as at be by can could do does for from has have how i if in into is it its me my of on or should that ' +
    'the their there this to was we what when where which who why will with you your'
  ).split(' '),
)

/** Words of readers, and the words of the pages. All words of a line find the same. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'sso oidc saml',
    'pagination paginate paging next_cursor',
    'gdpr privacy personal',
    'i18n internationalization translation languages',
    'k8s kubernetes helm',
    'docker container image',
    'bulk batch',
    'throttling throttle 429 rate_limited',
    'metrics prometheus monitoring observability',
    'otel opentelemetry traces',
    'delete remove erase',
    'attachments attachment files',
    'openapi postman swagger insomnia',
    'localhost tunnel ngrok listen',
    'environment env configuration settings',
    'skew drift clock',
    'relay smtp',
    'mobile ios android app',
    'signature signatures verify verifying',
    'password login sign-in',
  ].flatMap((line) => {
    const words = line.split(' ')
    return words.map((word) => [word, words] as const)
  }),
)

/** A root must have so many characters: a shorter one begins too many other words. */
const ROOT_CHARACTERS_MIN = 4
/** Endings of English words, longest first. */
const ENDINGS = /(?:(?:ation|ing|e)s?|ies|ied|ed|y|s)$/

/** The start that all forms of a word share: `scale` and `scaling` have `scal`. */
function rootOf(word: string): string {
  const root = word.replace(ENDINGS, '')
  return root.length < ROOT_CHARACTERS_MIN ? word : root
}

/** Shorter words begin too many others. */
const PREFIX_CHARACTERS_MIN = 4
/** Shorter words are like too many others. */
const FUZZY_CHARACTERS_MIN = 6

const weightOf = (address: string): number => {
  if (/\/guides\b/.test(address)) return 2
  if (/\/errors\b/.test(address)) return 0.7
  return /\/(decisions|changelog|bench|peers|list-queries|specification|contributing|operations|faults)\b/.test(address)
    ? 0.5
    : 1
}

/** The words to look for: the given one, its root, and its synonyms. */
function termsOf(given: string): string[] {
  const word = given.toLowerCase()
  if (QUESTION_WORDS.has(word)) return []
  const same = SYNONYMS.get(word) ?? [word]
  return [...new Set([word, rootOf(word), ...same])]
}

/** Of MiniSearch, which the generator's search uses. */
export const SEARCH_OPTIONS = {
  processTerm: termsOf,
  prefix: (term: string) => term.length >= PREFIX_CHARACTERS_MIN,
  fuzzy: (term: string) => (term.length >= FUZZY_CHARACTERS_MIN ? 0.15 : false),
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: weightOf,
}
