import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { accountNow, keepLeaving } from './session.ts'

/** Keeps an account that was about to be deleted. */
export const useStay = () =>
  useAction({
    send: async () => {
      const account = accountNow()
      await call('DELETE /me/deletion')
      keepLeaving(account, null)
    },
    success: 'Your account stays, and your items are back.',
    failure: 'That did not work. Try again.',
    refresh: ['GET /me/deletion', 'GET /me'],
  })
