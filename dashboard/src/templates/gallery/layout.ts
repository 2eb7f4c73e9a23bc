/** The parts of example mails: tables and inline styles, because mail programs ignore most of CSS. */

const FONT = 'font-family: Arial, Helvetica, sans-serif;'
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

export function paragraph(text: string): string {
  return `<p style="margin: 0 0 16px;">${text}</p>`
}

export function note(text: string): string {
  return `<p style="margin: 0 0 16px; font-size: 14px; line-height: 20px; color: #5b6673;">${text}</p>`
}

/** A link as a button. The color is that of the cell too, for programs that ignore the padding of links. */
export function button(label: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 8px 0 24px;">
  <tr>
    <td bgcolor="#2447c9" style="border-radius: 6px;">
      <a href="${url}" style="display: inline-block; padding: 12px 24px; color: #ffffff; font-weight: bold; text-decoration: none;">${label}</a>
    </td>
  </tr>
</table>`
}

const cell = (text: string, align: 'left' | 'right', style: string) =>
  `<td align="${align}" style="padding: 8px 0; border-bottom: 1px solid #e3e7ec;${style}">${text}</td>`

/** Rows of a name and a value. `before` and `after`: Liquid around the rows, for example a loop. */
export function rows(pairs: readonly (readonly [name: string, value: string])[], before = '', after = ''): string {
  const lines = pairs.map(
    ([name, value]) => `  <tr>
    ${cell(name, 'left', ' color: #5b6673;')}
    ${cell(value, 'right', ' font-weight: bold;')}
  </tr>`,
  )
  const all = [before, ...lines, after].filter((line) => line !== '').join('\n')
  return `<table ${TABLE} style="margin: 0 0 24px;">
${all}
</table>`
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
}

/** A whole mail of at most 560 px. `preheader`: the text after the subject in the list of mails. */
export function mail(preheader: string, heading: string, content: readonly string[], footer: string): string {
  return `<div style="display: none; max-height: 0; overflow: hidden;">${preheader}</div>
<table ${TABLE} bgcolor="#f3f4f6" style="background-color: #f3f4f6;">
  <tr>
    <td align="center" style="padding: 24px 12px;">
      <table ${TABLE} bgcolor="#ffffff" style="max-width: 560px; background-color: #ffffff; border-radius: 8px;">
        <tr>
          <td align="left" style="padding: 32px 32px 16px; ${FONT} font-size: 16px; line-height: 24px; color: #1d2530;">
            <h1 style="margin: 0 0 16px; font-size: 24px; line-height: 32px;">${heading}</h1>
${indented(content.join('\n'), 12)}
          </td>
        </tr>
      </table>
      <table ${TABLE} style="max-width: 560px;">
        <tr>
          <td align="center" style="padding: 16px 32px; ${FONT} font-size: 13px; line-height: 20px; color: #5b6673;">
            ${footer}
          </td>
        </tr>
      </table>
    </td>
  </tr>
</table>
`
}
