/** The page Analytics: outcomes counted once, rates, groups, failures by cause sent again, and lists as CSV. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { prepareMessages, until } from '../../server/test/service.ts'
import { shownAt } from '../src/ui/wall-clock.ts'
import { openDashboard } from './browser.ts'
import { assertLooksGood, goWithin, LOOKS } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard

before(async () => {
  dashboard = await openDashboard()
  await prepareMessages(dashboard.client)
  for (const name of ['delivered', 'opened', 'failed', 'bounced']) await send(name)
  await send('later', { send_at: new Date(Date.now() + 3_600_000).toISOString() })
  await untilCounted({ delivered: 1, opened: 1, bounced: 1, failed: 1, scheduled: 1 })
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

async function send(name: string, fields: object = {}): Promise<void> {
  const notification_user = { email: `${name}@tidings.test`, first_name: `=${name}` }
  const message = { external_user_id: name, message_template_name: 'receipt', notification_user, ...fields }
  const { status, body } = await dashboard.client.call('POST', '/api/v1/messages', { message })
  assert.equal(status, 201, JSON.stringify(body))
}

/** Waits until the service has counted the deliveries. A page that opened before would read them again 5 s later. */
async function untilCounted(wanted: Record<string, number>): Promise<void> {
  await until(
    () => dashboard.client.call('GET', '/api/v1/delivery_counts'),
    ({ body }) => Object.entries(wanted).every(([status, count]) => body.totals.counts[status] === count),
  )
}

const region = (page: Page, name: string) => page.getByRole('region', { name })

const ALL = /: 1 opened, 1 delivered, 0 sent, 1 on the way, 0 canceled, 1 bounced, 1 failed\./

