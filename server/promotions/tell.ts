import { END_WORDS, type PromotionEnd } from '#contract/promotion-values.ts'
import type { Tx } from '#server/db/connect.ts'
import { dollarWords } from '#server/money.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { costOf } from './figures.ts'
import { countOf, heldMail, number, promotionEndMail } from './mails.ts'
import { findPromotion, type PromotionFacts } from './rows.ts'

export const day = (at: Date) => at.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' })

const news = (app: App, tx: Tx, accountId: number, title: string, message: string) =>
  notify(app, tx, { accountId, topic: 'promotion', relatedType: 'PROMOTION', title, message })

/** Its receipt is sent with its order. */
export async function tellOfBegin(app: App, tx: Tx, id: number) {
  const { accountId, title, endsAt, guaranteed } = await findPromotion(tx, id)
  const message = `It runs until ${day(endsAt)} and brings ${number(guaranteed)} impressions at least.`
  await news(app, tx, accountId, `Your promotion of “${title}” has begun`, message)
}

const whyOf = (why: PromotionEnd, { deletedAt }: PromotionFacts) =>
  why === 'item' && deletedAt ? 'You have deleted its item.' : END_WORDS[why]

/** Says how it went. People who canceled it know that it has ended; those who left are told nothing. */
export async function tellOfEnd(app: App, tx: Tx, id: number) {
  const row = await findPromotion(tx, id)
  const why = row.endedFor!
  if (why === 'canceled') return
  const figures = `${number(row.delivered)} of ${number(row.guaranteed)} guaranteed impressions, ${countOf(row.clicks, 'click')}, ${countOf(row.sales, 'sale')}.`
  const back = row.returnedCents > 0 ? ` ${dollarWords(row.returnedCents)} came back as promo credits.` : ''
  const because = whyOf(why, row)
  await sendMail(tx, row, (email, handle) => {
    const { title, delivered, guaranteed, clicks, plays, sales, saleCents, returnedCents } = row
    const facts = { handle, title, because, delivered, guaranteed, clicks, plays, sales, saleCents, returnedCents }
    const more = { costCents: costOf(row), canRerun: row.whyNoRerun === null }
    return app.mail.send(tx, promotionEndMail, email, { ...facts, ...more }, { dedupeKey: `promotion ended ${id}` })
  })
  await news(app, tx, row.accountId, `Your promotion of “${row.title}” has ended`, `${because} ${figures}${back}`)
}

/** An admin has paused it, or lets it go on. It may have come to its end by that: then its seller was told of the end. */
export async function tellOfHold(app: App, tx: Tx, id: number, reason: string) {
  const row = await findPromotion(tx, id)
  if (row.state === 'ended') return
  const at = app.clock.now().toISOString()
  await sendMail(tx, row, (email, handle) =>
    app.mail.send(
      tx,
      heldMail,
      email,
      { handle, title: row.title, reason },
      { dedupeKey: `promotion held ${id} ${at}` },
    ),
  )
  await news(app, tx, row.accountId, `We have paused your promotion of “${row.title}”`, reason)
}

export async function tellOfRelease(app: App, tx: Tx, id: number) {
  const { accountId, title, state } = await findPromotion(tx, id)
  if (state === 'active')
    await news(
      app,
      tx,
      accountId,
      `Your promotion of “${title}” goes on`,
      'Its end has moved by the time of the pause.',
    )
  if (state === 'paused')
    await news(
      app,
      tx,
      accountId,
      `We no longer pause your promotion of “${title}”`,
      'It goes on as soon as its item can be bought again.',
    )
}

type Send = (email: string, handle: string) => Promise<unknown>

async function sendMail(tx: Tx, { accountId }: PromotionFacts, send: Send) {
  const person = await tx
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .select(['email', 'handle'])
    .executeTakeFirst()
  if (person) await send(person.email, person.handle)
}
