/** How the Markdown of the repository becomes pages: links by their sources, no HTML, no styles in attributes. */
import type { MarkdownOptions } from 'vitepress'
import { createCssVariablesTheme } from 'shiki'
import { anchorOf } from '../scripts/markdown.ts'
import { targetOf } from './links.ts'
import { ROOT } from './pages.ts'
import type { Page } from './pages.ts'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type Token = ReturnType<MarkdownIt['parse']>[number]

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** As text of a page: braces would be read as an expression of the page's template. */
const escapeText = (text: string): string => escapeHtml(text).replaceAll('{{', '&#123;&#123;')

/** The file that is rendered, below the repository. */
const sourceOf = ({ realPath, path }: { realPath?: string; path?: string }): string =>
  (realPath ?? path ?? '').slice(ROOT.length).replaceAll('\\', '/')

/** A link that leads to no page becomes its text, followed by the path of the file if the text does not say it. */
function unlink(
  children: Token[],
  open: number,
  path: string,
  newToken: (type: string, content: string) => Token,
): void {
  const close = children.findIndex((token, index) => index > open && token.type === 'link_close')
  const inside = children.slice(open + 1, close)
  const text = inside.map(({ content }) => content).join('')
  const says = text !== '' && path.endsWith(text.replace(/\/$/, ''))
  const shown = says
    ? [newToken('code_inline', text)]
    : [...inside, newToken('text', ' ('), newToken('code_inline', path), newToken('text', ')')]
  children.splice(open, close - open + 1, ...shown)
}

/** Gives every link of the page the address that it has on the site. */
function leadLinks(
  children: Token[],
  source: string,
  pages: ReadonlyMap<string, Page>,
  newToken: (type: string, content: string) => Token,
): void {
  for (let index = children.length - 1; index >= 0; index -= 1) {
    const token = children[index]!
    if (token.type !== 'link_open') continue
    const target = targetOf(token.attrGet('href') ?? '', source, pages)
    if (target.kind === 'page') {
      token.attrSet('href', `/${target.page.path === 'index' ? '' : target.page.path}${target.anchor}`)
    } else if (target.kind === 'service') {
      // Not of the site: the base of the site is not put before it.
      token.attrSet('href', `..${target.path}`)
      token.attrSet('target', '_self')
    } else if (target.kind === 'file') unlink(children, index, target.path, newToken)
  }
}

/** The names of the languages that a reader may choose. */
const TAB_NAMES: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python', go: 'Go' }

/**
 * Puts blocks of code with the mark `tab` that stand side by side into one group, each with its outputs. `.vitepress/theme/tabs.ts`
 * shows one language of them. Without JavaScript, all stand one below the other under their names.
 */
function groupTabs(tokens: readonly Token[], newToken: (type: string, content: string) => Token): Token[] {
  const grouped: Token[] = []
  let isInside = false
  for (const token of tokens) {
    const [language = '', ...marks] = token.type === 'fence' ? token.info.split(' ') : []
    const isTab = marks.includes('tab')
    const isOutput: boolean = isInside && (language === 'text' || language === 'json')
    if (isInside && !isOutput) grouped.push(newToken('tab_close', ''))
    if (isInside && !isOutput && !isTab) grouped.push(newToken('tabs_close', ''))
    if (isTab)
      grouped.push(...(isInside ? [] : [newToken('tabs_open', '')]), newToken('tab_open', TAB_NAMES[language]!))
    isInside = isTab || isOutput
    grouped.push(token)
  }
  if (isInside) grouped.push(newToken('tab_close', ''), newToken('tabs_close', ''))
  return grouped
}

/** What the theme of colours gives a piece of code: `color:var(--code-token-string)`. */
const KIND_OF_STYLE = /--code-(?:token-)?([a-z-]+)/

/** The options of the generator's Markdown, for the pages of the site. */
export function markdownOptions(pages: ReadonlyMap<string, Page>): MarkdownOptions {
  return {
    theme: createCssVariablesTheme({ name: 'tidings', variablePrefix: '--code-' }),
    anchor: { slugify: anchorOf },
    // Other ways to write than those that a reader of the repository's Markdown sees.
    ...{ attrs: false, container: false, emoji: false, footnote: false, include: false, snippet: false, toc: false },
    eagerFrontmatterInterpolation: false,
    codeTransformers: [
      {
        // The policy of the pages lets no style in that stands in an attribute.
        pre: (node) => void delete node.properties['style'],
        span(node) {
          const { style } = node.properties
          const [, kind] = typeof style === 'string' ? (KIND_OF_STYLE.exec(style) ?? []) : []
          delete node.properties['style']
          if (kind !== undefined && kind !== 'foreground') this.addClassToHast(node, `code-${kind}`)
        },
      },
    ],
    config(md) {
      md.core.ruler.push('links of the repository', (state) => {
        const source = sourceOf(state.env as object)
        const newToken = (type: string, content: string) => {
          return Object.assign(new state.Token(type, type === 'code_inline' ? 'code' : '', 0), { content })
        }
        state.tokens = groupTabs(state.tokens, newToken)
        for (const { children } of state.tokens) if (children !== null) leadLinks(children, source, pages, newToken)
      })
      const { rules } = md.renderer
      rules['tabs_open'] = () => '<div class="tabs">'
      rules['tab_open'] = (tokens, index) => {
        const name = tokens[index]!.content
        return `<div class="tab" data-name="${name}"><p class="tab-name">${name}</p>`
      }
      rules['tab_close'] = () => '</div>'
      rules['tabs_close'] = () => '</div>'
      rules.text = (tokens, index) => escapeText(tokens[index]!.content)
      rules.code_inline = (tokens, index) => `<code>${escapeText(tokens[index]!.content)}</code>`
      const asText: NonNullable<typeof rules.html_inline> = (tokens, index) => {
        const { content, meta } = tokens[index]! as { content: string; meta: { isPermalinkSymbol?: boolean } | null }
        if (meta?.isPermalinkSymbol === true) return content
        return content.trimStart().startsWith('<!--') ? '' : escapeText(content)
      }
      rules.html_inline = asText
      rules.html_block = asText
    },
  }
}