describe('the outcomes', () => {
  test('count each delivery once, on the page and on the home page', async () => {
    const page = await dashboard.pageOf('viewer', '/')
    await region(page, 'Last 24 hours').getByRole('img', { name: ALL }).waitFor()
    const definition =
      /^Each delivery counts once, at its creation\. Rates are shares of the deliveries that were sent, /
    await region(page, 'Last 24 hours').getByText(definition).waitFor()
    await region(page, 'Last 24 hours').getByRole('link', { name: 'Analytics' }).click()
    const outcomes = region(page, 'Outcomes')
    await outcomes.getByText(definition).waitFor()
    await outcomes.getByRole('img', { name: ALL }).waitFor()
    const figures = await outcomes.locator('.figures > div').allTextContents()
    assert.deepEqual(
      figures.map((text) => text.replace(/(0|nothing) before$/, '')),
      ['Deliveries5', 'Delivered50.0%', 'Opened25.0%', 'Bounced25.0%', 'Failed25.0%'],
    )
    // On a phone, the number that matters leads, and a finger reads the numbers of a bar with its first tap.
    await page.setViewportSize({ width: 390, height: 844 })
    const [deliveries, failed] = [outcomes.locator('.figures > div').first(), outcomes.locator('.figures > div').last()]
    const [{ x, y }, other] = [(await failed.boundingBox())!, (await deliveries.boundingBox())!]
    assert.ok(y === other.y && x < other.x, 'Failed is first')
    const bar = outcomes.locator('.chart svg g.picked:has(rect.tone-bad:not([height="0"]))').last()
    const touch = { pointerType: 'touch', bubbles: true }
    const tap = async () => {
      await bar.dispatchEvent('pointerdown', touch)
      await bar.dispatchEvent('pointerout', touch)
      await bar.dispatchEvent('click')
    }
    await tap()
    await page.locator('.tip', { hasText: '1 failed' }).waitFor()
    assert.match(page.url(), /analytics/)
    // A clock of 24 hours has no bare hours.
    await outcomes
      .locator('.chart svg text', { hasText: /^(?:00|03|06|09|12|15|18|21):00$/ })
      .first()
      .waitFor()
    await tap()
    await page.waitForURL(/\/deliveries\?period=own/)
    await page.getByRole('button', { name: /^Remove the filter .+\d\d:00/ }).waitFor()
    await page.setViewportSize({ width: 1280, height: 720 })
    // The list has the deliveries of this bar: from its first moment on, and without that of the next one.
    const [from, until] = ['after', 'before'].map((name) => Date.parse(new URL(page.url()).searchParams.get(name)!))
    const shown = await Promise.all(['From', 'Until'].map((name) => page.getByLabel(name).inputValue()))
    assert.deepEqual(shown, [shownAt(from!, 'Europe/Vienna'), shownAt(until!, 'Europe/Vienna')])
    assert.equal(until! - from!, 3_600_000)
    assert.equal(from! % 3_600_000, 0)
  })

  test('keep the period and the grouping in the address', async () => {
    const page = await dashboard.pageOf('viewer', '/analytics')
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('button', { name: 'Template', exact: true }).click()
    await region(page, 'By channel and template').getByRole('link', { name: 'receipt' }).waitFor()
    assert.match(page.url(), /\/analytics\?period=7d&by=template$/)
    await page.reload()
    await page.getByRole('button', { name: '7 days', pressed: true }).waitFor()
    // A label a day, at the start of the days of the member.
    await page
      .locator('.chart svg text', { hasText: /^[A-Z][a-z]{2},? \d+$/ })
      .nth(5)
      .waitFor()
    const labels = await page.locator('.chart svg text', { hasText: /[a-z]/ }).allTextContents()
    assert.equal(new Set(labels).size, labels.length, labels.join())
    const counted = page.waitForRequest(/delivery_counts.*since/)
    await page.getByRole('button', { name: '7 days' }).click()
    const since = new URL((await counted).url()).searchParams.get('since')!
    assert.equal(shownAt(Date.parse(since), 'Europe/Vienna').slice(-5), '00:00', 'days begin at midnight of the member')
    const groups = page.getByRole('table', { name: 'Deliveries by template' })
    // A rate has its number beside it, and leads to those deliveries.
    const bounced = groups.getByRole('link', { name: '25.0% (1)' }).first()
    await bounced.waitFor()
    await groups.getByRole('button', { name: 'Failed' }).click()
    await groups.locator('th[aria-sort=descending]', { hasText: 'Failed' }).waitFor()
    // The rest of the day has bars without deliveries.
    await page.locator('.chart svg rect.tone-bad:not([height="0"])').last().hover()
    await page.locator('.tip', { hasText: '1 failed' }).waitFor()
    for (const [week, path] of [
      ['Last week', /period=last-week/],
      ['This week', /period=this-week/],
    ] as const) {
      await page.getByRole('button', { name: week }).click()
      await page.waitForURL(path)
    }
    await groups.getByRole('link', { name: 'receipt' }).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await region(page, 'Outcomes').getByRole('img', { name: ALL }).waitFor()
  })

  test('are not read for an own period that ends before it begins', async () => {
    const page = await dashboard.pageOf('viewer', '/analytics')
    await region(page, 'Outcomes').getByRole('img', { name: ALL }).waitFor()
    await page.getByRole('button', { name: 'Between …' }).click()
    await page.getByText('Empty: 24 hours before the end').waitFor()
    await region(page, 'Outcomes').getByRole('img', { name: ALL }).waitFor()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    for (const [before, sentence] of [
      ['2026-11-20T10:00:00.000Z', 'Until must be after From'],
      ['2027-03-21T10:00:00.000Z', 'Until must be at most 92 days after From'],
    ] as const) {
      await goWithin(page, `/analytics?period=own&after=2026-11-21T10:00:00.000Z&before=${before}`)
      await page.getByText(sentence, { exact: true }).waitFor()
      assert.deepEqual(await page.getByRole('alert').allTextContents(), [sentence])
    }
    assert.deepEqual(
      sent.filter((url) => url.includes('delivery_counts') && url.includes('2026-11-21')),
      [],
    )
    // Only the end: the day before it.
    const counted = page.waitForRequest(/delivery_counts.*since=2026-11-19/)
    await goWithin(page, '/analytics?period=own&before=2026-11-20T10:00:00.000Z')
    assert.equal(new URL((await counted).url()).searchParams.get('until'), '2026-11-20T10:00:00.000Z')
    await page.getByText('No deliveries in this period').first().waitFor()
  })

  test('lead to their deliveries, by a part of a bar, a number of the table, a group and a cause', async () => {
    const page = await dashboard.pageOf('viewer', '/analytics?period=30d')
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')
    async function leadsTo(
      click: () => Promise<void>,
      search: RegExp | ((url: URL) => boolean),
      count: number,
    ): Promise<void> {
      await goWithin(page, '/analytics?period=30d')
      await region(page, 'Outcomes').getByRole('img', { name: ALL }).waitFor()
      await page.getByText('The days are days in UTC.').waitFor()
      await click()
      await page.waitForURL(search)
      await rows.nth(count - 1).waitFor()
      assert.equal(await rows.count(), count)
    }
    const outcomes = region(page, 'Outcomes')
    const bar = () => outcomes.locator('rect.tone-bad:not([height="0"])').last().click()
    await leadsTo(bar, /status=failed/, 1)
    // The keyboard reads the numbers of each bar, and opens it.
    await leadsTo(
      async () => {
        await outcomes.getByRole('slider', { name: /^Deliveries by time and outcome/ }).focus()
        await page.locator('.tip', { hasText: '1 failed' }).waitFor()
        await page.keyboard.press('ArrowLeft')
        await page.locator('.tip', { hasText: 'no deliveries' }).waitFor()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
      },
      (url) => url.pathname === '/deliveries' && !url.searchParams.has('status'),
      5,
    )
    await leadsTo(
      async () => {
        await outcomes.getByText('Show as a table').click()
        await outcomes.locator('td[data-label=Opened]').getByRole('link', { name: '1' }).click()
      },
      /status=opened/,
      1,
    )
    await leadsTo(() => page.getByRole('link', { name: 'Mail', exact: true }).click(), /channel=/, 5)
    await leadsTo(() => page.getByRole('link', { name: /simulated a failure/ }).click(), /cause=sandbox/, 2)
  })

  test('are accessible and fit', async () => {
    const page = await dashboard.pageOf('owner', '/analytics')
    await region(page, 'Outcomes').getByRole('img', { name: ALL }).waitFor()
    await region(page, 'Failures by cause').getByRole('table').waitFor()
    await page.getByText('Show as a table').click()
    await assertLooksGood(page)
    // On a phone a row has two lines. The rates are below their titles, and their numbers below them.
    await page.setViewportSize({ width: 390, height: 844 })
    for (const table of ['Deliveries by channel', 'Failures by cause']) {
      const { height } = (await page.getByRole('table', { name: table }).locator('tbody tr').first().boundingBox())!
      assert.ok(height <= 60, `${table}: ${height} px`)
    }
    const groups = page.getByRole('table', { name: 'Deliveries by channel' })
    const [title, rate] = [
      (await groups.getByRole('columnheader', { name: 'Opened' }).boundingBox())!,
      (await groups.getByRole('link', { name: '25.0% (1)', exact: true }).first().boundingBox())!,
    ]
    assert.ok(rate.y > title.y && title.x < rate.x && rate.x + rate.width <= title.x + title.width + 1)
    const number = (await groups.getByText('(1)').first().boundingBox())!
    assert.ok(number.y > rate.y + 10 && number.y + number.height <= rate.y + rate.height, 'below its rate')
    await page.setViewportSize(LOOKS[1].viewport)
    // Space for 100.0% (104,236) in one line.
    const rates = region(page, 'By channel and template').locator('td.number > div')
    assert.ok((await rates.last().boundingBox())!.width >= 110)
    // A date with its time is not cut, and each title that sorts has an icon.
    await page.getByRole('button', { name: 'Between …' }).click()
    for (const name of ['From', 'Until']) {
      const { width } = (await page.getByLabel(name).boundingBox())!
      assert.ok(width > 200, `${name}: ${width} px`)
    }
    const titles = page.getByRole('table', { name: 'Deliveries by channel' }).locator('th button')
    assert.equal(await titles.locator('svg').count(), 6)
    assert.equal(await titles.count(), 6)
  })
})

