import { accountTakers, accountTasks } from '#server/accounts/index.ts'
import { checkoutTakers } from '#server/checkout/index.ts'
import { throttleTaker } from '#server/http/throttle.ts'
import { itemTasks, unsoldTaker } from '#server/items/index.ts'
import { takeDue, type Taker } from '#server/jobs/due.ts'
import type { Round, Tasks } from '#server/jobs/worker.ts'
import { itemLines } from '#server/library/index.ts'
import { mailTaker } from '#server/mail/due.ts'
import { deliverMail } from '#server/mail/smtp.ts'
import { newsTaker } from '#server/notifications/index.ts'
import { paymentTakers, paymentTasks } from '#server/payments/work.ts'
import { problemTaker } from '#server/problems/index.ts'
import { searchRounds } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { socialTakers } from '#server/social/index.ts'
import { filesTaker } from '#server/storage/unnamed-files.ts'
import { studioTakers, studioTasks } from '#server/studio/index.ts'
import { uploadTakers } from '#server/uploads/sweep.ts'

/** Functions that take due rows. They run once a minute. */
export const takers: Taker[] = [
  newsTaker,
  mailTaker,
  ...accountTakers,
  ...socialTakers,
  ...studioTakers,
  ...paymentTakers,
  ...checkoutTakers(itemLines),
  problemTaker,
  throttleTaker,
  ...uploadTakers,
  unsoldTaker,
  filesTaker,
]

/** Jobs of features, and work on a schedule. */
export const workOf = (app: App): { tasks: Tasks; rounds: Round[] } => ({
  tasks: {
    'send-mail': ({ mailId }) => deliverMail(app, mailId),
    ...accountTasks(app),
    ...itemTasks(app),
    ...studioTasks(app),
    ...paymentTasks(app),
  },
  rounds: [...searchRounds(app), { name: 'take-due', match: '* * * * *', run: () => takeDue(app, takers) }],
})
