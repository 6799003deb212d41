import { accountData, findPerson } from '#server/accounts/index.ts'
import { auditData } from '#server/audit/personal-data.ts'
import { contactData } from '#server/contact/index.ts'
import { throttleData } from '#server/http/throttle.ts'
import { itemData } from '#server/items/index.ts'
import { listeningData } from '#server/listening/index.ts'
import { mailData } from '#server/mail/personal-data.ts'
import { notificationData } from '#server/notifications/index.ts'
import type { App, PersonalData } from '#server/services.ts'
import { socialData } from '#server/social/index.ts'
import { uploadData } from '#server/uploads/personal-data.ts'

/**
 * Lists every room with personal data. Data is removed in this order: items before counts of likes, the account last.
 */
export const personalData = {
  items: itemData,
  social: socialData,
  listening: listeningData,
  notifications: notificationData,
  contact: contactData,
  mail: mailData,
  uploads: uploadData,
  throttle: throttleData,
  audit: auditData,
  accounts: accountData,
} satisfies Record<string, PersonalData>

const rooms: [string, PersonalData][] = Object.entries(personalData)

/** Everything that Slide holds about a person, by room. */
export async function exportPerson({ db }: App, accountId: number) {
  const person = await findPerson(db, accountId)
  const parts = await Promise.all(
    rooms.map(async ([room, { exportOf }]) => [room, await exportOf(db, person)] as const),
  )
  return Object.fromEntries(parts)
}

/** Deletes a person's data in one transaction. The account's row stays, without anything that identifies the person. */
export const forgetPerson = (app: App, accountId: number) =>
  app.db.transaction().execute(async (tx) => {
    const person = await findPerson(tx, accountId)
    for (const [, { forget }] of rooms) await forget(tx, person, app.clock.now())
  })
