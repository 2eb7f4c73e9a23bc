const repeated = (text: string, characters: number) => text.repeat(Math.max(1, Math.floor(characters / text.length)))

/**
 * Templates of a given size. With 200 KB of text, each of them blocked, or could block, the parser or the walk for its
 * names. The last value: whether a short one is a template.
 */
export const TEMPLATE_SHAPES: [name: string, text: (characters: number) => string, isStored: boolean][] = [
  ['or in an output', (size) => `{{ a${repeated(' or a', size)} }}`, false],
  ['or in an if', (size) => `{% if a${repeated(' or a', size)} %}{% endif %}`, false],
  ['or in an assign', (size) => `{% assign b = a${repeated(' or a', size)} %}`, false],
  ['text before outputs', (size) => 'x'.repeat(size * 0.86) + repeated('{{ a }}', size * 0.13), true],
  ['text before ifs', (size) => 'x'.repeat(size * 0.8) + repeated('{% if a %}{% endif %}', size * 0.19), true],
  ['lines of a liquid tag', (size) => `{% liquid\n${repeated(`${' '.repeat(40)}echo a\n`, size)}%}`, true],
  ['trimmed outputs', (size) => repeated('{{- a -}}', size / 6), true],
  ['trimmed outputs amid blanks', (size) => repeated(`{{- a -}}${' '.repeat(40)}`, size), true],
  ['a chain of filters', (size) => `{{ a${repeated(' | upcase', size)} }}`, false],
  ['a chain of dates', (size) => `{{ "2020-01-01"${repeated(' | date: "%A %B %Z"', size)} }}`, false],
  ['arguments of a filter', (size) => `{{ a | append: b${repeated(', b', size)} }}`, false],
  ['a path', (size) => `{{ a${repeated('.b', size)} }}`, false],
  ['indexes', (size) => `{{ a${repeated("['b']", size)} }}`, false],
  ['values of a cycle', (size) => `{% cycle 1${repeated(', 1', size)} %}`, false],
  ['values of a when', (size) => `{% case a %}{% when 1${repeated(', 1', size)} %}{% endcase %}`, false],
  ['branches', (size) => `{% if a %}${repeated('{% elsif a %}', size / 4)}{% endif %}`, true],
  ['names', (size) => Array.from({ length: size / 52 }, (_, index) => `{{ a${index} }}`).join(''), true],
  ['assigned names', (size) => Array.from({ length: size / 52 }, (_, i) => `{% assign a${i} = b %}`).join(''), true],
  ['quotes', (size) => `{{ ${repeated("'a", size)} }}`, false],
  ['a comment', (size) => `{% comment %}${repeated('{% if %}', size / 8)}{% endcomment %}`, true],
]
