import { accounts } from './accounts.ts'
import { announcements } from './announcements.ts'
import { bans } from './bans.ts'
import { billing } from './billing.ts'
import { cannedReasons } from './canned-reasons.ts'
import { catalogue } from './catalogue.ts'
import { chat } from './chat.ts'
import { supportNotes } from './support-notes.ts'
import { checkout } from './checkout.ts'
import { contact, deskContact } from './contact.ts'
import { deskDiscounts } from './desk-discounts.ts'
import { deskPayouts } from './desk-payouts.ts'
import { deskPeople } from './desk-people.ts'
import { discounts } from './discounts.ts'
import { follows } from './follows.ts'
import { google } from './google.ts'
import { house } from './house.ts'
import { ledger } from './ledger.ts'
import { licensePapers } from './license-papers.ts'
import { listening } from './listening.ts'
import { moderation } from './moderation.ts'
import { notificationPreferences } from './notification-preferences.ts'
import { notifications } from './notifications.ts'
import { operations } from './operations.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { ownData } from './own-data.ts'
import { passkeys } from './passkeys.ts'
import { payouts } from './payouts.ts'
import { people } from './people.ts'
import { pins } from './pins.ts'
import { planGrants } from './plan-grants.ts'
import { deskProblems, problems } from './problems.ts'
import { profileLists } from './profile-lists.ts'
import { promotionSlots } from './promotion-slots.ts'
import { deskPromotions, promotions } from './promotions.ts'
import { purchases } from './purchases.ts'
import { sandbox } from './sandbox.ts'
import { referrals } from './referrals.ts'
import { reports } from './reports.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { share } from './share.ts'
import { shares } from './shares.ts'
import { social } from './social.ts'
import { studio } from './studio.ts'
import { synonyms } from './synonyms.ts'
import { twoStep } from './two-step.ts'
import { uploads } from './uploads.ts'
import { worklist } from './worklist.ts'

/** The whole API: validation, types at both ends and documentation come from here. */
export const contract = {
  accounts,
  announcements,
  bans,
  billing,
  cannedReasons,
  catalogue,
  chat,
  checkout,
  contact,
  deskContact,
  deskDiscounts,
  deskPayouts,
  deskPeople,
  deskProblems,
  deskPromotions,
  discounts,
  follows,
  google,
  house,
  ledger,
  licensePapers,
  listening,
  moderation,
  notificationPreferences,
  notifications,
  operations,
  orders,
  overview,
  ownData,
  passkeys,
  payouts,
  people,
  pins,
  planGrants,
  problems,
  profileLists,
  promotionSlots,
  promotions,
  purchases,
  referrals,
  reports,
  sandbox,
  sessions,
  settings,
  share,
  shares,
  social,
  studio,
  supportNotes,
  synonyms,
  twoStep,
  uploads,
  worklist,
}
