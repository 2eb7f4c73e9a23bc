// The page of a running service. It uses the same API as everybody, with a key that stays in this tab.

const REFRESH_INTERVAL_MS = 4000
const HEALTH_INTERVAL_MS = 10_000
const DELIVERIES_SHOWN = 25
const KEY_ITEM = 'tidings.api_key'

const BADGES = {
  delivered: 'good',
  opened: 'good',
  sent: 'calm',
  active: 'good',
  succeeded: 'good',
  queued: 'busy',
  scheduled: 'calm',
  retrying: 'busy',
  paused: 'busy',
  failed: 'bad',
  bounced: 'bad',
  disabled: 'bad',
  canceled: 'calm',
}

/** @param {string} id */
const byId = (id) => document.getElementById(id)

let apiKey = sessionStorage.getItem(KEY_ITEM)
/** What is shown now, so that an unchanged answer moves nothing under the reader. */
const shown = new Map()

/** An element with text or children; text is never read as markup. */
function element(name, attributes, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

function badge(word, state = BADGES[word] ?? 'calm') {
  return element('span', { class: 'badge', 'data-state': state }, word)
}

function time(iso) {
  const date = new Date(iso)
  const isToday = date.toDateString() === new Date().toDateString()
  const text = isToday ? date.toLocaleTimeString() : date.toLocaleString()
  return element('time', { datetime: iso, title: iso }, text)
}

function cell(content, className = '') {
  return element('td', { class: className }, content)
}

function fill(id, rows, columns, emptyText) {
  const empty = element('tr', {}, element('td', { class: 'empty', colspan: String(columns) }, emptyText))
  byId(id).replaceChildren(...(rows.length > 0 ? rows : [empty]))
}

function announce(text) {
  byId('announcer').textContent = text
}

class Refused extends Error {}

async function get(path) {
  const response = await fetch(`api/v1${path}`, { headers: { authorization: `Bearer ${apiKey}` }, cache: 'no-store' })
  const body = await response.json().catch(() => ({}))
  if (response.status === 401) throw new Refused('The service does not know this API key.')
  if (!response.ok) throw new Error(body.error ?? `The service answered with ${response.status}.`)
  return body
}

/** Draws only what changed. */
function draw(part, data, action) {
  const text = JSON.stringify(data)
  if (shown.get(part) === text) return
  shown.set(part, text)
  action()
}

function drawDeliveries(deliveries) {
  const rows = deliveries.map((delivery) =>
    element(
      'tr',
      {},
      cell(String(delivery.id), 'id'),
      cell(badge(delivery.status)),
      cell(delivery.notification_channel.name),
      cell(String(delivery.message_id), 'id'),
      cell(time(delivery.updated_at)),
      cell(delivery.friendly_error_message ?? delivery.error_message ?? '', 'wide'),
    ),
  )
  fill('deliveries', rows, 6, 'Nothing has been sent yet. The calls below send a first message.')
}

function drawEndpoint(endpoint) {
  byId('no-endpoint').hidden = endpoint !== undefined
  byId('endpoint').hidden = endpoint === undefined
  byId('attempts-box').hidden = endpoint === undefined
  if (endpoint === undefined) return
  const facts = [
    ['URL', endpoint.url],
    ['Status', badge(endpoint.status)],
    ['Secret', element('span', { class: 'id' }, endpoint.secret_preview)],
    ['Failed in a row', String(endpoint.consecutive_failures)],
  ]
  if (endpoint.inactive_since !== null) facts.push(['Inactive since', time(endpoint.inactive_since)])
  if (endpoint.disabled_reason !== null) facts.push(['Reason', endpoint.disabled_reason])
  byId('endpoint').replaceChildren(
    ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  )
}

function drawAttempts(attempts) {
  const rows = attempts.map((attempt) =>
    element(
      'tr',
      {},
      cell(attempt.event_id, 'id'),
      cell(attempt.event_type),
      cell(String(attempt.attempt_number)),
      cell(badge(String(attempt.response_code ?? attempt.error_message), attempt.succeeded ? 'good' : 'bad')),
      cell(`${attempt.duration_ms} ms`),
      cell(time(attempt.created_at)),
    ),
  )
  fill('attempts', rows, 6, 'Nothing has been sent to the endpoint yet.')
}

async function refresh() {
  const [{ deliveries }, { webhook_endpoints: endpoints }] = await Promise.all([
    get(`/deliveries?limit=${DELIVERIES_SHOWN}`),
    get('/webhook_endpoints'),
  ])
  const endpoint = endpoints[0]
  const attempts = endpoint === undefined ? [] : (await get(`/webhook_endpoints/${endpoint.id}/attempts`)).attempts
  draw('deliveries', deliveries, () => drawDeliveries(deliveries))
  draw('endpoint', endpoint ?? null, () => drawEndpoint(endpoint))
  draw('attempts', attempts, () => drawAttempts(attempts))
  byId('refreshed').replaceChildren('As of ', time(new Date().toISOString()))
}

function showError(text) {
  byId('key-error').textContent = text
  byId('key-error').hidden = text === ''
}

function showAccount(visible) {
  byId('account').hidden = !visible
  byId('forget').hidden = !visible
}

function forget() {
  apiKey = null
  shown.clear()
  sessionStorage.removeItem(KEY_ITEM)
  byId('key').value = ''
  showAccount(false)
}

/** Refreshes, and tells what went wrong where the reader looks for it. */
async function look() {
  if (apiKey === null) return
  const key = apiKey
  try {
    await refresh()
    // The key may have been forgotten while the answer was under way.
    if (apiKey !== key) return
    showAccount(true)
    showError('')
  } catch (error) {
    if (apiKey !== key) return
    if (error instanceof Refused) {
      forget()
      showError(error.message)
    } else showError(error instanceof TypeError ? 'The service cannot be reached.' : error.message)
  }
}

async function lookAtHealth() {
  const response = await fetch('readyz', { cache: 'no-store' }).catch(() => null)
  const state = response?.ok ? 'good' : 'bad'
  const text =
    response === null
      ? 'The service cannot be reached'
      : response.ok
        ? 'The service runs'
        : 'The service runs but is not ready'
  if (byId('health').textContent === text) return
  byId('health').dataset.state = state
  byId('health').textContent = text
}

/** Runs at once and then again and again, a pause after each run, while somebody looks at the page. */
async function repeat(action, intervalMs) {
  if (!document.hidden) await action()
  setTimeout(() => void repeat(action, intervalMs), intervalMs)
}

function addCopyButtons() {
  for (const code of document.querySelectorAll('[data-call]')) {
    code.textContent = code.textContent.replaceAll('{origin}', location.origin)
    const title = code.closest('li').querySelector('h3').textContent
    const button = element('button', { type: 'button', class: 'quiet', 'aria-label': `Copy: ${title}` }, 'Copy')
    button.addEventListener('click', async () => {
      const copied = await navigator.clipboard?.writeText(code.textContent).then(
        () => true,
        () => false,
      )
      button.textContent = copied ? 'Copied' : 'Select and copy'
      announce(copied ? `Copied: ${title}` : 'This browser does not let the page copy')
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
    const pre = code.parentElement
    pre.tabIndex = 0
    const box = element('div', { class: 'call' })
    pre.replaceWith(box)
    box.append(pre, button)
  }
}

byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault()
  apiKey = byId('key').value.trim()
  sessionStorage.setItem(KEY_ITEM, apiKey)
  shown.clear()
  void look()
})
byId('forget').addEventListener('click', () => {
  forget()
  announce('The key is forgotten')
  byId('key').focus()
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look()
})

addCopyButtons()
if (apiKey !== null) byId('key').value = apiKey
void repeat(lookAtHealth, HEALTH_INTERVAL_MS)
void repeat(look, REFRESH_INTERVAL_MS)
