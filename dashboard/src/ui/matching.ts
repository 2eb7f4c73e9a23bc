/** The filter of a list that the page has whole. */

/** In lower case and without accents. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

/** True if each word of the sought text is a part of one of the texts. An empty one matches everything. */
export function isMatch(sought: string, texts: readonly (string | null | undefined)[]): boolean {
  const all = folded(texts.filter((text) => text != null).join('\n'))
  return folded(sought)
    .split(/\s+/)
    .every((word) => all.includes(word))
}
