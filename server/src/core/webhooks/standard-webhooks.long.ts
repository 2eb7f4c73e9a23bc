/** The official libraries of Standard Webhooks in Python and Go. They come from PyPI and the Go module proxy. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { requestHeaders } from '../events/event.ts'
import { newSecret, signatureText, standardSecret } from './signature.ts'

const PYTHON = `
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
for case in json.load(sys.stdin):
    try:
        Webhook(case["secret"]).verify(case["body"], case["headers"])
        print("accepted")
    except WebhookVerificationError:
        print("refused")
`

const GO = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	var cases []struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	for _, one := range cases {
		webhook, err := webhooks.NewWebhook(one.Secret)
		if err != nil {
			panic(err)
		}
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		if webhook.Verify([]byte(one.Body), headers) == nil {
			fmt.Println("accepted")
		} else {
			fmt.Println("refused")
		}
	}
}
`

const folder = mkdtempSync(join(tmpdir(), 'tidings-standard-webhooks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const [current, previous] = [newSecret(), newSecret()]
const body = JSON.stringify({ id: 'evt_1', type: 'ping', data: { message: 'Test event — ünïcode' } })
const signed = { id: 'evt_1', body, secrets: [current, previous], timestampSeconds: Math.floor(Date.now() / 1000) }
const headers = requestHeaders(signed.id, 'ping', signatureText('standard', signed))

const CASES = [
  ...[current, previous].map((secret) => ({ secret: standardSecret(secret), body, headers, expected: 'accepted' })),
  { secret: standardSecret(newSecret()), body, headers, expected: 'refused' },
  { secret: standardSecret(current), body: `${body} `, headers, expected: 'refused' },
  { secret: standardSecret(current), body, headers: { ...headers, 'webhook-id': 'evt_2' }, expected: 'refused' },
]

/** Runs a command to its end, and returns its output. */
function run(command: string, args: string[], input = ''): string {
  const ran = spawnSync(command, args, { cwd: folder, encoding: 'utf8', input })
  assert.equal(ran.status, 0, `${command} ${args.join(' ')}: ${ran.error?.message ?? ran.stderr}`)
  return ran.stdout
}

/** True if the program is on this machine. */
function has(t: TestContext, command: string, ...args: string[]): boolean {
  const found = spawnSync(command, args, { encoding: 'utf8' }).status === 0
  if (!found) t.diagnostic(`NOT TESTED HERE: ${command} is not on this machine`)
  return found
}

const expected = CASES.map((one) => `${one.expected}\n`).join('')

test('the library in Python accepts our requests, and no others', (t) => {
  if (!has(t, 'python3', '-m', 'venv', '--help')) return
  run('python3', ['-m', 'venv', 'python'])
  run('python/bin/pip', ['install', '--quiet', 'standardwebhooks==1.1.0'])
  writeFileSync(join(folder, 'judge.py'), PYTHON)
  assert.equal(run('python/bin/python', ['judge.py'], JSON.stringify(CASES)), expected)
})

test('the library in Go accepts our requests, and no others', (t) => {
  if (!has(t, 'go', 'version')) return
  writeFileSync(join(folder, 'main.go'), GO)
  run('go', ['mod', 'init', 'judge'])
  run('go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1'])
  assert.equal(run('go', ['run', '.'], JSON.stringify(CASES)), expected)
})
