import { afterAll, beforeEach, expect, test } from 'vitest'
import { crc32 } from 'node:zlib'
import { PAYPAL_SECRETS } from '#test/paypal-emulator.ts'
import { createPayPalPayments } from '#test/paypal-payments.ts'
import { ForgedEvent, ProviderDown } from '#server/payments/port.ts'
import { openPayPal } from './paypal.ts'

const HOUR = 60 * 60 * 1_000

const { emulator, paypal, another, begin, close, paid } = await createPayPalPayments()
beforeEach(() => void begin())
afterAll(close)

test('messages name payments by their order, refunds and disputes', async () => {
  const reference = await paid()
  const refund = await paypal.refund({ key: `refund-${reference}`, payment: reference, cents: 2999 })
  const dispute = emulator.newDispute(reference)
  emulator.say('BILLING.PLAN.CREATED', 'plan', { id: 'P-1' })
  const events = await Promise.all(
    emulator.take().map(async (message) => ({ type: message.type, ...(await paypal.readEvent(message)) })),
  )
  expect(new Set(events.map(({ id }) => id)).size).toBe(5)
  expect(events.map(({ type, about, reference: named }) => [type, about, named])).toEqual([
    ['CHECKOUT.ORDER.APPROVED', 'payment', reference],
    ['PAYMENT.CAPTURE.COMPLETED', 'payment', reference],
    ['PAYMENT.CAPTURE.REFUNDED', 'refund', refund.reference],
    ['CUSTOMER.DISPUTE.CREATED', 'dispute', dispute],
    ['BILLING.PLAN.CREATED', 'other', 'P-1'],
  ])
})

async function message() {
  await paid()
  return emulator.take().at(-1)!
}

test('a message is believed only with PayPal’s signature over its bytes and this shop’s webhook', async () => {
  const genuine = await message()
  await expect(paypal.readEvent(genuine)).resolves.toMatchObject({ about: 'payment' })
  const text = genuine.body.toString()
  const { headers } = genuine
  for (const forged of [
    { headers, body: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) },
    { headers, body: Buffer.from(text.replace('29.99', '00.01')) },
    { headers: {}, body: genuine.body },
    { headers: { ...headers, 'paypal-transmission-id': 'another' }, body: genuine.body },
    { headers: { ...headers, 'paypal-transmission-sig': 'AAAA' }, body: genuine.body },
    { headers: { ...headers, 'paypal-auth-algo': 'none' }, body: genuine.body },
  ])
    await expect(paypal.readEvent(forged)).rejects.toThrow(ForgedEvent)
  for (const webhookId of ['another', undefined])
    await expect(another({ webhookId: webhookId! }).readEvent(genuine)).rejects.toThrow(ForgedEvent)
})

test.each([-5 * 24 * HOUR, HOUR])('a message that was sent %i ms from now is refused', async (from) => {
  const { body } = await message()
  const old = emulator.signed(body, { at: new Date(Date.now() + from) })
  await expect(paypal.readEvent(old)).rejects.toThrow(ForgedEvent)
})

test('a message that PayPal repeats for three days is believed', async () => {
  const { body } = await message()
  const late = emulator.signed(body, { at: new Date(Date.now() - 72 * HOUR) })
  await expect(paypal.readEvent(late)).resolves.toMatchObject({ about: 'payment' })
})

test('only certificates at PayPal’s addresses that are valid today are believed', async () => {
  const genuine = await message()
  const from = (address: string) => ({ ...genuine, headers: { ...genuine.headers, 'paypal-cert-url': address } })
  const own = (path: string) => new URL(path, emulator.address).href
  for (const address of [
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'https://evil.example/v1/notifications/certs/CERT-1',
    'nonsense',
    own('/v1/notifications/certs/CERT-now?x=1'),
    own('/v1/notifications/CERT-now'),
    own('/v1/notifications/certs/CERT-unknown'),
    own('/v1/notifications/certs/CERT-expired'),
    own('/v1/notifications/certs/CERT-early'),
  ])
    await expect(paypal.readEvent(from(address))).rejects.toThrow(ForgedEvent)
  const atPayPal = openPayPal(PAYPAL_SECRETS, { live: true })
  for (const address of [
    own('/v1/notifications/certs/CERT-now'),
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
  ])
    await expect(atPayPal.readEvent(from(address))).rejects.toThrow('certificate that is not PayPal’s')
})

test('a message whose certificate can’t be read now is tried again later', async () => {
  const genuine = await message()
  emulator.trouble.status = 503
  await expect(another().readEvent(genuine)).rejects.toThrow(ProviderDown)
  emulator.trouble.status = undefined
  emulator.trouble.refuse = 1
  await expect(another().readEvent(genuine)).rejects.toThrow(ProviderDown)
})

test('bytes made up to have the same checksum pass the signature, and must still be a message', async () => {
  const genuine = await message()
  const forged = withChecksumOf(genuine.body, '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}} ')
  expect(crc32(forged)).toBe(crc32(genuine.body))
  await expect(paypal.readEvent({ ...genuine, body: forged })).rejects.toThrow('The message is none of PayPal’s')
})

/** Appends four bytes that give a text the checksum of other bytes. */
function withChecksumOf(bytes: Buffer, text: string) {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value >>> 0
  })
  const indexes: number[] = []
  let wanted = (crc32(bytes) ^ 0xffffffff) >>> 0
  for (let step = 0; step < 4; step++) {
    const index = table.findIndex((value) => value >>> 24 === wanted >>> 24)
    indexes.unshift(index)
    wanted = ((wanted ^ table[index]!) << 8) >>> 0
  }
  const body = Buffer.from(text)
  let checksum = (crc32(body) ^ 0xffffffff) >>> 0
  const tail = indexes.map((index) => {
    const byte = (checksum ^ index) & 255
    checksum = (table[(checksum ^ byte) & 255]! ^ (checksum >>> 8)) >>> 0
    return byte
  })
  return Buffer.concat([body, Buffer.from(tail)])
}
