/** A partial in the editor. Pure. */
import type { Operations } from '../../../../sdk/src/types.ts'
import { EMPTY_DRAFT } from '../draft.ts'
import type { Draft } from '../draft.ts'

export type Partial = Operations['GET /api/v1/partials/{id}']['answer']['partial']
export type PartialVersion = Operations['GET /api/v1/partials/{id}/versions']['answer']['versions'][number]

/** The service counts up to this number. */
const COUNTED_MAX = 100

/** The number of users for people. */
export function countOfUsers({ used_by_count: count }: Pick<Partial, 'used_by_count'>): string {
  return count < COUNTED_MAX ? String(count) : `${COUNTED_MAX} or more`
}

/** A text to start from, with the name of a partial if it has none. */
export interface Example {
  label: string
  name: string
  text: string
}

export const EXAMPLES: readonly Example[] = [
  {
    label: 'A footer',
    name: 'footer',
    text: `<p style="font-size: 12px; color: #666">
  {{ company | default: "Acme" }} · <a href="{{ preferences_url }}">Preferences</a>
  {% if unsubscribe_url != "" %}· <a href="{{ unsubscribe_url }}">Unsubscribe</a>{% endif %}
</p>
`,
  },
  {
    label: 'A layout',
    name: 'base',
    text: `<div style="max-width: 600px; margin: 0 auto; font-family: sans-serif">
  <h1>{% block title %}Acme{% endblock %}</h1>
  {% block content %}{% endblock %}
</div>
`,
  },
]

const isLayout = (text: string) => /\{%-?\s*block\b/.test(text)

/** The tag with which a text uses the partial. */
export function tagFor(name: string, text: string): string {
  return isLayout(text) ? `{% layout '${name}' %}` : `{% render '${name}' %}`
}

/** A template that uses the partial, for a preview without one of the account. */
export function sampleDraft(name: string, text: string): Draft {
  const blocks = [...text.matchAll(/\{%-?\s*block\s+(\w+)/g)].map(([, block]) => block!)
  const contents = [...new Set(blocks)].map((block) => `{% block ${block} %}<p>The block ${block}</p>{% endblock %}`)
  const content = isLayout(text) && contents.length === 0 ? '<p>The text of a template</p>' : contents.join('\n')
  return { ...EMPTY_DRAFT, body: `${tagFor(name, text)}${content}` }
}
