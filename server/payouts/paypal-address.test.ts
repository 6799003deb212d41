import { expect, test } from 'vitest'
import { forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { DAY, openPayouts } from '#test/payouts.ts'

const shop = await openPayouts()

test('linking asks for a real address, tells by mail, and can be undone', async () => {
  const seller = shop.patient(await shop.world.signUp())
  expect(await shop.summaryOf(seller)).toMatchObject({ isPaypalLinked: false, autoPayout: false, linkedAt: null })
  for (const paypalEmail of ['', 'nobody', `${'a'.repeat(130)}@x.test`, 'a@b.test,c@d.test'])
    await expect(
      seller.call('PATCH /me/paypal', { body: { paypalEmail, password: seller.password } }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { paypalEmail: 'Enter a valid PayPal email.' },
    })
  const link = (paypalEmail: string) =>
    seller.call('PATCH /me/paypal', { body: { paypalEmail, password: seller.password } })
  expect(await link(' lola@mainland.test ')).toMatchObject({
    isPaypalLinked: true,
    paypalEmail: 'lola@mainland.test',
    autoPayout: true,
  })
  await link('lola@mainland.test') // no change
  expect(await shop.mailsTo(seller, 'paypal-changed')).toHaveLength(1)
  expect(await seller.call('PATCH /me/payouts', { body: { autoPayout: false } })).toMatchObject({ autoPayout: false })
  expect(await seller.call('PATCH /me/payouts', { body: { legalName: 'Lola A.' } })).toMatchObject({
    legalName: 'Lola A.',
  })
  for (const body of [{ autoPayout: 'no' }, { country: 'XX' }, { legalName: '?' }])
    await expect(seller.call('PATCH /me/payouts', { body: body as object })).rejects.toMatchObject({ status: 400 })
  expect(await seller.call('DELETE /me/paypal')).toMatchObject({ isPaypalLinked: false, paypalEmail: null })
  await seller.call('DELETE /me/paypal')
  expect(await shop.mailsTo(seller, 'paypal-changed')).toEqual([
    'Your PayPal address at Slide has changed',
    'Your PayPal was unlinked from Slide',
  ])
})

test('whoever has only a session can’t link an address', async () => {
  const seller = shop.patient(await shop.world.signUp())
  for (const proof of [{}, { password: 'guessed by a thief' }])
    await expect(
      seller.call('PATCH /me/paypal', { body: { paypalEmail: 'thief@paypal.test', ...proof } }),
    ).rejects.toMatchObject({ fields: { password: expect.any(String) } })
  expect(await shop.summaryOf(seller)).toMatchObject({ isPaypalLinked: false })
})

test('a payout that waits goes back into the balance when PayPal is unlinked, and is looked at anew when it changes', async () => {
  const seller = await shop.seller()
  await shop.earn(seller)
  const { id } = await shop.sameDay(seller)
  await shop.approve(id)
  await seller.call('PATCH /me/paypal', { body: { paypalEmail: 'thief@paypal.test', password: seller.password } })
  await shop.pass(4 * DAY)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ status: 'requested', note: 'A person looks at it first.' })
  expect(await shop.sentTo('thief@paypal.test')).toEqual([])
  await seller.call('DELETE /me/paypal')
  expect((await shop.historyOf(seller))[0]).toMatchObject({
    status: 'canceled',
    note: 'PayPal was unlinked. Back in your balance.',
  })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95 })
})

test('a change during the deletion of the account waits for it, and leaves nothing', async () => {
  const { db } = shop.world.app
  const seller = shop.patient(await shop.world.signUp())
  const [changing] = await db.transaction().execute(async (tx) => {
    await forgetPersonIn(shop.world.app, tx, seller.id)
    const change = seller
      .call('PATCH /me/paypal', { body: { paypalEmail: 'late@paypal.test', password: seller.password } })
      .catch((error: Error) => error)
    await untilBlocked(db)
    return [change]
  })
  expect(await changing).toMatchObject({ status: 404 })
  expect(
    await db.selectFrom('payoutTarget').where('accountId', '=', seller.id).select('paypalEmail').execute(),
  ).toEqual([])
})
