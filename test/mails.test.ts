import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchOptions } from '#e2e/chromium.ts'
import { changeEmailMail, confirmEmailMail, resetPasswordMail, welcomeMail } from '#server/accounts/mails.ts'
import {
  addressWantedMail,
  emailChangedMail,
  emailRestoredMail,
  googleMail,
  newSignInMail,
  passkeyMail,
  passwordChangedMail,
  releasedMail,
  secondStepMail,
} from '#server/accounts/safety-mails.ts'
import { bannedMail, liftedMail, upheldMail } from '#server/bans/mails.ts'
import { receiptMail, refundMail, saleMail } from '#server/checkout/mails.ts'
import { contactMail } from '#server/contact/mails.ts'
import { referralMail } from '#server/credits/mails.ts'
import {
  approvedMail,
  changeApprovedMail,
  changeRejectedMail,
  putBackMail,
  rejectedMail,
  takenDownMail,
  titleApprovedMail,
  titleRejectedMail,
} from '#server/moderation/mails.ts'
import { digestMail, newsMail } from '#server/notifications/mails.ts'
import { exportReadyMail, goodbyeMail, leavingMail, stayedMail } from '#server/privacy/mails.ts'
import { payoutMail, paypalChangedMail } from '#server/payouts/mails.ts'
import { roleMail } from '#server/people-desk/mails.ts'
import { announcedMail, endedMail, failedMail, pausedMail } from '#server/plans/mails.ts'
import { problemMail } from '#server/problems/mails.ts'
import { heldMail, promotionEndMail } from '#server/promotions/mails.ts'
import { splitMail } from '#server/shares/mails.ts'
import { wordsOf as splitWords } from '#server/shares/words.ts'
import { violationsOn } from '#test/accessible.ts'
import { LOGO_PATH } from '#server/mail/logo.ts'
import type { Letter } from '#server/mail/letter.ts'
import { COPY_THIS, renderHtml } from '#server/mail/render-html.ts'
import { renderText } from '#server/mail/render-text.ts'

const token = 'q7Hd2mXk91RaQ7Hd2mXk91RaQ7Hd2mXk91RaQ7Hd2mX'
const handle = 'A-name-of-thirty-characters-ok'
const origin = 'https://beats.example'
const HOSTILE = `<img src=x onerror=alert(1)>"'&amp; </td></table>`

const item = {
  handle,
  title: 'Night Bus',
  kind: 'beat',
  slug: 'night-bus',
  reason: '',
  proposedTitle: 'Day Bus',
} as const

const order = { handle, number: 'S-7HD2-MXK9', orderId: 7 }
const line = { title: HOSTILE, label: 'WAV Lease', cents: 44_95, totalCents: 38_21, refusal: null }
const off = { reason: 'HARBOUR15, 15% off', cents: 6_74 }

const sharedBy = { title: HOSTILE, by: handle }