async function download(page: Page): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  return Buffer.concat(await (await (await saving).createReadStream()).toArray()).toString()
}

describe('a list as CSV', () => {
  test('has the rows of the filter, and no formulas', async () => {
    const csv = await download(await dashboard.pageOf('owner', '/deliveries?status=opened'))
    assert.ok(csv.startsWith('\uFEFFId,Status,Recipient id,Recipient,'))
    const [, row, end, ...more] = csv.split('\r\n')
    assert.match(row!, /^#\d+,opened,#\d+,'=opened,opened@tidings\.test,opened,/)
    assert.deepEqual([end, more], ['', []])
  })

  test('can be canceled', async () => {
    const page = await dashboard.openAs('owner', '/deliveries')
    const isPage = /deliveries\?.*limit=200/
    const held = page.waitForRequest(isPage)
    await page.route(isPage, () => {})
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await held
    await page.getByText('0 rows …').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Download CSV' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  test('exists for every list', async () => {
    const page = await dashboard.pageOf('owner', '/')
    for (const [path, titles] of [
      [
        '/messages',
        /^\uFEFFId,Recipient id,Recipient,Email,External id,Template,Subject,.*,Scheduled for,Created\r\n(.*\r\n){5}$/,
      ],
      ['/recipients', /^\uFEFFId,External id,Email,(.*\r\n){7}$/],
      [
        '/webhooks/events?type=delivery.opened',
        /^\uFEFFId,Type,Delivery,Message,Recipient id,Recipient,Email,External id,Channel,.*\r\n.*,#\d+,'=opened,opened@tidings\.test,opened,.*\r\n$/,
      ],
      ['/settings/suppressions', /^\uFEFFAddress,Type,Reason,/],
      ['/settings/audit-log', /^\uFEFFTime,Sentence,Action,/],
      ['/analytics?by=template', /^\uFEFFId,Name,Deliveries,Opened,Delivered,.*\r\n#\d+,receipt,5,.*,0\.\d{4},/],
    ] as const) {
      await goWithin(page, path)
      assert.match(await download(page), titles)
    }
  })
})

test('a channel on which most deliveries fail says since when and why, in the list of channels and at home', async () => {
  const { call } = dashboard.client
  const fields = { name: 'Legacy relay', channel_type: 'email', provider: 'sandbox' }
  const made = await call('POST', '/api/v1/notification_channels', { notification_channel: fields })
  const channels = [{ notification_channel_id: made.body.notification_channel.id }]
  await call('POST', '/api/v1/message_templates', { message_template: { name: 'legacy', body: 'Hello', channels } })
  for (let sent = 0; sent < 3; sent++) await send('failed', { message_template_name: 'legacy' })
  await untilCounted({ failed: 4 })
  const page = await dashboard.pageOf('viewer', '/channels')
  // The rates here and there have definitions of their own, so each page says its own.
  await page.getByText(/^Failures: of the deliveries of the last 24 hours that have ended/).waitFor()
  const row = page.getByRole('row', { name: /^Legacy relay/ })
  await row.getByText('100.0% failed').waitFor()
  await row.getByRole('link', { name: 'The sandbox simulated a failure' }).waitFor()
  await row.locator('td[data-label="Failing since"] time').waitFor()
  // The page of the channel says the same.
  await row.getByRole('link').first().click()
  const health = region(page, 'Health')
  await health.getByText('100.0% failed').waitFor()
  await health.getByText('Failing since').waitFor()
  await health.locator('dl').getByRole('link', { name: 'The sandbox simulated a failure' }).waitFor()
  await page.goBack()
  // On a phone the whole cause is below the name.
  await page.setViewportSize({ width: 390, height: 844 })
  const [cause, ofName] = [row.locator('td[data-label="Last error"] .of-phone'), row.getByRole('link').first()]
  await cause.waitFor()
  const [{ y, width }, name] = [(await cause.boundingBox())!, (await ofName.boundingBox())!]
  assert.ok(y > name.y + name.height && width < 360, `${y} px, ${width} px wide`)
  await page.setViewportSize(LOOKS[1].viewport)
  // This one has failures too, but most of its deliveries arrive.
  const works = page.getByRole('row', { name: /^Mail/ })
  await works.getByText(/% failed$/).waitFor()
  assert.equal(await works.locator('td[data-label="Failing since"] time').count(), 0)
  await goWithin(page, '/')
  const failing = region(page, 'Last 24 hours').getByText(
    /^Legacy relay fails since .+: The sandbox simulated a failure .+ In the last 24 hours, 3 of 3 deliveries have failed\./,
  )
  await failing.getByRole('link', { name: 'The sandbox simulated a failure' }).click()
  await page.waitForURL(/\/deliveries\/\d+$/)
  await page.getByText('Failed: the sandbox simulated a failure').waitFor()
  // A channel without reports has no rates, and is left out of those of the account.
  const quiet = { name: 'Quiet relay', channel_type: 'email', provider: 'sandbox' }
  const silent = await call('POST', '/api/v1/notification_channels', { notification_channel: quiet })
  const only = [{ notification_channel_id: silent.body.notification_channel.id }]
  await call('POST', '/api/v1/message_templates', { message_template: { name: 'quiet', body: 'Hi', channels: only } })
  await send('silent', { message_template_name: 'quiet' })
  // None of its deliveries has ended.
  const later = { name: 'Later relay', channel_type: 'email', provider: 'sandbox' }
  const waits = await call('POST', '/api/v1/notification_channels', { notification_channel: later })
  const waiting = [{ notification_channel_id: waits.body.notification_channel.id }]
  await call('POST', '/api/v1/message_templates', {
    message_template: { name: 'later', body: 'Hi', channels: waiting },
  })
  await send('silent', {
    message_template_name: 'later',
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await untilCounted({ sent: 1, scheduled: 2 })
  // Its provider takes nothing, and the service repeats the sends: no delivery has failed, and the cause is known.
  const turn = `update channels set failing_since = now(), failing_cause = 'connection_refused: relay.test:25' where name = $1`
  await dashboard.database.pool.query({ text: turn, values: [later.name] })
  await page.goto('/channels')
  const refused = page.getByRole('row', { name: /^Later relay/ }).locator('td[data-label="Last error"] .of-screen')
  await refused.getByText('The provider could not be reached').waitFor()
  await refused.getByText('(relay.test:25)').waitFor()
  await goWithin(page, '/analytics')
  await page.getByRole('row', { name: /^Later relay 1 – – – –$/ }).waitFor()
  await page.getByText('Delivered, opened and bounced are without Quiet relay: no reports.').waitFor()
  await page.getByRole('row', { name: /^Quiet relay 1 – – –/ }).waitFor()
  await page.getByRole('button', { name: 'Template', exact: true }).click()
  await page.getByRole('row', { name: /^quiet 1 – – – 0\.0% \(0\)$/ }).waitFor()
  assert.match(await download(page), /\r\n#\d+,quiet,1,0,0,1,0,0,0,,,,0\.0000\r\n/)
  await page.getByRole('button', { name: 'Template by channel' }).click()
  const both = page.getByRole('table', { name: 'Deliveries by template and channel' })
  await both
    .getByRole('row', { name: /legacy Legacy relay 3 / })
    .getByRole('link', { name: '100.0% (3)' })
    .click()
  await page.waitForURL(/template=\d+&channel=\d+&status=failed/)
  // A name without blanks stays in the notice.
  const notification_channel = { name: 'W'.repeat(200) }
  await call('PATCH', `/api/v1/notification_channels/${channels[0]!.notification_channel_id}`, { notification_channel })
  await page.goto('/')
  const named = page.getByText(/^W{200} fails$/)
  await named.waitFor()
  const boxOf = async (of: Locator) => (await of.boundingBox())!
  const [text, notice] = [await boxOf(named), await boxOf(page.locator('.notice').filter({ has: named }))]
  assert.ok(text.x + text.width <= notice.x + notice.width, `${text.width} px in ${notice.width} px`)
})

test('a label of the 7 days has the weekday first in every language', async () => {
  for (const [locale, label] of [
    ['en-US', /^[A-Z][a-z]{2} \d+$/],
    ['ja-JP', /^[日月火水木金土] \d+日$/],
  ] as const) {
    const page = await dashboard.openAs('viewer', '/analytics?period=7d', { locale })
    await page.locator('.chart svg text', { hasText: label }).nth(5).waitFor()
  }
})

describe('failures by cause', () => {
  test('are sent again after a question by one job of the server, and not twice', async () => {
    const page = await dashboard.pageOf('owner', '/analytics')
    const read = async () => (await dashboard.client.call('GET', '/api/v1/messages')).body.messages.length
    const before = await read()
    const button = page.getByRole('button', { name: /^Send these again: The sandbox/ })
    // Both have the end of the period, which the counts end with.
    const counting = page.waitForRequest(/message_resends\/count$/)
    await button.click()
    const { filters } = (await counting).postDataJSON()
    const ofCause = page.getByRole('table', { name: 'Failures by cause' }).getByRole('link', { name: /^The sandbox/ })
    assert.equal(
      new URLSearchParams((await ofCause.getAttribute('href'))!.split('?')[1]).get('before'),
      filters.created_before,
    )
    const dialog = page.getByRole('dialog', { name: 'Send these again' })
    await dialog.getByRole('button', { name: 'Send 5 messages again' }).click()
    await region(page, 'Sent again').getByText('5 messages sent again').waitFor()
    assert.equal(await read(), before + 5)
    // The new messages have failed too. Only they are counted now.
    await until(
      () => dashboard.client.call('GET', '/api/v1/deliveries?cause=sandbox'),
      ({ body }) => body.deliveries.length === 10,
    )
    await button.click()
    await dialog.getByRole('button', { name: 'Send 5 messages again' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    // The server counts what became of them.
    const result = region(page, 'Sent again')
    await result.getByText(/^Their deliveries: 5 failed again/).waitFor()
    await result.getByRole('link', { name: 'only those that failed' }).click()
    await page.waitForURL(/status=failed%2Cbounced&period=own/)
    await page.getByRole('row').nth(5).waitFor()
  })

  test('a viewer is told why they cannot be sent again', async () => {
    const page = await dashboard.pageOf('viewer', '/analytics')
    const button = page.getByRole('button', { name: /^Send these again/ }).first()
    assert.match((await button.getAttribute('title')) ?? '', /viewer/)
  })
})
