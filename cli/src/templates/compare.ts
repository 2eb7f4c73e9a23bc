/** Compares the files of a folder with the templates of the account. Pure. */
import type { TemplateFile } from './folder.ts'
import { writeFrontMatter } from './front-matter.ts'
import type { StoredTemplates } from './stored.ts'
import type { Template } from './template.ts'

export interface Pair {
  name: string
  /** Null: only the account has the template. */
  file: TemplateFile | null
  /** Null: only the folder has the template. */
  stored: { id: number; template: Template } | null
  isSame: boolean
}

function canonical(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? locale
  } catch {
    // The service refuses it.
    return locale
  }
}

/** The template as text, with its locales as the service keeps them. */
function comparable(template: Template): string {
  const locales = template.locales.map((texts) => ({ ...texts, locale: canonical(texts.locale) }))
  return writeFrontMatter({ ...template, locales: locales.toSorted((a, b) => (a.locale < b.locale ? -1 : 1)) })
}

/** Each template once, in the order of the names. */
export function compare(files: readonly TemplateFile[], { templates }: StoredTemplates): Pair[] {
  const byName = new Map(files.map((file) => [file.template.name, file]))
  const names = [...new Set([...byName.keys(), ...templates.keys()])].toSorted()
  return names.map((name) => {
    const file = byName.get(name) ?? null
    const stored = templates.get(name) ?? null
    const isSame = file !== null && stored !== null && comparable(file.template) === comparable(stored.template)
    return { name, file, stored, isSame }
  })
}
