import type { Taker } from '#server/jobs/due.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { sweepHandles } from './old-handles.ts'
import { sweepLinks } from './one-time-links.ts'
import { sendEmailChange } from './change-email.ts'
import { sweepChallenges } from './passkey-challenge.ts'
import { sendResetLink } from './reset-password.ts'
import { sweepSessions, sweepTokens } from './sweep-sessions.ts'

export const accountTasks = (app: App): Pick<Tasks, 'send-reset-link' | 'send-email-change'> => ({
  'send-reset-link': (payload) => sendResetLink(app, payload),
  'send-email-change': (payload) => sendEmailChange(app, payload),
})

export const accountTakers: Taker[] = [sweepSessions, sweepTokens, sweepLinks, sweepHandles, sweepChallenges]
