import { Button } from './button.tsx'

/** A button to remove these filters from the URL, shown if there is a filter. `change` gets the new values. */
export function ClearFilters({
  names,
  search,
  change,
  text = 'Clear',
}: {
  names: readonly string[]
  search: URLSearchParams
  change: (values: Record<string, string | null>) => void
  text?: string
}) {
  if (!names.some((name) => search.has(name))) return null
  return (
    <Button tone="quiet" icon="close" onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}>
      {text}
    </Button>
  )
}
