/** Places in the HTML of a mail. */
import { escapeHtml } from '../../platform/http/text.ts'

/** The place of the last tag with the name, or -1. The last one, because mails hide others in comments for Outlook. */
export const lastTag = (html: string, name: string) =>
  Math.max(html.lastIndexOf(`<${name}`), html.lastIndexOf(`<${name.toUpperCase()}`))

/** The place after the tag `<body>`. The start of a text without a frame. Null: a frame without the tag. */
export function startOfBody(html: string): number | null {
  const tag = /<body(?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?>/iy
  tag.lastIndex = Math.max(0, lastTag(html, 'body'))
  if (tag.test(html)) return tag.lastIndex
  return /<(?:!doctype|html|head)\b/i.test(html) ? null : 0
}

/** The start of the content, also in a frame without the tag `<body>`. */
function startOfContent(html: string): number {
  const start = startOfBody(html)
  if (start !== null) return start
  const before = ['/head', 'html', '!doctype'].map((name) => lastTag(html, name)).find((at) => at >= 0) ?? 0
  return html.indexOf('>', before) + 1
}

/** The mail with a text that mailboxes show behind the subject, and mails do not. */
export function withPreheader(html: string, text: string): string {
  const at = startOfContent(html)
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`
  return html.slice(0, at) + hidden + html.slice(at)
}
