import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { rememberPaths } from './error-handler.ts'
import type { App } from './route.ts'

test('the methods of a path, parameters and all', async () => {
  const app = fastify() as unknown as App
  const paths = rememberPaths(app)
  app.get('/things', () => '')
  app.post('/things', () => '')
  app.get('/things/:id', () => '')
  app.delete('/things/:id', () => '')
  app.post('/things/many', () => '')
  app.get('/o/:token.gif', () => '')
  app.get('/docs/*', () => '')
  app.get('/*', () => '')
  await app.ready()
  assert.deepEqual(paths.methodsOf('/things?x=/things/1'), ['GET', 'HEAD', 'POST'])
  assert.deepEqual(paths.methodsOf('/things/1'), ['DELETE', 'GET', 'HEAD'])
  assert.deepEqual(paths.methodsOf('/things/many?x=1'), ['POST'])
  assert.deepEqual(paths.methodsOf('/o/abc.gif'), ['GET', 'HEAD'])
  assert.deepEqual(paths.methodsOf('/docs/a/b.md'), ['GET', 'HEAD'])
  for (const url of ['/', '/docs', '/things/', '/things/1/2', '/thing', '/o/abcxgif', '/other'])
    assert.deepEqual(paths.methodsOf(url), [], url)
})
