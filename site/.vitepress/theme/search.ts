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

/** Shorter words begin too many others. */
const PREFIX_CHARACTERS_MIN = 3
/** Shorter words are like too many others. */
const FUZZY_CHARACTERS_MIN = 5

const weightOf = (address: string): number => {
  if (/\/guides\b/.test(address)) return 2
  return /\/(decisions|changelog|bench|peers|list-queries)\b/.test(address) ? 0.5 : 1
}

/** Of MiniSearch, which the generator's search uses. */
export const SEARCH_OPTIONS = {
  processTerm: (term: string) => (QUESTION_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  prefix: (term: string) => term.length >= PREFIX_CHARACTERS_MIN,
  fuzzy: (term: string) => (term.length >= FUZZY_CHARACTERS_MIN ? 0.2 : false),
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: weightOf,
}
