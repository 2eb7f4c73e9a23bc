/** A result of the doctor. */
export interface Finding {
  /** `Service clock` */
  name: string
  /** `note`: worth knowing, and no fault. */
  state: 'ok' | 'note' | 'fault'
  sentence: string
  /** Only of faults and notes. */
  remedy?: string
}

const MARKS = { ok: 'ok   ', note: 'note ', fault: 'FAULT' }

/** One line for each finding, with the remedy below it. */
export function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings
    .flatMap(({ name, state, sentence, remedy }) => {
      const line = `${MARKS[state]}  ${name.padEnd(width)}  ${sentence}`
      return remedy === undefined ? [line] : [line, `${' '.repeat(width + 9)}${remedy}`]
    })
    .join('\n')
}
