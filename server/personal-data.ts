import { sql, type RawBuilder } from 'kysely'
import { accountData, findPerson, lockCards } from '#server/accounts/index.ts'
import { announcementData } from '#server/announcements/index.ts'
import { auditData } from '#server/audit/personal-data.ts'
import { banData } from '#server/bans/index.ts'
import { chatData } from '#server/chat/index.ts'
import { checkoutData } from '#server/checkout/index.ts'
import { contactData } from '#server/contact/index.ts'
import { creditData, takeCreditsTurn } from '#server/credits/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { discountData } from '#server/discounts/index.ts'
import { throttleData } from '#server/http/throttle.ts'
import { itemData } from '#server/items/index.ts'
import { ledgerData } from '#server/ledger/index.ts'
import { libraryData } from '#server/library/index.ts'
import { listeningData } from '#server/listening/index.ts'
import { findMails, mailData } from '#server/mail/personal-data.ts'
import { moderationData } from '#server/moderation/index.ts'
import { notificationData } from '#server/notifications/index.ts'
import { sandboxData } from '#server/payments/sandbox/personal-data.ts'
import { holdTarget, payoutData } from '#server/payouts/index.ts'
import { lockMoney, privacyData } from '#server/privacy/index.ts'
import { planData } from '#server/plans/index.ts'
import { problemData } from '#server/problems/index.ts'
import { promotionData } from '#server/promotions/index.ts'
import { queueForCharts } from '#server/search/index.ts'
import type { App, PersonalData } from '#server/services.ts'
import { sharePictureData } from '#server/share/index.ts'
import { shareData } from '#server/shares/index.ts'
import { socialData } from '#server/social/index.ts'
import { lockRoom, studioData } from '#server/studio/index.ts'
import { uploadData } from '#server/uploads/personal-data.ts'
import { worklistData } from '#server/worklist/index.ts'

/**
 * Lists every room with personal data. Data is removed in this order: items before counts of likes, and notices after the
 * account, since everybody who tells a person of something locks their inbox last. Reports come after conversations and the
 * account, as for everybody who closes them. Notices quote messages to the support, so these come after them.
 */
export const personalData = {
  problems: problemData,
  bans: banData,
  items: itemData,
  share: sharePictureData,
  shares: shareData,
  social: socialData,
  listening: listeningData,
  chat: chatData,
  mail: mailData,
  checkout: checkoutData,
  plans: planData,
  promotions: promotionData,
  worklist: worklistData,
  discounts: discountData,
  library: libraryData,
  ledger: ledgerData,
  credits: creditData,
  sandbox: sandboxData,
  payouts: payoutData,
  uploads: uploadData,
  studio: studioData,
  throttle: throttleData,
  audit: auditData,
  announcements: announcementData,
  privacy: privacyData,
  accounts: accountData,
  moderation: moderationData,
  notifications: notificationData,
  contact: contactData,
} satisfies Record<string, PersonalData>

const rooms: [string, PersonalData][] = Object.entries(personalData)

/**
 * Everything that Slide holds about a person, by room. One room after the other: all at once would take every connection of
 * the node, and the calls of others would wait.
 */
export async function exportPerson({ db }: App, accountId: number) {
  const person = await findPerson(db, accountId)
  const parts: Record<string, Record<string, unknown>> = {}
  for (const [room, { exportOf }] of rooms) parts[room] = await exportOf(db, person)
  return parts
}

/** Deletes a person's data in one transaction. The account's row stays, without anything that identifies the person. */
export const forgetPerson = (app: App, accountId: number) =>
  app.db.transaction().execute((tx) => forgetPersonIn(app, tx, accountId))

export async function forgetPersonIn(app: Pick<App, 'clock'>, tx: Tx, accountId: number) {
  const mails = await findMails(tx, await findPerson(tx, accountId), app.clock.now())
  await lockMoney(tx, accountId)
  await holdTarget(tx, accountId)
  await lockPerson(tx, accountId)
  // a change of name, password or email locks the account first, and its links and sessions then
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
  const person = await findPerson(tx, accountId)
  for (const [, { forget }] of rooms) await forget(tx, { ...person, mails }, app.clock.now())
  return person
}

/**
 * Several rooms change the same counters in turn. So all of these rows are locked first, in the order of
 * docs/architecture.md, 'Locks'; likes come before their counters, as for everybody who likes.
 */
export async function lockPerson(tx: Tx, id: number) {
  const lock = (rows: RawBuilder<unknown>) => sql`select from ${rows} for no key update`.execute(tx)
  const own = sql`(select id from item where owner_id = ${id} and deleted_at is null)`
  const liked = sql`(select item_id from item_like where account_id = ${id})`
  const followed = sql`(select followee_id from follow where follower_id = ${id}
    union select follower_id from follow where followee_id = ${id})`
  await lock(sql`discount_code where seller_id = ${id} order by id`)
  await takeCreditsTurn(tx, id)
  await lock(sql`upload where account_id = ${id} order by id`)
  await lockRoom(tx, id)
  await lock(sql`item_like where account_id = ${id} order by item_id`)
  await lock(sql`item where id in ${own} order by id`)
  await lockCards(tx, id)
  await lock(sql`item_stat where item_id in ${liked} order by item_id`)
  const { rows } = await sql<{ id: number }>`${own} union ${liked}`.execute(tx)
  const charted = rows.map((row) => row.id)
  await queueForCharts(tx, charted)
  await lock(sql`item_search where item_id in ${own} order by item_id`)
  await lock(sql`producer_beats where owner_id = ${id}`)
  await lock(sql`account_stat where account_id = ${id} or account_id in ${followed} order by account_id`)
}
