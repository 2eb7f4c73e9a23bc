/** A template as text: independent of ids, so that one file fits to several accounts. */

/** A channel of a template, by its name. Null texts: the template's. */
export interface TemplateChannel {
  channel: string
  subject: string | null
  body: string | null
}

export const BODY_FORMATS = ['html', 'text'] as const

export interface Template {
  name: string
  subject: string
  body_format: (typeof BODY_FORMATS)[number]
  channels: TemplateChannel[]
  body: string
}

/** A mistake in a file. `line`: from 1; null if it is about the whole file. */
export interface FileMistake {
  path: string
  line: number | null
  sentence: string
}

export function mistakeLine({ path, line, sentence }: FileMistake): string {
  return line === null ? `${path}: ${sentence}` : `${path}:${line}: ${sentence}`
}
