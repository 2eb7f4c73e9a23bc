import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signAws } from './aws-signature.ts'

// Published in awslabs/aws-c-auth, tests/aws-signing-test-suite/v4: each case with its header-signature.txt.
const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const COMMON = { body: '', region: 'us-east-1', service: 'service', at: Date.UTC(2015, 7, 30, 12, 36) }
const HOST = { host: 'example.amazonaws.com' }
const FORM = {
  ...HOST,
  'content-length': '13',
  'x-amz-content-sha256': '9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e',
}
const UNRESERVED = '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const table: [
  name: string,
  request: { method?: string; path?: string; headers?: object; body?: string },
  signature: string,
][] = [
  ['post-vanilla', {}, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-header-key-sort',
    { headers: { 'my-header1': 'value1', ...HOST } },
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ],
  [
    'post-x-www-form-urlencoded',
    { headers: { ...FORM, 'content-type': FORM_TYPE }, body: 'Param1=value1' },
    'd3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b',
  ],
  [
    'post-x-www-form-urlencoded-parameters',
    { headers: { ...FORM, 'content-type': `${FORM_TYPE}; charset=utf-8` }, body: 'Param1=value1' },
    '328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422',
  ],
  [
    'get-header-value-trim',
    { method: 'GET', headers: { ...HOST, 'my-header1': ' value1', 'my-header2': ' "a   b   c"' } },
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'get-unreserved',
    { method: 'GET', path: UNRESERVED },
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
]

describe('the published signatures', () => {
  for (const [name, request, signature] of table)
    test(name, () => {
      const headers = signAws({ method: 'POST', path: '/', headers: HOST, ...COMMON, ...request } as never, CREDENTIALS)
      assert.equal(headers['x-amz-date'], '20150830T123600Z')
      const [credential, signedHeaders, given] = headers['authorization']!.split(', ')
      assert.equal(credential, 'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request')
      const names = Object.keys({ ...(request.headers ?? HOST), 'x-amz-date': '' }).toSorted()
      assert.equal(signedHeaders, `SignedHeaders=${names.join(';')}`)
      assert.equal(given, `Signature=${signature}`)
    })
})
