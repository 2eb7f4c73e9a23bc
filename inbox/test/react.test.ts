/** The wrapper for React in a real browser, in strict mode, with the real service. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startInboxApp, waitForMessage } from './app.ts'
import type { InboxApp } from './app.ts'

const PROGRAM = `
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { TidingsInbox, useInbox } from '@tidings/inbox/react'

const first = document.querySelector('tidings-inbox')
const url = first.getAttribute('url')
first.remove()
window.received = []

function App() {
  const getToken = async () => (await fetch('/token')).text()
  const { state } = useInbox({ url, getToken })
  const [isShown, setShown] = useState(true)
  const bell = createElement(TidingsInbox, {
    url, getToken, words: { heading: 'News' }, className: 'bell',
    onMessage: ({ message_id }) => {
      window.received.push(message_id)
      document.documentElement.dataset.received = window.received.join(' ')
    },
    onOpen: () => false,
  })
  return createElement('div', null,
    createElement('output', null, state.connection + ' ' + state.messages.map(({ title }) => title).join()),
    createElement('button', { onClick: () => setShown(!isShown) }, 'Show or hide'),
    isShown ? bell : null)
}
createRoot(document.querySelector('main')).render(createElement(StrictMode, null, createElement(App)))
`

let app: InboxApp
before(async () => {
  app = await startInboxApp(PROGRAM)
})
after(() => app.close())

test('the component and the hook show a message once, and the component can go and come back', async () => {
  const page = await app.open()
  await page.locator('tidings-inbox.bell[data-connection=live]').waitFor()
  await page.getByText('live', { exact: true }).waitFor()
  const id = await app.send('R-1')
  await page.getByText('live Order R-1').waitFor()
  const bell = page.getByRole('button', { name: 'News, unseen: 1' })
  await bell.waitFor()
  await waitForMessage(page, id)
  assert.deepEqual(await page.evaluate('window.received'), [id])

  await page.getByRole('button', { name: 'Show or hide' }).click()
  await bell.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show or hide' }).click()
  await bell.click()
  const { url } = { url: page.url() }
  await page.getByRole('link', { name: /Order R-1/ }).click()
  await page.getByRole('button', { name: 'Mark as unread: Order R-1' }).waitFor()
  assert.equal(page.url(), url)
})