const letters: Letter[] = [
  confirmEmailMail.compose({ token }),
  resetPasswordMail.compose({ token }),
  passwordChangedMail.compose({ at: new Date('2026-11-22T10:00:00Z') }),
  changeEmailMail.compose({ token }),
  addressWantedMail.compose({}),
  emailChangedMail.compose({ at: new Date('2026-11-22T10:00:00Z'), token }),
  emailChangedMail.compose({ at: new Date('2026-11-22T10:00:00Z'), token: null }),
  emailRestoredMail.compose({ at: new Date('2026-11-22T10:00:00Z') }),
  newSignInMail.compose({ at: new Date('2026-11-22T10:00:00Z'), device: HOSTILE, place: '203.0.113.x' }),
  secondStepMail.compose({ at: new Date('2026-11-22T10:00:00Z'), change: 'on' }),
  passkeyMail.compose({ at: new Date('2026-11-22T10:00:00Z'), change: 'added' }),
  releasedMail.compose({ at: new Date('2026-11-22T10:00:00Z') }),
  passkeyMail.compose({ at: new Date('2026-11-22T10:00:00Z'), change: 'removed' }),
  ...(['on', 'off'] as const).map((change) =>
    googleMail.compose({ at: new Date('2026-11-22T10:00:00Z'), change, with: 'ada@slide.test' }),
  ),
  welcomeMail.compose({ handle }),
  approvedMail.compose({ ...item, title: HOSTILE }),
  rejectedMail.compose({ ...item, kind: 'kit', reason: `One\n\n${HOSTILE}` }),
  titleApprovedMail.compose({ ...item, proposedTitle: HOSTILE }),
  titleRejectedMail.compose({ ...item, reason: `One\n\n${HOSTILE}` }),
  changeApprovedMail.compose({ ...item, title: HOSTILE, parts: 'audio and cover' }),
  changeRejectedMail.compose({ ...item, parts: 'cover', reason: `One\n\n${HOSTILE}` }),
  takenDownMail.compose({ ...item, reason: `One\n\n${HOSTILE}` }),
  putBackMail.compose({ ...item, title: HOSTILE, note: HOSTILE }),
  problemMail.compose({ handle, title: HOSTILE, message: HOSTILE, quote: `One\n\n${HOSTILE}`, problemId: 7 }),
  ...(['invited', 'counts', 'ended', 'left'] as const).map((what) =>
    splitMail.compose({ handle, ...splitWords({ what, points: 3_333 }, sharedBy), isNew: what === 'invited' }),
  ),
  ...[true, false].map((goesOn) =>
    splitMail.compose({ handle, ...splitWords({ what: 'declined', points: 1, goesOn }, sharedBy), isNew: false }),
  ),
  splitMail.compose({
    handle,
    ...splitWords({ what: 'accepted', points: 5_000, accepted: 1, people: 2 }, sharedBy),
    isNew: false,
  }),
  newsMail('comments').compose({
    handle,
    hasInbox: true,
    news: [{ title: 'Ada commented', message: HOSTILE, path: '/x' }],
  }),
  digestMail.compose({
    handle,
    hasInbox: true,
    news: Array.from({ length: 22 }, (_, nth) => ({ title: `News ${nth}`, message: '', path: '/x' })),
  }),
  exportReadyMail.compose({ handle }),
  leavingMail.compose({ dueAt: new Date('2026-11-30T10:00:00Z') }),
  stayedMail.compose({}),
  goodbyeMail.compose({}),
  bannedMail.compose({ handle, category: 'abuse', reason: HOSTILE, endsAt: null }),
  bannedMail.compose({ handle, category: 'spam', reason: 'Forty comments', endsAt: new Date('2026-11-30T00:00:00Z') }),
  liftedMail.compose({ handle, words: HOSTILE }),
  liftedMail.compose({ handle, words: null }),
  upheldMail.compose({ handle, words: 'We looked again.' }),
  heldMail.compose({ handle, title: HOSTILE, reason: `One\n\n${HOSTILE}` }),
  promotionEndMail.compose({
    handle,
    title: HOSTILE,
    because: 'It could not deliver all that was promised.',
    guaranteed: 4_200,
    delivered: 2_865,
    clicks: 37,
    plays: 412,
    sales: 3,
    saleCents: 99_85,
    costCents: 27_00,
    returnedCents: 8_58,
    canRerun: true,
  }),
  roleMail.compose({ handle, isAdmin: true }),
  roleMail.compose({ handle, isAdmin: false }),
  receiptMail.compose({
    ...order,
    totalCents: 76_42,
    isRenewal: false,
    lines: [
      { ...line, adjustments: [off] },
      { ...line, adjustments: [], refusal: 'Somebody bought it exclusively before you paid.' },
    ],
  }),
  receiptMail.compose({
    ...order,
    totalCents: 19_99,
    isRenewal: true,
    lines: [{ ...line, title: 'Pro plan', cents: 19_99, totalCents: 19_99, adjustments: [] }],
  }),
  ...[false, true].map((isShare) =>
    saleMail.compose({ handle, lines: [{ ...line, earnedCents: isShare ? 12_73 : 38_21, isShare }] }),
  ),
  refundMail.compose({ ...order, cents: 38_21, reason: `One\n\n${HOSTILE}`, lines: [line], given: [line] }),
  announcedMail.compose({ handle, plan: 'Growth', at: new Date('2026-11-30T10:00:00Z'), cents: 9_99 }),
  failedMail.compose({ handle, plan: 'Growth', failure: HOSTILE, isPayPals: false }),
  pausedMail.compose({ handle, plan: 'Growth' }),
  endedMail.compose({ handle, plan: 'Growth', left: 'Free' }),
  ...[true, false].map((isPaid) =>
    payoutMail.compose({
      handle,
      title: 'A payout failed',
      message: 'PayPal sent it back.',
      number: 'P-7HD2',
      cents: 120_00,
      address: 'a-long-address-of-somebody@a-long-name-of-a-domain.example',
      isPaid,
    }),
  ),
  ...['new@slide.test', null].map((address) =>
    paypalChangedMail.compose({ handle, former: 'old@slide.test', address, at: new Date('2026-11-22T10:00:00Z') }),
  ),
  referralMail.compose({ handle, cents: 5_00 }),
  contactMail.compose({ name: HOSTILE, email: 'ada@slide.test', topic: 'Buying', message: `One\n\n${HOSTILE}\ntwo` }),
]
const addressed = (letter: Letter) => ({
  ...letter,
  origin,
  unsubscribe: /^(News about|Your day)/.test(letter.subject)
    ? { url: `${origin}/unsubscribe?token=100.updates.x`, label: 'Unsubscribe from news about Slide' }
    : null,
})
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word && !word.startsWith(origin))

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(launchOptions)
})
afterAll(() => browser.close())

