import type { Page } from '@playwright/test'
import { createDb, createPool } from '#server/db/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Payouts } from '#server/payments/port-payouts.ts'
import type { NewSubscription, Subscriptions } from '#server/payments/port-subscriptions.ts'
import { sandboxPayouts } from '#server/payments/sandbox/payouts.ts'
import { sandboxSubscriptions } from '#server/payments/sandbox/subscriptions.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { buyByCard, newBuyer } from './buy.ts'
import { seller } from './studio.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, keepSession, somebody, test } from './test.ts'

let pool: ReturnType<typeof createPool>
let subscriptions: Subscriptions
let payouts: Payouts
// the provider of the running shop, as the shop itself calls it
test.beforeAll(() => {
  pool = createPool(databaseOf('test-results/e2e-data'), { onError: () => {} })
  const secret = new Uint8Array(32) // signs nothing here: the shop sends the messages
  const box = { db: createDb(pool), clock: { now: () => new Date() }, enqueue, secret }
  subscriptions = sandboxSubscriptions(box)
  payouts = sandboxPayouts(box)
})
test.afterAll(() => pool.end())

const begin = (origin: string, over: Partial<NewSubscription> = {}) =>
  subscriptions.start({
    key: somebody().displayName,
    method: 'paypal',
    card: null,
    cents: 2_333,
    price: { plan: 'pro', cents: 2_999, every: 'month' },
    trialDays: 0,
    orderId: 1,
    description: 'Pro, monthly',
    returnUrl: `${origin}/robots.txt`,
    cancelUrl: `${origin}/robots.txt?canceled=1`,
    ...over,
  })
const keepPerson = async (page: Page) => {
  const person = await seller(page.request)
  await keepSession(page, person.email, person.password)
}
const tableOf = (page: Page, name: string) => page.getByRole('table', { name })
const choose = async (page: Page, of: string, action: string) => {
  await page.getByRole('button', { name: `More for ${of}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a buyer approves a subscription on the page of PayPal', async ({ page, baseURL }) => {
  const { reference, approvalUrl } = await begin(baseURL!)
  await keepPerson(page)
  await page.goto(approvalUrl!)
  const paypal = page.getByRole('region', { name: 'PayPal' })
  await expect(paypal).toContainText('$23.33')
  await expect(paypal).toContainText('Then $29.99 each month')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await paypal.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/canceled=1$/)
  await page.goto(approvalUrl!)
  await paypal.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/robots.txt\\?subscription_id=${reference}$`))
  expect(await subscriptions.find(reference)).toMatchObject({ state: 'active' })
  await page.goto(approvalUrl!)
  await expect(paypal.getByRole('status')).toHaveText('This subscription is approved already.')
  await paypal.getByRole('button', { name: 'Back to Slide' }).click()
  await expect(page).toHaveURL(/subscription_id=/)
})

test('an unknown or ended subscription says so', async ({ page, baseURL, complaints }) => {
  const { reference, approvalUrl } = await begin(baseURL!)
  await subscriptions.end({ key: somebody().displayName, reference })
  await keepPerson(page)
  await page.goto(approvalUrl!)
  await expect(page.getByRole('status')).toHaveText('This subscription has ended.')
  await expect(page.getByRole('link', { name: 'Back to Slide' })).toBeVisible()
  await page.goto('/sandbox/subscribe/sbs_00000000-0000-0000-0000-000000000000')
  await expect(page.getByRole('alert')).toHaveText('This subscription could not be found.')
  complaints.length = 0 // the browser reports each refusal
})

test('an admin renews subscriptions, lets them fail, and brings a payout back', async ({ page, baseURL }) => {
  const plan = `Pro, ${somebody().displayName}`
  const { reference } = await begin(baseURL!, { description: plan })
  const params = { data: { answer: 'approve' } }
  await page.request.post(`/api/sandbox/subscriptions/${reference}/approval`, params)
  const address = somebody().email
  await payouts.send({ key: address, items: [{ key: 'one', address, cents: 9_000, note: 'Your sales at Slide' }] })
  await keepSession(page, 'admin@slide.test')
  await page.goto('/sandbox')

  const subscription = tableOf(page, 'Newest subscriptions').getByRole('row').filter({ hasText: plan })
  await expect(subscription).toContainText('$29.99 a month')
  await expect(subscription).toContainText('Active')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await choose(page, plan, 'Renew now')
  await expect(page.getByText('Done')).toBeVisible()
  expect(await subscriptions.findPayments({ reference, since: new Date(0) })).toHaveLength(2)

  await page.getByRole('button', { name: `More for ${plan}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Renew now' }).press('ArrowDown')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Let renewals fail' }).press('Enter')
  await expect(subscription).toContainText('Fail')
  await expect(page.getByRole('button', { name: `More for ${plan}` })).toBeFocused()
  await choose(page, plan, 'Renew now')
  await expect(subscription).toContainText('Overdue')
  await expect(subscription).toContainText('Your card was declined.')
  for (let tries = 0; tries < 2; tries++) {
    const before = await subscription.innerText()
    await choose(page, plan, 'Try again now')
    await expect(subscription).not.toHaveText(before, { useInnerText: true })
  }
  await choose(page, plan, 'Try again now')
  await expect(subscription).toContainText('Paused')

  const payout = tableOf(page, 'Newest payouts').getByRole('row').filter({ hasText: address })
  await expect(payout).toContainText('$90.00')
  await expect(payout).toContainText(/Pending|Paid/)
  if ((await payout.innerText()).includes('Pending')) await choose(page, address, 'Pay')
  await expect(payout).toContainText('Paid')
  await choose(page, address, 'Return')
  await expect(payout).toContainText('The money came back.')
  await expect(page.getByRole('button', { name: `More for ${address}` })).toHaveCount(0)
  await expectAccessible(page)
})

test('an admin opens a dispute about a payment, and decides it', async ({ page }) => {
  const buyer = await newBuyer(page)
  const { orderId } = await buyByCard(page, buyer, [{ type: 'beat', slug: 'parramatta-road', licenseType: 'MP3' }])
  const order = await page.request.get(`/api/purchases/order/${orderId}`, { headers: buyer.headers })
  const { number, total } = (await order.json()) as { number: string; total: number }
  const of = `Slide order ${number}`
  await keepSession(page, 'admin@slide.test')
  await page.goto('/sandbox')
  const payment = tableOf(page, 'Newest payments').getByRole('row').filter({ hasText: of })
  await expect(payment).toContainText('Visa, ends 4242')
  await expect(payment).toContainText(`$${total.toFixed(2)}`)
  await choose(page, `the payment of ${of}`, 'Open a dispute')
  await expect(payment).toContainText('Disputed')
  await choose(page, `the payment of ${of}`, 'Let the buyer win')
  await expect(payment).toContainText('Dispute lost by the shop')
  await expect(page.getByRole('button', { name: `More for the payment of ${of}` })).toHaveCount(0)
  const library = () => page.request.get('/api/library', { headers: buyer.headers }).then((reply) => reply.text())
  await expect.poll(library).toContain('"state":"refunded"')
})
