/** Reads an API key from standard input. A terminal does not show it. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const KEY_BYTES_MAX = 4096

/** The first line, without spaces around it. '' if there is none. */
export async function readKeyFromInput(): Promise<string> {
  const { stdin } = process
  if (stdin.isTTY) {
    const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
    const terminal = createInterface({ input: stdin, output: hidden, terminal: true })
    process.stderr.write('API key (it is not shown): ')
    try {
      return (await terminal.question('')).trim()
    } finally {
      terminal.close()
      process.stderr.write('\n')
    }
  }
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n') || text.length > KEY_BYTES_MAX) break
  }
  return text.split('\n')[0]!.trim()
}
