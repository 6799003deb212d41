import { accountRounds, accountTasks } from '#server/accounts/index.ts'
import { sweepThrottle } from '#server/http/throttle.ts'
import type { Round, Tasks } from '#server/jobs/worker.ts'
import { deliverMail } from '#server/mail/smtp.ts'
import { searchRounds } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { socialRounds } from '#server/social/index.ts'
import { sweepFiles } from '#server/storage/unnamed-files.ts'
import { sweepUploads } from '#server/uploads/sweep.ts'

/** Jobs that features enqueue, and rounds that run by schedule. */
export const workOf = (app: App): { tasks: Tasks; rounds: Round[] } => ({
  tasks: { 'send-mail': ({ mailId }) => deliverMail(app, mailId), ...accountTasks(app) },
  rounds: [
    ...searchRounds(app),
    ...socialRounds(app),
    ...accountRounds(app),
    { name: 'sweep-uploads', match: '* * * * *', run: () => sweepUploads(app) },
    { name: 'sweep-files', match: '* * * * *', run: () => sweepFiles(app) },
    { name: 'sweep-throttle', match: '*/10 * * * *', run: async () => void (await sweepThrottle(app)) },
  ],
})
