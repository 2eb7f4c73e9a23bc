// Reads cases as JSON from standard input, and prints the result of the Node example for each.
import { readFileSync } from 'node:fs'
import { WebhookVerifier } from '../../docs/examples/verify.mjs'

function outcome({ secrets, body, header, now }) {
  let verifier
  try {
    verifier = new WebhookVerifier(secrets)
  } catch {
    return 'refused'
  }
  const rawBody = typeof body === 'string' ? Buffer.from(body, 'base64') : body
  return verifier.verify(rawBody, header, now)
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(outcome)))
