/** The frame of the recipients' pages: no script, no request to any other address, the colors of the account. */
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../platform/http/text.ts'
import type { Language } from './words.ts'

/** The look of an account's pages. Colors are `#rrggbb`. */
export interface Look {
  title: string
  accentColor: string
  backgroundColor: string
}

export const DEFAULT_COLORS = { accentColor: '#1d4ed8', backgroundColor: '#f6f7f9' }

/** The relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, with the higher contrast on the color: at least 4.5 to 1 on every color (WCAG 2.2). */
export function textColorOn(color: string): string {
  return luminance(color) > 0.179 ? '#000000' : '#ffffff'
}

function styleOf({ accentColor, backgroundColor }: Look): string {
  return `:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:${backgroundColor};color:#16181d;font:1rem/1.5 system-ui,sans-serif}
header{background:${accentColor};color:${textColorOn(accentColor)};padding:1rem}
header p{margin:0 auto;max-width:38rem;font-weight:600}
main{margin:1.5rem auto;max-width:min(38rem,100% - 1.5rem);padding:1.25rem;background:#fff;border:1px solid #767b85;border-radius:.5rem}
h1{margin:0 0 1rem;font-size:1.375rem}
fieldset{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid #767b85;border-radius:.375rem}
legend{padding:0 .25rem;font-weight:600}
fieldset p{margin:0 0 .5rem}
label{display:flex;gap:.5rem;align-items:center;min-height:2.75rem}
input{width:1.25rem;height:1.25rem;flex:none;accent-color:${accentColor}}
button{display:block;width:100%;min-height:2.75rem;margin:.5rem 0;padding:.5rem 1rem;border:1px solid #16181d;border-radius:.375rem;background:${accentColor};color:${textColorOn(accentColor)};font:inherit;font-weight:600;cursor:pointer}
a{color:#16181d}
:focus-visible{outline:3px solid #16181d;outline-offset:2px}
.done{padding:.75rem 1rem;border:2px solid #16181d;border-radius:.375rem}`
}

export interface Html {
  html: string
  headers: Record<string, string>
}

/** A page with its headers. `main`: HTML. */
export function page(language: Language, look: Look, title: string, main: string): Html {
  const style = styleOf(look)
  const hash = createHash('sha256').update(style).digest('base64')
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${look.title === '' ? '' : ` – ${escapeHtml(look.title)}`}</title>
<style>${style}</style>
</head>
<body>
${look.title === '' ? '' : `<header><p>${escapeHtml(look.title)}</p></header>\n`}<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`
  return {
    html,
    headers: {
      // The style is allowed by its hash. Nothing else is loaded or run, and no other site may show the page.
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      // The address has the token.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  }
}
