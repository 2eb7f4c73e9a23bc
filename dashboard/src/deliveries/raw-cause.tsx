/** The cause as it is stored, with the words of the provider, for those who want it. Nothing if it is only a known word. */
export function RawCause({ cause }: { cause: string | null }) {
  if (cause === null || !cause.includes(':')) return null
  return (
    <details className="small">
      <summary className="muted">Details</summary>
      <code className="mono">{cause}</code>
    </details>
  )
}
