import { useRead } from '../api/queries.ts'
import { areWanted, namedChoices } from '../ui/named-choices.ts'
import type { NamedFilter } from '../ui/named-choices.ts'

const TEMPLATES_MAX = 200

/** The templates for a filter. They are read when they are wanted. */
export function useTemplateChoices(filter: NamedFilter) {
  const input = { query: { limit: TEMPLATES_MAX } }
  const { data } = useRead('GET /api/v1/message_templates', input, { enabled: areWanted(filter) })
  return namedChoices(data?.message_templates, filter)
}
