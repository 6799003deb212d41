import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createProblems, type Problems } from '#test/problems.ts'
import { readPdf } from '#test/read-pdf.ts'
import type { Person } from '#test/shop.ts'
import type { Evidence } from './evidence-facts.ts'

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
async function pack(id: number, by = admin) {
  const zip = await by.call('POST /admin/orders/:id/evidence', { params: { id } })
  const files = unzipSync(await zip.bytes())
  const pdf = readPdf(files['evidence.pdf']!)
  expect(pdf.untagged).toEqual([])
  const json = new TextDecoder().decode(files['evidence.json'])
  return {
    names: Object.keys(files),
    facts: JSON.parse(json) as Evidence,
    text: pdf.text,
    all: json + pdf.text,
  }
}

test('the pack holds order, terms, licenses, downloads, mails, notices and problems with their times', async () => {
  const { buyer, purchaseId, orderId } = await shop.sale()
  const url = { params: { id: purchaseId }, query: { file: 'mp3' as const } }
  const from = shop.world.app.clock.now().getTime()
  for (let part = 0; part < 2; part++) await buyer.call('GET /purchases/beats/:id/download', url).catch(() => null)
  const { id } = await shop.report(buyer, purchaseId)
  await shop.answer(id)
  await shop.escalate(buyer, id, 'It is the same file.')
  await shop.decide(admin, id, 10)
  const { names, facts, text } = await pack(orderId)
  const { number } = await shop.orderOf(orderId)
  const license = facts.items[0]!.licenseNumber!
  expect(names).toEqual(['evidence.pdf', 'evidence.json', `licenses/${license}.pdf`])
  expect(facts).toMatchObject({
    order: {
      number,
      total: 29.95,
      placedAt: expect.stringMatching(/Z$/) as string,
      confirmedAt: expect.stringMatching(/Z$/) as string,
      buyer: { email: buyer.email, legalName: 'Nadia Åström-Bello' },
    },
    payments: [{ amount: 29.95, provider: 'sandbox', state: 'paid', paidAt: expect.any(String) as string }],
    refunds: [{ amount: 10, reason: 'We listened to both files.', sentAt: expect.any(String) as string }],
    items: [{ purchaseId, paid: 29.95, refunded: 10, terms: { name: 'MP3 Lease' } }],
    problems: [{ text: 'The WAV ends after a minute.', objection: 'It is the same file.', state: 'refunded' }],
  })
  const [download] = facts.items[0]!.downloads
  expect(Date.parse(download!.firstAt!)).toBeGreaterThanOrEqual(Math.floor(from / 1000) * 1000)
  expect(Date.parse(download!.lastAt!)).toBeGreaterThanOrEqual(Date.parse(download!.firstAt!))
  expect(facts.mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      `Your receipt for order ${number}`,
      'You sold “Stairwell Sermon”',
      'We decide about “Stairwell Sermon”',
    ]),
  )
  expect(facts.notices.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Your purchase is ready', 'drillmaker answered about “Stairwell Sermon”']),
  )
  for (const words of [
    number,
    license,
    'Nadia Åström-Bello',
    'The WAV ends after a minute.',
    'Here is the file once more.',
  ])
    expect(text).toContain(words)
  const { items } = await admin.call('GET /admin/actions', { query: {} })
  expect(items[0]).toMatchObject({ action: 'make evidence pack' })
})

test('it holds nothing of the card and no secret, and nothing of other orders', async () => {
  const { buyer, orderId } = await shop.sale()
  const other = await shop.sale()
  const payment = await db()
    .selectFrom('payment')
    .where('orderId', '=', orderId)
    .select(['clientSecret', 'reference'])
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('mail')
    .values({
      kind: 'reset password',
      recipient: buyer.email,
      subject: 'Reset',
      text: 'one-time-token-in-here',
      messageId: '<evidence@x>',
    })
    .execute()
  const { all } = await pack(orderId)
  expect(all).toContain(payment.reference!)
  for (const secret of [
    '4242',
    'Visa',
    'one-time-token-in-here',
    other.buyer.email,
    payment.clientSecret ?? 'clientSecret',
  ])
    expect(all).not.toContain(secret)
})

test('only admins get it, also for orders without a problem, with kits, and not paid', async () => {
  const { buyer, orderId } = await shop.sale()
  const stranger = await shop.world.signUp()
  for (const person of [buyer, shop.owner, stranger])
    await expect(pack(orderId, person)).rejects.toMatchObject({ status: 403 })
  await expect(pack(9_999_999)).rejects.toMatchObject({ status: 404 })
  const kit = await shop.addKit()
  const sold = await shop.buy([{ type: 'kit', kitId: kit }], buyer)
  const { names, text } = await pack(sold.orderId)
  expect(names).toEqual(['evidence.pdf', 'evidence.json'])
  expect(text).toContain('Royalty-free in your own music')
  const started = await shop.start([beatLine(await shop.addBeat())], { buyer: stranger })
  expect((await pack(started.orderId)).facts.order).toMatchObject({ state: 'open', confirmedAt: null })
})