/** One page of each look shows all mails, one after another. */
const pages = new Map<'dark' | 'light', { page: Page; asked: string[] }>()
async function pageIn(colorScheme: 'dark' | 'light') {
  const context = await browser.newContext({ colorScheme })
  const asked: string[] = []
  await context.route('**', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  return { page: await context.newPage(), asked }
}
async function open(html: string, colorScheme: 'dark' | 'light') {
  const look = pages.get(colorScheme) ?? (await pageIn(colorScheme))
  pages.set(colorScheme, look)
  await look.page.setViewportSize({ width: 1200, height: 900 })
  look.asked.length = 0
  await look.page.setContent(html)
  return look
}

describe.each(letters)('$subject', (letter) => {
  const html = renderHtml(addressed(letter))

  test.each([
    { scheme: 'light', background: 'rgb(238, 233, 220)' },
    { scheme: 'dark', background: 'rgb(11, 15, 25)' },
  ] as const)('is readable in a $scheme mail program, wide and narrow', async ({ scheme, background }) => {
    const { page, asked } = await open(html, scheme)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background)
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(asked).toEqual([origin + LOGO_PATH]) // the mail loads nothing else
  })

  test('the light look is complete where a mail program drops the styles', async () => {
    const { page } = await open(html.replace(/<style>.*<\/style>/s, ''), 'dark')
    expect(await violationsOn(page)).toEqual([])
  })

  test('the text part says the same words in the same order', async () => {
    const { page } = await open(html, 'light')
    const shown = await page.evaluate(() => {
      for (const br of document.querySelectorAll('br')) br.replaceWith('\n')
      return [...document.querySelectorAll('td, p')]
        .filter((cell) => !cell.querySelector('table, p, td'))
        .map(({ textContent }) => textContent.replaceAll('\u00a0', ''))
        .join('\n')
    })
    expect(wordsOf(renderText(addressed(letter)))).toEqual(wordsOf(shown.replace(COPY_THIS, '')))
    expect(await page.locator('script, [onerror]').count()).toBe(0)
  })
})
