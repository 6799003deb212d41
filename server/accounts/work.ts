import type { Round, Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { sweepLinks } from './one-time-links.ts'
import { sendResetLink } from './reset-password.ts'
import { sweepSessions } from './sessions.ts'

export const accountTasks = (app: App): Pick<Tasks, 'send-reset-link'> => ({
  'send-reset-link': (payload) => sendResetLink(app, payload),
})

export const accountRounds = (app: App): Round[] => [
  { name: 'sweep-sessions', match: '17 3 * * *', run: async () => void (await sweepSessions(app)) },
  { name: 'sweep-links', match: '27 3 * * *', run: async () => void (await sweepLinks(app)) },
]
