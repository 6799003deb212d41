import { expect, test } from 'vitest'
import { promotionWords } from './service-lines.ts'
import { lineFrom } from './stored-lines.ts'
import { itemOf, mended } from './offer.ts'
import { linesFrom, refusal, replacedBy, subtotalOf } from './rules.ts'
import { sample } from './sample.ts'

const { beatMp3, beatWav, packMp3, packWav, kit, subscription, promotion } = sample

test('a beat has one line for each license, a pack and a kit have one line', () => {
  expect([beatMp3.id, beatWav.id, packMp3.id, packWav.id, kit.id]).toEqual([
    'beat:7:MP3',
    'beat:7:WAV',
    'pack:8',
    'pack:8',
    'kit:9',
  ])
  expect(beatWav).toMatchObject({ licenseId: 71, licenseName: 'WAV Lease', price: 34.95, artist: 'Mozer', qty: 1 })
})

test('every type of line is read from storage unchanged', () => {
  const lines = Object.values({ beatMp3, beatWav, packMp3, kit, subscription, promotion })
  expect(linesFrom(lines)).toEqual(lines)
})

test('a line that replaces a license names the purchase, in storage and to the server', () => {
  const higher = { ...beatWav, upgradeOf: 12 }
  expect(linesFrom([higher])).toEqual([higher])
  expect(itemOf(higher)).toEqual({ type: 'beat', beatId: 7, licenseType: 'WAV', upgradeOf: 12 })
  expect(itemOf(beatWav)).toEqual({ type: 'beat', beatId: 7, licenseType: 'WAV' })
  expect(linesFrom([{ ...beatWav, upgradeOf: '12' }])).toEqual([])
})

test('a promotion asks for its item, tier and days, and takes credits up to its price', () => {
  expect(promotion).toMatchObject({ id: 'promo:BEAT:7:standard:3', title: 'Stairwell Sermon', price: 4.5 })
  expect(itemOf(promotion)).toEqual({
    type: 'promotion',
    targetType: 'BEAT',
    targetId: 7,
    tier: 'standard',
    days: 3,
    creditsUsed: 4.5,
  })
  expect(promotionWords(promotion)).toBe('Standard promotion, 3 days')
})

test('another promotion of the same item takes the place of the first', () => {
  const louder = { ...promotion, id: 'promo:BEAT:7:spotlight:30', tier: 'spotlight' as const, days: 30 as const }
  const ofPack = { ...promotion, id: 'promo:PACK:7:standard:3', targetType: 'PACK' as const }
  expect(replacedBy([promotion, beatMp3, kit], louder)).toEqual([promotion])
  expect(replacedBy([promotion], ofPack)).toEqual([])
  expect(replacedBy([promotion], beatMp3)).toEqual([])
  expect(replacedBy([promotion], promotion)).toEqual([])
})

test('a cart holds fifty lines', () => {
  const lines = Array.from({ length: 50 }, (_, nth) => ({ ...kit, id: `kit:${nth + 100}` }))
  expect(refusal(lines.slice(1), kit)).toBeNull()
  expect(refusal(lines, kit)).toContain('Your cart is full.')
})

test('broken and doubled lines are dropped', () => {
  const broken = [
    null,
    7,
    'beat',
    [],
    {},
    { ...beatMp3, id: 'beat:8:MP3' },
    { ...beatMp3, type: 'track' },
    { ...beatMp3, type: 'toString' },
    { ...beatMp3, price: -1 },
    { ...beatMp3, price: '24.95' },
    { ...beatMp3, price: null },
    { ...beatMp3, title: '' },
    { ...beatMp3, licenseId: undefined },
    { ...beatMp3, beatId: 7.5 },
    { ...packMp3, packId: '8' },
    { ...kit, img: 3 },
    { ...subscription, planName: 0 },
    { ...promotion, targetId: null },
    { ...kit, slug: '\uD800' },
    { ...kit, price: 1e300 },
    { ...subscription, slug: 'pro' },
    { ...subscription, billingCycle: { toString: 1 } },
    { ...promotion, tier: { toString: 1, valueOf: 1 } },
    { ...promotion, tier: 'loud', id: 'promo:BEAT:7:loud:3' },
    { ...promotion, days: 4, id: 'promo:BEAT:7:standard:4' },
    { ...promotion, days: undefined },
    { ...promotion, targetType: 'ALBUM', id: 'promo:ALBUM:7:standard:3' },
    { ...promotion, id: 'promo:BEAT:8:standard:3' },
    { ...promotion, creditsUsed: -1 },
    { ...promotion, slug: 'stairwell-sermon' },
  ]
  expect(linesFrom([...broken, kit, kit])).toEqual([kit])
  for (const nothing of [undefined, null, '', 'x', {}, 7, { length: 2 }]) expect(linesFrom(nothing)).toEqual([])
})

test('a missing field gets its default, and a quantity is always one', () => {
  const { billingCycle: _b, trialDays: _t, ...plan } = subscription
  expect(lineFrom(plan)).toEqual(subscription)
  const { tier: _i, creditsUsed: _c, ...short } = promotion
  expect(lineFrom(short)).toEqual({ ...promotion, creditsUsed: 0 })
  expect(lineFrom({ ...kit, qty: 5 })).toEqual(kit)
})

test('the message for a doubled line names its type', () => {
  expect(refusal([beatMp3], beatMp3)).toBe('You already added this beat to the cart')
  expect(refusal([packMp3], packWav)).toBe('You already added this pack to the cart')
  expect(refusal([kit], kit)).toBe('You already added this kit to the cart')
  expect(refusal([subscription], subscription)).toBe('You already added this subscription to the cart')
  expect(refusal([beatMp3], beatWav)).toBeNull()
})

test('a subscription is alone in the cart, whichever line came first', () => {
  expect(refusal([kit], subscription)).toBe(
    'Subscriptions cannot be added together with other items. Please checkout separately.',
  )
  expect(refusal([subscription], { ...subscription, id: 'subscription:growth', planId: 'growth' })).toBe(
    'Subscriptions cannot be added together with other items. Please checkout separately.',
  )
  for (const line of [beatMp3, packMp3, kit, promotion])
    expect(refusal([subscription], line)).toBe(
      'You cannot add other items while a subscription is in the cart. Please checkout separately.',
    )
  expect(refusal([], subscription)).toBeNull()
})

test('prices are added in cents', () => {
  expect(subtotalOf([])).toBe(0)
  expect(subtotalOf([{ ...kit, price: 0.1 }, { ...packMp3, price: 0.2 }, beatWav])).toBe(35.25)
})

test('a line gets the present price and license', () => {
  const wav = (id: number, price: number) => ({
    state: 'available' as const,
    price,
    license: { id, name: 'WAV Lease' },
  })
  expect(mended(beatWav, wav(71, 34.95))).toBe(beatWav)
  expect(mended(beatWav, wav(72, 40))).toEqual({ ...beatWav, licenseId: 72, price: 40 })
  expect(mended(kit, { state: 'available', price: 5, license: null })).toEqual({ ...kit, price: 5 })
  for (const state of ['gone', 'own'] as const) expect(mended(kit, { state, price: 0, license: null })).toBe(kit)
})
