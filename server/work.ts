import { accountTakers, accountTasks } from '#server/accounts/index.ts'
import { announcementTaker } from '#server/announcements/index.ts'
import { banTaker } from '#server/bans/index.ts'
import { checkoutTakers } from '#server/checkout/index.ts'
import { houseDayTaker } from '#server/desk/index.ts'
import { throttleTaker } from '#server/http/throttle.ts'
import { itemTasks, unsoldTaker } from '#server/items/index.ts'
import { creditTasks } from '#server/credits/index.ts'
import { takeDue, type Taker } from '#server/jobs/due.ts'
import type { Round, Tasks } from '#server/jobs/worker.ts'
import { goods } from '#server/shop-lines.ts'
import { mailSweeper, mailTaker } from '#server/mail/due.ts'
import { deliverMail } from '#server/mail/smtp.ts'
import { turnTasks } from '#server/moderation/index.ts'
import { newsTaker } from '#server/notifications/index.ts'
import { paymentTakers, paymentTasks } from '#server/payments/work.ts'
import { payoutTakers } from '#server/payouts/index.ts'
import { exportPerson, forgetPersonIn } from '#server/personal-data.ts'
import { makeExport, privacyTakers } from '#server/privacy/index.ts'
import { grantTaker, planTasks, subscriptionTaker } from '#server/plans/index.ts'
import { problemTaker, problemWatch } from '#server/problems/index.ts'
import {
  leadSaleTaker,
  promotionTaker,
  promotionTasks,
  returnedSaleTaker,
  slotSweeper,
} from '#server/promotions/index.ts'
import { searchRounds } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { sharePictureTasks } from '#server/share/index.ts'
import { shareTasks } from '#server/shares/index.ts'
import { socialTakers, socialTasks } from '#server/social/index.ts'
import { filesTaker } from '#server/storage/unnamed-files.ts'
import { leftOverFolders, studioTakers, studioTasks } from '#server/studio/index.ts'
import { leftOverDrafts, uploadTakers } from '#server/uploads/sweep.ts'

/** Functions that take due rows. They run once a minute. */
export const takers: Taker[] = [
  newsTaker,
  mailTaker,
  mailSweeper,
  ...accountTakers,
  ...socialTakers,
  ...studioTakers,
  ...paymentTakers,
  ...checkoutTakers(goods, problemWatch),
  subscriptionTaker(goods),
  grantTaker,
  promotionTaker,
  leadSaleTaker,
  returnedSaleTaker,
  slotSweeper,
  banTaker,
  ...payoutTakers,
  problemTaker,
  announcementTaker,
  ...privacyTakers(forgetPersonIn),
  houseDayTaker,
  throttleTaker,
  ...uploadTakers,
  unsoldTaker,
  filesTaker,
]

/** Clean the folder of a node. Every node runs them, also one without jobs, because no other sees its folder. */
export const folderTakers: Taker[] = [leftOverDrafts, leftOverFolders]

const quickTasks = (app: App): Omit<Tasks, keyof ReturnType<typeof studioTasks>> => ({
  'send-mail': ({ mailId }) => deliverMail(app, mailId),
  ...accountTasks(app),
  ...creditTasks(app),
  ...itemTasks(app),
  'make-export': ({ accountId }) => makeExport(app, exportPerson, accountId),
  ...paymentTasks(app),
  ...planTasks(app),
  ...promotionTasks(app),
  ...sharePictureTasks(app),
  ...shareTasks(app),
  ...socialTasks(app),
  ...turnTasks(app),
})

const roundsOf = (app: App): Round[] => [
  ...searchRounds(app),
  { name: 'take-due', match: '* * * * *', run: () => takeDue(app, takers) },
]

/** Jobs of features, and work on a schedule. */
export const workOf = (app: App): { tasks: Tasks; rounds: Round[] } => ({
  tasks: { ...quickTasks(app), ...studioTasks(app) },
  rounds: roundsOf(app),
})

/**
 * The same for each set of workers. The jobs of the studio take minutes, a large pack hours: workers of their own do them,
 * so that no mail and no round waits for sounds. A stop ends the last set first: the first one may wait until it is killed.
 */
export const workBySets = (app: App): { tasks: Partial<Tasks>; rounds: Round[] }[] => [
  { tasks: studioTasks(app), rounds: [] },
  { tasks: quickTasks(app), rounds: roundsOf(app) },
]
