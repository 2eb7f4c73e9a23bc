import { Button } from './button.tsx'

/** Takes the filters of these names out of the address, as soon as there is one; `change` takes what to write into it. */
export function ClearFilters({
  names,
  search,
  change,
}: {
  names: readonly string[]
  search: URLSearchParams
  change: (values: Record<string, string | null>) => void
}) {
  if (!names.some((name) => search.has(name))) return null
  return (
    <Button tone="quiet" icon="close" onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}>
      Clear
    </Button>
  )
}
