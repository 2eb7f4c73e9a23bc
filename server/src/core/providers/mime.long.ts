/** Hostile names and values in mails with attachments, judged by the parsers of Python and Go. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startSes } from '../../../test/vendors/ses.ts'
import { sesProvider } from './ses.ts'

/** Each judge reads a mail in base64 from each line, and prints what it found in it as JSON. */
const PYTHON = `
import base64, email, email.policy, json, sys
for line in sys.stdin:
    mail = email.message_from_bytes(base64.b64decode(line), policy=email.policy.default)
    parts = [part for part in mail.walk() if part.get_filename() is not None]
    print(json.dumps({
        "names": sorted(name.lower() for name in mail.keys() if name != "Subject"),
        "x": str(mail["X-Order"]), "files": [base64.b64encode(part.get_content() if isinstance(part.get_content(), bytes) else part.get_content().encode()).decode() for part in parts],
        "types": sorted(set(key.lower() for part in mail.walk() if part is not mail for key in part.keys())),
    }))
`

const GO = `
package main
import ("bufio"; "encoding/base64"; "encoding/json"; "fmt"; "io"; "mime"; "mime/multipart"; "net/mail"; "os"; "sort"; "strings")
type found struct { Names []string \`json:"names"\`; X string \`json:"x"\`; Files []string \`json:"files"\`; Types []string \`json:"types"\` }
func walk(body io.Reader, contentType string, one *found, types map[string]bool) {
  kind, parameters, err := mime.ParseMediaType(contentType)
  if err != nil { panic(err) }
  if !strings.HasPrefix(kind, "multipart/") { return }
  parts := multipart.NewReader(body, parameters["boundary"])
  for {
    part, err := parts.NextRawPart()
    if err == io.EOF { return }
    if err != nil { panic(err) }
    for name := range part.Header { types[strings.ToLower(name)] = true }
    if part.FileName() != "" {
      bytes, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
      if err != nil { panic(err) }
      one.Files = append(one.Files, base64.StdEncoding.EncodeToString(bytes))
    } else { walk(part, part.Header.Get("Content-Type"), one, types) }
  }
}
func main() {
  lines := bufio.NewScanner(os.Stdin)
  lines.Buffer(nil, 1<<24)
  for lines.Scan() {
    raw, err := base64.StdEncoding.DecodeString(lines.Text())
    if err != nil { panic(err) }
    message, err := mail.ReadMessage(strings.NewReader(string(raw)))
    if err != nil { panic(err) }
    one, types := found{Names: []string{}, Files: []string{}, Types: []string{}}, map[string]bool{}
    for name, values := range message.Header { for range values { if name != "Subject" { one.Names = append(one.Names, strings.ToLower(name)) } } }
    one.X = message.Header.Get("X-Order")
    walk(message.Body, message.Header.Get("Content-Type"), &one, types)
    for name := range types { one.Types = append(one.Types, name) }
    sort.Strings(one.Names); sort.Strings(one.Types)
    text, _ := json.Marshal(one)
    fmt.Println(string(text))
  }
}
`

interface Judged {
  names: string[]
  x: string
  files: string[]
  types: string[]
}

function judge(command: string, parameters: readonly string[], mails: readonly string[]): Judged[] {
  const options = { input: mails.join('\n'), encoding: 'utf8', maxBuffer: 1e8 } as const
  const { status, stdout, stderr } = spawnSync(command, parameters, options)
  assert.equal(status, 0, stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Judged)
}

test('no name or value makes another field, and the bytes of files stay', async () => {
  const vendor = await endAfterTests(startSes())
  const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
  const provider = sesProvider.create(providerDependencies({ config }))
  const piece = fc.constantFrom(
    'a',
    '\r\n',
    '\n',
    '\r',
    '\0',
    ' ',
    '\t',
    'Bcc: x@example.com',
    '=?utf-8?B?Cg==?=',
    '"',
    ';',
    '\\',
    'é',
    '\u2028',
    ':',
    '<',
    '>',
  )
  const hostile = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 })
  const cases = fc.sample(fc.tuple(hostile, hostile, hostile, bytes), 300)
  for (const [filename, subject, name, content] of cases) {
    const file = { filename, contentType: 'application/octet-stream', contentId: null, content: Buffer.from(content) }
    const input = sendInput({
      settings: { ...vendor.settings, from: 'Shop <shop@example.com>' },
      channel: { id: 9, name, type: 'email' },
      to: { email: 'ada@example.com', phone: null, devices: [] },
      ...{ subject, body: name, attachments: [file] },
      content: { email: { headers: [{ name: 'X-Order', value: '42' }] } },
    })
    assert.equal((await provider.send(input)).result, 'accepted')
  }
  await provider.close()
  const raw = vendor.sends.map(({ request }) => request.Content.Raw.Data as string)
  const directory = mkdtempSync(join(tmpdir(), 'tidings-mime-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  const program = join(directory, 'judge.go')
  writeFileSync(program, GO)
  const judges = { Python: judge('python3', ['-c', PYTHON], raw), Go: judge('go', ['run', program], raw) }
  for (const [name, mails] of Object.entries(judges)) {
    assert.equal(mails.length, cases.length)
    for (const [index, { names, x, files, types }] of mails.entries()) {
      const [filename, subject, , content] = cases[index]!
      const about = `${name}: ${JSON.stringify({ filename, subject })}`
      assert.deepEqual(
        names,
        ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'to', 'x-order'],
        about,
      )
      assert.equal(x, '42', about)
      assert.deepEqual(types, ['content-disposition', 'content-transfer-encoding', 'content-type'], about)
      assert.deepEqual(files, [Buffer.from(content).toString('base64')], about)
    }
  }
})
