/** The verification examples of the documentation, by file extension. */
const files = import.meta.glob<string>('../../../docs/examples/verify.*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** `mjs`, `py`, ...: the text of the example in that language. */
export const EXAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('.') + 1), text]),
)
