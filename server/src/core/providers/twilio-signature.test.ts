import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts'

/** Published with Twilio's own libraries, for example twilio-php: tests/Twilio/Unit/Security/RequestValidatorTest.php. */
const AUTH_TOKEN = '12345'
const URL_TEXT = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const FORM = new URLSearchParams({
  Digits: '1234',
  CallSid: 'CA1234567890ABCDE',
  To: '+18005551212',
  Caller: '+14158675309',
  From: '+14158675309',
})
const SIGNATURE = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='

test('the example of Twilio’s libraries', () => {
  assert.equal(twilioSignature(AUTH_TOKEN, URL_TEXT, FORM), SIGNATURE)
  const isSigned = (url: string, form = FORM, signature = SIGNATURE, token = AUTH_TOKEN) =>
    isSignedByTwilio(token, url, form, signature)
  assert.ok(isSigned(URL_TEXT))
  for (const port of [443, 8443]) assert.ok(isSigned(`https://mycompany.com:${port}/myapp.php?foo=1&bar=2`))
  for (const url of [`${URL_TEXT}&`, 'https://mycompany.com:8443/myapp.php?foo=1', 'mycompany.com'])
    assert.ok(!isSigned(url), url)
  assert.ok(!isSigned(URL_TEXT, new URLSearchParams({ ...Object.fromEntries(FORM), Digits: '9999' })))
  for (const signature of ['', 'RSOYDt4T1cUTdK1PDd93/VVr8B9=', `${SIGNATURE}=`])
    assert.ok(!isSigned(URL_TEXT, FORM, signature))
  assert.ok(!isSigned(URL_TEXT, FORM, SIGNATURE, '12346'))
})

test('a signature over the URL with its standard port', () => {
  const withPort = twilioSignature(AUTH_TOKEN, 'https://mycompany.com:443/x', FORM)
  assert.ok(isSignedByTwilio(AUTH_TOKEN, 'https://mycompany.com/x', FORM, withPort))
})

test('a parameter that comes several times, as published with the same libraries', () => {
  const form = new URLSearchParams('Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234')
  assert.equal(twilioSignature(AUTH_TOKEN, URL_TEXT, form), 'IK+Dwps556ElfBT0I3Rgjkr1wJU=')
})
